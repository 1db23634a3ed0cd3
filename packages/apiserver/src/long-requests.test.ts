import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { ApiServerOptions } from './server/api-server-options.js';
import { asTable, definitionOf, definitions, many, object } from './testing/load-fixture.js';
import { at, mergePatch, testServer, type Send, type TestAnswer } from './testing/test-server.js';

const configMaps = '/api/v1/namespaces/crowd/configmaps';
const things = '/apis/load.tw/v1/namespaces/crowd/things';
const background = { garbageCollection: true };

async function fill(send: Send, count: number, metadata = {}): Promise<void> {
  for (let i = 0; i < count; i++) {
    await send('POST', configMaps, { metadata: { name: `c${i}`, ...metadata } });
  }
}

/** Creates `count` dependents, and returns the path of their owner. */
async function fillOwned(send: Send, count: number): Promise<string> {
  const { body } = await send('POST', configMaps, { metadata: { name: 'owner' } });
  const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner' };
  const ownerReferences = [{ ...owner, uid: String(at(body, 'metadata.uid')) }];
  await fill(send, count, { ownerReferences });
  return `${configMaps}/owner`;
}

interface LongRequest {
  readonly title: string;
  readonly options?: ApiServerOptions;
  /** Fills the server, and returns the long request. */
  readonly prepare: (send: Send) => Promise<() => Promise<TestAnswer>>;
  /** The number of objects that remain in the namespace. */
  readonly left?: number;
}

const longRequests: readonly LongRequest[] = [
  {
    title: 'a list with hundreds of terms in its field selector',
    prepare: async (send) => {
      await fill(send, 100);
      const terms = many(700, (i) => `metadata.name!=x${i}`).join(',');
      return () => send('GET', `${configMaps}?fieldSelector=${terms}`);
    },
  },
  {
    title: 'a list with hundreds of terms in its label selector',
    prepare: async (send) => {
      await fill(send, 100);
      const terms = many(700, (i) => `l${i}!=x`).join(',');
      return () => send('GET', `${configMaps}?labelSelector=${encodeURIComponent(terms)}`);
    },
  },
  {
    title: 'a table of many objects',
    prepare: async (send) => {
      await fill(send, 1200);
      return () => send('GET', configMaps, undefined, asTable);
    },
  },
  {
    title: 'the deletion of a collection',
    left: 0,
    prepare: async (send) => {
      await fill(send, 500);
      return () => send('DELETE', configMaps);
    },
  },
  {
    title: 'the deletion of an owner whose dependents are orphaned',
    options: background,
    left: 500,
    prepare: async (send) => {
      const owner = await fillOwned(send, 500);
      return () => send('DELETE', `${owner}?propagationPolicy=Orphan`);
    },
  },
  {
    title: 'the deletion of an owner with its dependents',
    options: background,
    left: 0,
    prepare: async (send) => {
      const owner = await fillOwned(send, 500);
      return () => send('DELETE', `${owner}?propagationPolicy=Background`);
    },
  },
  {
    title: 'the deletion of an owner that waits for its dependents',
    options: background,
    left: 0,
    prepare: async (send) => {
      const owner = await fillOwned(send, 500);
      return () => send('DELETE', `${owner}?propagationPolicy=Foreground`);
    },
  },
  {
    title: 'the deletion of a namespace',
    left: 0,
    prepare: async (send) => {
      await fill(send, 500);
      return () => send('DELETE', '/api/v1/namespaces/crowd');
    },
  },
  {
    title: 'the deletion of a definition with its objects',
    prepare: async (send) => {
      const definition = definitionOf('things', 'Thing', object({}));
      await send('POST', definitions, JSON.stringify(definition));
      for (let i = 0; i < 500; i++) {
        const thing = { apiVersion: 'load.tw/v1', kind: 'Thing', metadata: { name: `t${i}` } };
        await send('POST', things, thing);
      }
      return () => send('DELETE', `${definitions}/things.load.tw`);
    },
  },
];

describe('answers another request during', () => {
  for (const { title, options, prepare, left } of longRequests) {
    void test(title, async () => {
      const { server, send } = testServer(options);
      await send('POST', '/api/v1/namespaces', { metadata: { name: 'crowd' } });
      const request = await prepare(send);
      const answers: string[] = [];
      const long = request().then(({ status, text }) => {
        assert.equal(status, 200, text.slice(0, 300));
        answers.push('long');
      });
      // Work without pauses has ended by now.
      await setImmediate();
      const short = send('GET', '/api/v1/namespaces/default').then(() => answers.push('short'));
      await Promise.all([long, short]);
      assert.deepEqual(answers, ['short', 'long']);
      if (left !== undefined) {
        const { body } = await send('GET', configMaps);
        assert.equal((body['items'] as unknown[]).length, left);
      }
      await server.close();
    });
  }
});

test('keeps a change of an owner during the orphaning of its dependents', async () => {
  const { send } = testServer(background);
  await send('POST', '/api/v1/namespaces', { metadata: { name: 'crowd' } });
  const { body } = await send('POST', configMaps, {
    metadata: { name: 'owner', finalizers: ['x.io/held'] },
  });
  const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner' };
  const ownerReferences = [{ ...owner, uid: String(at(body, 'metadata.uid')) }];
  await fill(send, 500, { ownerReferences });
  const deletion = send('DELETE', `${configMaps}/owner?propagationPolicy=Orphan`);
  const changed = await send('PATCH', `${configMaps}/owner`, { data: { a: 'b' } }, mergePatch);
  assert.equal(changed.status, 200);
  await deletion;
  const after = await send('GET', `${configMaps}/owner`);
  assert.deepEqual(at(after.body, 'metadata.finalizers'), ['x.io/held']);
  assert.deepEqual(after.body['data'], { a: 'b' });
});

test('deletes objects that are created during the deletion of their definition', async () => {
  const { send } = testServer();
  await send('POST', '/api/v1/namespaces', { metadata: { name: 'crowd' } });
  await send('POST', definitions, JSON.stringify(definitionOf('things', 'Thing', object({}))));
  const create = (name: string): Promise<TestAnswer> =>
    send('POST', things, { apiVersion: 'load.tw/v1', kind: 'Thing', metadata: { name } });
  for (let i = 0; i < 500; i++) await create(`t${i}`);
  const deletion = send('DELETE', `${definitions}/things.load.tw`);
  await create('a-late-one');
  await deletion;
  assert.equal((await send('GET', `${definitions}/things.load.tw`)).status, 404);
});
