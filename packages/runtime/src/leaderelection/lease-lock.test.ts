import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leaseResource, type Lease } from '../api/lease.js';
import { createResourceClient } from '../client/create-resource-client.js';
import { ScriptedTransport } from '../client/scripted-transport.test.helper.js';
import { createFakeClock } from '../testing/fake-clock.js';
import { LeaseLock } from './lease-lock.js';

test('rejected writes are removed from the record of sent writes', async () => {
  const sent: Lease[] = [];
  let found: Lease | undefined;
  const transport = new ScriptedTransport(({ method, body }) => {
    if (method === 'GET') return found === undefined ? { status: 404, body: {} } : { body: found };
    sent.push(JSON.parse(String(body)) as Lease);
    return { status: 403, body: {} };
  });
  const clock = createFakeClock();
  const lock = new LeaseLock({
    client: createResourceClient(transport, leaseResource, { namespace: 'ns' }),
    clock,
    leaseName: 'lock',
    leaseNamespace: 'ns',
    identity: 'a',
    leaseDurationMs: 15_000,
  });
  const { signal } = new AbortController();
  const attempt = async (): Promise<void> => {
    await clock.advance(2000);
    await assert.rejects(lock.acquireOrRenew(signal), { statusCode: 403 });
  };
  const isOurs = async (lease: Lease | undefined): Promise<boolean> => {
    const metadata = { name: 'lock', namespace: 'ns', uid: 'u', resourceVersion: '1' };
    const kind = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease' };
    found = { ...kind, metadata, spec: { ...lease?.spec } };
    await lock.acquireOrRenew(signal).catch(() => undefined);
    return lock.isOurs;
  };
  for (let tries = 0; tries < 150; tries++) await attempt();
  assert.equal(sent.length, 150);
  assert.equal(await isOurs(sent[140]), true);
  assert.equal(await isOurs(sent[0]), false);
});
