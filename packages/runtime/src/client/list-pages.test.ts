import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { leaseResource } from '../api/lease.js';
import { ApiError } from './errors.js';
import { createResourceClient } from './create-resource-client.js';
import { listPages } from './list-pages.js';
import type { ListOptions } from './options.js';
import { ScriptedTransport, type ScriptedAnswer } from './scripted-transport.test.helper.js';

const options = { limit: 1, omitManagedFields: true, resourceVersion: '5' };

describe('the pages of a list', () => {
  for (const order of ['first', 'last'] as const) {
    test(`each is requested before the previous one is yielded: metadata ${order}`, async () => {
      const transport = new ScriptedTransport(({ path }) => page(tokenOf(path), order));
      const asked: number[] = [];
      const names: string[] = [];
      for await (const { items } of listPages(leases(transport), options)) {
        asked.push(transport.requests.length);
        names.push(...items.map(({ metadata }) => metadata.name));
      }
      assert.deepEqual(names, ['lease-0', 'lease-1', 'lease-2']);
      assert.deepEqual(asked, [2, 3, 3]);
      assert.deepEqual(
        transport.requests.map(({ path }) => path.split('?')[1]),
        ['limit=1&resourceVersion=5', 'limit=1&continue=1', 'limit=1&continue=2'],
      );
    });
  }

  test('a page is requested again if its token was predicted incorrectly', async () => {
    const items = [lease(0, { annotations: { x: '"items":[]' } })];
    const transport = new ScriptedTransport(({ path }) =>
      tokenOf(path) === 0
        ? {
            // The last of two equal keys is used.
            body:
              `{"kind":"LeaseList","apiVersion":"coordination.k8s.io/v1","items":${JSON.stringify(items)},` +
              '"metadata":{"resourceVersion":"5","continue":"7","continue":"2"}}',
          }
        : page(tokenOf(path), 'last'),
    );
    const names: string[] = [];
    for await (const list of listPages(leases(transport), options)) {
      names.push(...list.items.map(({ metadata }) => metadata.name));
    }
    assert.deepEqual(names, ['lease-0', 'lease-2']);
  });

  test('the error of a page that was requested ahead is thrown after the previous page', async () => {
    const transport = new ScriptedTransport(({ path }) =>
      tokenOf(path) === 0
        ? page(0, 'last')
        : { status: 410, body: { kind: 'Status', reason: 'Expired', code: 410 } },
    );
    const pages = listPages(leases(transport), options)[Symbol.asyncIterator]();
    assert.equal((await pages.next()).done, false);
    await assert.rejects(pages.next(), ApiError);
  });

  test('leaving the loop aborts the request for the next page', async () => {
    const transport = new ScriptedTransport(({ path }) => page(tokenOf(path), 'last'));
    for await (const _ of listPages(leases(transport), options)) break;
    assert.equal(transport.requests.length, 2);
    assert.equal(transport.requests[1]?.signal?.aborted, true);
  });

  test('pages of other clients are requested sequentially and validated', async () => {
    const transport = new ScriptedTransport(({ path }) => page(tokenOf(path), 'last'));
    const ours = leases(transport);
    const { resource } = ours;
    const others = { resource, list: async (wanted?: ListOptions) => ours.list(wanted) };
    const asked: number[] = [];
    for await (const _ of listPages(others, options)) asked.push(transport.requests.length);
    assert.deepEqual(asked, [1, 2, 3]);
    const wrong = { resource, list: async () => ({ ...(await others.list()), kind: 'PodList' }) };
    const pages = listPages(wrong, options)[Symbol.asyncIterator]();
    await assert.rejects(Promise.resolve(pages.next()), { code: 'ERR_VMGEN_ANSWER' });
  });
});

function leases(transport: ScriptedTransport) {
  return createResourceClient(transport, leaseResource, { namespace: 'ns' });
}

function tokenOf(path: string): number {
  return Number(new URL(path, 'http://x').searchParams.get('continue') ?? 0);
}

/** The page of one lease at a token, as a server sends it. */
function page(token: number, order: 'first' | 'last'): ScriptedAnswer {
  const metadata = { resourceVersion: '5', ...(token < 2 && { continue: String(token + 1) }) };
  const items = [lease(token)];
  const type = { kind: 'LeaseList', apiVersion: 'coordination.k8s.io/v1' };
  return { body: order === 'first' ? { ...type, metadata, items } : { ...type, items, metadata } };
}

function lease(serial: number, metadata: object = {}): object {
  const name = `lease-${serial}`;
  return {
    metadata: { name, namespace: 'ns', uid: `u-${serial}`, resourceVersion: '1', ...metadata },
  };
}
