import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Transport, TransportRequest } from '@vmgen/runtime';
import { guardWrites } from './claim.js';

test('the check runs before writes and upgrades, and not before reads', async () => {
  const sent: string[] = [];
  const send = async ({ method, path, beforeSend }: TransportRequest) => {
    beforeSend?.();
    sent.push(`${method} ${path}`);
    return { status: 200, headers: {}, body: (async function* () {})(), text: async () => '' };
  };
  const transport: Transport = { request: send, upgrade: send };
  const guarded = guardWrites(transport, () => {
    throw new Error('not the leader');
  });
  await guarded.request({ method: 'GET', path: '/pods' });
  await assert.rejects(guarded.request({ method: 'POST', path: '/pods' }), /not the leader/);
  const command = { method: 'GET', path: '/pods/a/exec' } as const;
  await assert.rejects(async () => guarded.upgrade?.(command), /not the leader/);
  assert.deepEqual(sent, ['GET /pods']);
});
