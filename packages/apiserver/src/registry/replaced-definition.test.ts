import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { createFakeClock } from '@vmgen/runtime/testing';
import { isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';
import type { ApiServer } from '../server/api-server.js';
import { crdOf, versionWith } from '@vmgen/fixtures/crd-of';
import { at, lineReader, mergePatch, testServer, type Send } from '../testing/test-server.js';

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const things = (version: string): string => `/apis/replaced.test/${version}/things`;

/**
 * A kind whose stored version has `fields`. `v1` is the storage version, and `v2` is also served.
 */
const definition = (fields: JsonObject, served: readonly string[] = ['v1', 'v2']): JsonObject =>
  crdOf(
    { group: 'replaced.test', kind: 'Thing', scope: 'Cluster' },
    ['v1', 'v2'].map((name) =>
      versionWith(
        name,
        { spec: { type: 'object', properties: fields } },
        { served: served.includes(name) },
      ),
    ),
  );

const onlyA: JsonObject = { a: { type: 'integer' } };
const withB: JsonObject = { a: { type: 'integer' }, b: { type: 'string', default: 'B' } };

function thing(name: string, spec: JsonObject, version = 'v1'): JsonObject {
  return { apiVersion: `replaced.test/${version}`, kind: 'Thing', metadata: { name }, spec };
}

async function replace(send: Send, next: JsonObject): Promise<void> {
  const path = `${definitions}/things.replaced.test`;
  const answer = await send('PATCH', path, { spec: at(next, 'spec') as JsonObject }, mergePatch);
  assert.equal(answer.status, 200, answer.text);
}

/** Returns the available events of a watch, and whether it has ended. */
async function openWatch(t: TestContext, server: ApiServer, path: string) {
  t.after(() => server.close());
  const response = await server.handle({ method: 'GET', path });
  const next = lineReader(response.body);
  return async (): Promise<JsonValue> => {
    const line = await next();
    if (line === undefined) return 'end';
    const event = JSON.parse(line) as JsonObject;
    const object = event['object'] ?? {};
    assert.ok(isJsonObject(object));
    return { type: event['type'] ?? '', shown: object['spec'] ?? object['code'] ?? '' };
  };
}

async function versionOf(send: Send, path: string): Promise<string> {
  return String(at((await send('GET', path)).body, 'metadata.resourceVersion'));
}

test('ends the watches of all versions when a definition changes', async (t) => {
  const { server, send } = testServer();
  await send('POST', definitions, definition(onlyA));
  const [first, second] = [
    await openWatch(t, server, `${things('v1')}?watch=true`),
    await openWatch(t, server, `${things('v2')}?watch=true`),
  ];
  const [next, nextOfSecond] = [first(), second()];
  await replace(send, definition(withB));
  assert.equal(await next, 'end');
  assert.equal(await nextOfSecond, 'end');
});

test('ends the watches of a version that is no longer served', async (t) => {
  const { server, send } = testServer();
  await send('POST', definitions, definition(onlyA));
  const read = await openWatch(t, server, `${things('v2')}?watch=true`);
  const next = read();
  await replace(send, definition(onlyA, ['v1']));
  assert.equal(await next, 'end');
  assert.equal((await send('GET', `${things('v2')}?watch=true`)).status, 404);
});

test('sends no events by the old schema after the change', async (t) => {
  const { server, send } = testServer();
  await send('POST', definitions, definition(onlyA));
  await send('POST', things('v1'), thing('x', { a: 1 }));
  const read = await openWatch(t, server, `${things('v1')}?watch=true&resourceVersion=0`);
  await replace(send, definition(withB));
  await send('PATCH', `${things('v1')}/x`, { spec: { a: 2 } }, mergePatch);
  assert.equal(await read(), 'end');
});

test('ends a watch that reads the initial state when the definition changes', async (t) => {
  const { server, send } = testServer();
  await send('POST', definitions, definition(onlyA));
  const count = 100;
  for (let i = 0; i < count; i++) await send('POST', things('v1'), thing(`x${i}`, { a: 1 }));
  const read = await openWatch(t, server, `${things('v1')}?watch=true&resourceVersion=0`);
  assert.deepEqual(await read(), { type: 'ADDED', shown: { a: 1 } });
  await replace(send, definition(withB));
  // Events that were read before the change may still arrive.
  let received = 1;
  for (let event = await read(); event !== 'end'; event = await read()) {
    assert.deepEqual(event, { type: 'ADDED', shown: { a: 1 } });
    received++;
  }
  assert.ok(received < count / 2, `${received} events`);
});

test('rejects a watch from a version before the change', async (t) => {
  const { server, send } = testServer();
  await send('POST', definitions, definition(onlyA));
  await send('POST', things('v1'), thing('x', { a: 1 }));
  const before = await versionOf(send, things('v1'));
  await replace(send, definition(withB));
  const old = await openWatch(t, server, `${things('v1')}?watch=true&resourceVersion=${before}`);
  assert.deepEqual(await old(), { type: 'ERROR', shown: 410 });
  assert.equal(await old(), 'end');
  const now = await versionOf(send, things('v1'));
  const read = await openWatch(t, server, `${things('v1')}?watch=true&resourceVersion=${now}`);
  await send('PATCH', `${things('v1')}/x`, { spec: { a: 2 } }, mergePatch);
  assert.deepEqual(await read(), { type: 'MODIFIED', shown: { a: 2, b: 'B' } });
});

test('encodes cached events again after the change', async (t) => {
  const { server, send } = testServer();
  await send('POST', definitions, definition(withB));
  await send('POST', things('v1'), thing('x', { a: 1, b: 'C' }));
  const initial = `${things('v1')}?watch=true&resourceVersion=0`;
  const first = await openWatch(t, server, initial);
  assert.deepEqual(await first(), { type: 'ADDED', shown: { a: 1, b: 'C' } });
  await replace(send, definition(onlyA));
  await replace(send, definition({ ...onlyA, c: { type: 'integer', default: 3 } }));
  const second = await openWatch(t, server, initial);
  const list = await send('GET', things('v1'));
  const items = list.body['items'] as JsonObject[];
  assert.deepEqual(await second(), { type: 'ADDED', shown: items[0]?.['spec'] ?? null });
});

/** A list and a GET of a version that the server does not have yet, and a watch of its state. */
async function waitingReads(server: ApiServer, send: Send, version: number) {
  const path = `${things('v1')}?resourceVersion=${version}`;
  const initial = '&watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan';
  const { body } = await server.handle({ method: 'GET', path: path + initial });
  const first = lineReader(body)();
  const reads = [send('GET', path), send('GET', path.replace('?', '/x?'))];
  return async (): Promise<unknown[]> => {
    const line = (await first) ?? '{}';
    const statuses = (await Promise.all(reads)).map(({ status }) => status);
    return [...statuses, at(JSON.parse(line) as JsonObject, 'object.code') ?? 'end'];
  };
}

describe('reads that wait for a version while the definition', () => {
  const path = `${definitions}/things.replaced.test`;
  const changes: readonly {
    what: string;
    change: (send: Send) => Promise<unknown>;
    watched: unknown;
  }[] = [
    { what: 'changes', change: (send) => replace(send, definition(withB)), watched: 'end' },
    { what: 'is deleted', change: (send) => send('DELETE', path), watched: 504 },
  ];
  for (const { what, change, watched } of changes) {
    test(`${what} fail after three seconds`, async () => {
      const clock = createFakeClock();
      const { server, send } = testServer({ clock });
      await send('POST', definitions, definition(onlyA));
      await send('POST', things('v1'), thing('x', { a: 1 }));
      const answers = await waitingReads(server, send, 1000);
      await change(send);
      await clock.advance(2999);
      assert.equal(clock.nextTimerMs, 1);
      await clock.advance(1);
      assert.deepEqual(await answers(), [504, 504, watched]);
      await server.close();
    });
  }

  test('changes are answered when another kind reaches the version', async () => {
    const { server, send } = testServer({ clock: createFakeClock() });
    await send('POST', definitions, definition(onlyA));
    await send('POST', things('v1'), thing('x', { a: 1 }));
    const next = Number(await versionOf(send, things('v1'))) + 4;
    const answers = await waitingReads(server, send, next);
    await replace(send, definition(withB));
    const secrets = '/api/v1/namespaces/default/secrets';
    for (const name of ['a', 'b', 'c', 'd']) await send('POST', secrets, { metadata: { name } });
    assert.deepEqual(await answers(), [200, 200, 'end']);
    await server.close();
  });
});
