import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { createFakeClock } from '@vmgen/runtime/testing';
import type { ApiServer } from '../server/api-server.js';
import type { JsonObject } from '@vmgen/base/json';
import {
  at,
  lineReader,
  machine,
  machinesPath,
  mergePatch,
  testServer,
  type Send,
} from '../testing/test-server.js';

function names(list: JsonObject): unknown[] {
  const items = list['items'];
  return Array.isArray(items) ? items.map((item) => at(item as JsonObject, 'metadata.name')) : [];
}

/** Returns a function that reads the next event of a watch. */
async function openWatch(t: TestContext, server: ApiServer, query: string) {
  t.after(() => server.close());
  const response = await server.handle({
    method: 'GET',
    path: `${machinesPath}?watch=true${query}`,
  });
  const next = lineReader(response.body);
  return async (): Promise<string> => {
    const line = await next();
    if (line === undefined) return 'end';
    const event = JSON.parse(line) as JsonObject;
    const name: unknown = at(event, 'object.metadata.name') ?? at(event, 'object.code') ?? '';
    return `${String(at(event, 'type'))} ${String(name)}`.trim();
  };
}

async function createAll(send: Send, all: readonly string[]): Promise<void> {
  for (const name of all) await send('POST', machinesPath, machine(name));
}

test('sorts a list, and pages it from one snapshot', async () => {
  const { send } = testServer();
  await createAll(send, ['c', 'a', 'b']);
  const first = await send('GET', `${machinesPath}?limit=2`);
  assert.deepEqual(names(first.body), ['a', 'b']);
  assert.equal(at(first.body, 'metadata.remainingItemCount'), 1);
  await send('DELETE', `${machinesPath}/c`);
  await createAll(send, ['d']);
  const token = String(at(first.body, 'metadata.continue'));
  const second = await send('GET', `${machinesPath}?limit=2&continue=${token}`);
  assert.deepEqual(names(second.body), ['c']);
  assert.equal(
    at(second.body, 'metadata.resourceVersion'),
    at(first.body, 'metadata.resourceVersion'),
  );
});

test('returns 410 for a page older than the history, with a token to continue without consistency', async () => {
  const { send } = testServer({ watchHistory: 3 });
  await createAll(send, ['a', 'b', 'c']);
  const first = await send('GET', `${machinesPath}?limit=1`);
  await createAll(send, ['d', 'e', 'f', 'g', 'h']);
  const token = String(at(first.body, 'metadata.continue'));
  const expired = await send('GET', `${machinesPath}?limit=1&continue=${token}`);
  assert.equal(expired.status, 410);
  const onward = String(at(expired.body, 'metadata.continue'));
  const next = await send('GET', `${machinesPath}?limit=1&continue=${onward}`);
  assert.deepEqual(names(next.body), ['b']);
});

test('applies selectors to a list, and rejects unknown field labels', async () => {
  const { send } = testServer();
  await send('POST', machinesPath, machine('a', { image: 'x' }, { labels: { t: '1' } }));
  await createAll(send, ['b']);
  assert.deepEqual(names((await send('GET', `${machinesPath}?fieldSelector=spec.image=x`)).body), [
    'a',
  ]);
  assert.deepEqual(names((await send('GET', `${machinesPath}?labelSelector=!t`)).body), ['b']);
  const unknown = await send('GET', `${machinesPath}?fieldSelector=spec.action=x`);
  assert.equal(unknown.body['message'], 'field label not supported: spec.action');
});

test('waits for a future version, then returns 504', async () => {
  const clock = createFakeClock();
  const { send } = testServer({ clock });
  const late = send('GET', `${machinesPath}?resourceVersion=99999`);
  await clock.advance(3000);
  assert.equal((await late).status, 504);
});

test('sends the current state, then every change', async (t) => {
  const { server, send } = testServer();
  await createAll(send, ['a']);
  const next = await openWatch(t, server, '');
  assert.equal(await next(), 'ADDED a');
  await send('PATCH', `${machinesPath}/a`, { spec: { image: 'b' } }, mergePatch);
  assert.equal(await next(), 'MODIFIED a');
  await send('DELETE', `${machinesPath}/a`);
  assert.equal(await next(), 'DELETED a');
  await server.close();
  assert.equal(await next(), 'end');
});

test('resumes a watch after a version', async (t) => {
  const { server, send } = testServer();
  await createAll(send, ['a', 'b']);
  const { body } = await send('GET', `${machinesPath}/a`);
  const next = await openWatch(
    t,
    server,
    `&resourceVersion=${String(at(body, 'metadata.resourceVersion'))}`,
  );
  assert.equal(await next(), 'ADDED b');
});

test('sends ADDED and DELETED when an object starts or stops to match a selector', async (t) => {
  const { server, send } = testServer();
  await createAll(send, ['a']);
  const next = await openWatch(t, server, '&labelSelector=t');
  const label = (t: string | null) =>
    send('PATCH', `${machinesPath}/a`, { metadata: { labels: { t } } }, mergePatch);
  await label('1');
  assert.equal(await next(), 'ADDED a');
  await label('2');
  assert.equal(await next(), 'MODIFIED a');
  await label(null);
  assert.equal(await next(), 'DELETED a');
});

for (const query of [
  '&sendInitialEvents=true&resourceVersionMatch=NotOlderThan',
  '&resourceVersion=0',
  '',
]) {
  test(`ends initial events with an annotated bookmark: ${query}`, async (t) => {
    const { server, send } = testServer();
    await createAll(send, ['a']);
    const next = await openWatch(t, server, `${query}&allowWatchBookmarks=true`);
    assert.equal(await next(), 'ADDED a');
    assert.equal(await next(), 'BOOKMARK');
  });
}

test('ends a watch after its timeout, with a bookmark first if other objects changed', async (t) => {
  const clock = createFakeClock();
  const { server, send } = testServer({ clock });
  const { body } = await send('GET', machinesPath);
  const version = String(at(body, 'metadata.resourceVersion'));
  const query = `&labelSelector=t&allowWatchBookmarks=true&resourceVersion=${version}&timeoutSeconds=10`;
  const next = await openWatch(t, server, query);
  const first = next();
  await createAll(send, ['a']);
  await clock.advance(8000);
  assert.equal(await first, 'BOOKMARK');
  const last = next();
  await clock.advance(2000);
  assert.equal(await last, 'end');
});

test('sends a bookmark every minute after the first change of any kind', async (t) => {
  const clock = createFakeClock();
  const { server, send } = testServer({ clock });
  const path = `${machinesPath}?watch=true&allowWatchBookmarks=true`;
  const { body } = await send('GET', machinesPath);
  const version = String(at(body, 'metadata.resourceVersion'));
  t.after(() => server.close());
  const response = await server.handle({
    method: 'GET',
    path: `${path}&resourceVersion=${version}`,
  });
  const next = lineReader(response.body);
  let line = next();
  let isRead = false;
  void line.then(() => (isRead = true));
  await clock.advance(120_000);
  assert.equal(isRead, false, 'the client knows this version');
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'other' } };
  const { body: other } = await send('POST', '/api/v1/namespaces', namespace);
  for (let times = 0; times < 2; times++) {
    await clock.advance(60_000);
    const event = JSON.parse((await line) ?? '') as JsonObject;
    assert.equal(at(event, 'type'), 'BOOKMARK');
    assert.equal(
      at(event, 'object.metadata.resourceVersion'),
      at(other, 'metadata.resourceVersion'),
    );
    line = next();
  }
  await server.close();
  await line;
});

test('ignores a shardSelector, as kube-apiserver without the feature gate', async (t) => {
  const { server, send } = testServer();
  await createAll(send, ['a']);
  for (const selector of ['shardRange(object.metadata.uid, "0x0", "0x0")', 'invalid']) {
    const query = `shardSelector=${encodeURIComponent(selector)}`;
    const { status, body } = await send('GET', `${machinesPath}?${query}`);
    assert.deepEqual([status, names(body)], [200, ['a']]);
    const next = await openWatch(t, server, `&resourceVersion=0&${query}`);
    assert.equal(await next(), 'ADDED a');
  }
});

test('sends changes between the response and its first read', async (t) => {
  const { server, send } = testServer();
  const query = '&sendInitialEvents=false&resourceVersionMatch=NotOlderThan';
  const next = await openWatch(t, server, query);
  await createAll(send, ['a']);
  assert.equal(await next(), 'ADDED a');
});

test('ends a watch that starts or falls behind the history with 410', async (t) => {
  const { server, send } = testServer({ watchHistory: 3 });
  await createAll(send, ['a']);
  const slow = await openWatch(t, server, '');
  assert.equal(await slow(), 'ADDED a');
  await createAll(send, ['b', 'c', 'd', 'e', 'f', 'g']);
  assert.equal(await slow(), 'ERROR 410');
  assert.equal(await slow(), 'end');
  const old = await openWatch(t, server, '&resourceVersion=2');
  assert.equal(await old(), 'ERROR 410');
});

test('ends the watch of an aborted request', async () => {
  const { server } = testServer();
  const abort = new AbortController();
  const path = `${machinesPath}?watch=true`;
  const response = await server.handle({ method: 'GET', path, signal: abort.signal });
  const text = response.text();
  abort.abort();
  assert.equal(await text, '');
});

test('supports many watches on one server and signal without warnings', async (t) => {
  const warnings: string[] = [];
  const note = (warning: Error): number => warnings.push(warning.message);
  process.on('warning', note);
  t.after(() => process.off('warning', note));
  const { server } = testServer();
  const { signal } = new AbortController();
  const path = `${machinesPath}?watch=true`;
  const watches = Array.from({ length: 20 }, () => server.handle({ method: 'GET', path, signal }));
  const texts = (await Promise.all(watches)).map((response) => response.text());
  await server.close();
  await Promise.all(texts);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(warnings, []);
});

test('shares the bytes of an event between watches of one resource', async (t) => {
  const { server, send } = testServer();
  t.after(() => server.close());
  const path = `${machinesPath}?watch=true`;
  const [one, two] = await Promise.all([1, 2].map(() => server.handle({ method: 'GET', path })));
  assert.ok(one && two);
  const iterators = [one, two].map((watch) => watch.body[Symbol.asyncIterator]());
  const reads = iterators.map((iterator) => iterator.next());
  await createAll(send, ['a']);
  const [first, second] = await Promise.all(reads);
  assert.ok(first && second);
  assert.equal(first.value, second.value);
});

test('ends a watch whose initial state is read too slowly with 410', async (t) => {
  const { server, send } = testServer({ watchHistory: 5 });
  const big = { image: 'x'.repeat(600_000) };
  for (const name of ['a', 'b', 'c', 'd']) await send('POST', machinesPath, machine(name, big));
  const read = await openWatch(t, server, '&resourceVersion=0');
  assert.equal(await read(), 'ADDED a');
  for (let i = 0; i < 6; i++) {
    await send('PATCH', `${machinesPath}/d`, { spec: { replicas: i } }, mergePatch);
  }
  assert.equal(await read(), 'ADDED b');
  assert.equal(await read(), 'ERROR 410');
  assert.equal(await read(), 'end');
});

test('sends the state at the start of the watch, even if it is read slowly', async (t) => {
  const { server, send } = testServer();
  const big = { image: 'x'.repeat(600_000) };
  for (const name of ['a', 'c', 'e', 'g']) await send('POST', machinesPath, machine(name, big));
  const read = await openWatch(t, server, '&resourceVersion=0');
  assert.equal(await read(), 'ADDED a');
  await createAll(send, ['b', 'f']);
  await send('DELETE', `${machinesPath}/e`);
  await send('PATCH', `${machinesPath}/g`, { spec: { replicas: 1 } }, mergePatch);
  const events: string[] = [];
  for (let i = 0; i < 7; i++) events.push(await read());
  const state = ['ADDED c', 'ADDED e', 'ADDED g'];
  assert.deepEqual(events, [...state, 'ADDED b', 'ADDED f', 'DELETED e', 'MODIFIED g']);
});

test('sends events of one turn of the event loop in one chunk', async (t) => {
  const { server, send } = testServer();
  t.after(() => server.close());
  const path = `${machinesPath}?watch=true`;
  const { body } = await server.handle({ method: 'GET', path });
  const chunks = body[Symbol.asyncIterator]();
  const first = chunks.next();
  await Promise.all(['a', 'b', 'c'].map((name) => send('POST', machinesPath, machine(name))));
  const { value } = (await first) as IteratorYieldResult<Uint8Array>;
  const text = new TextDecoder().decode(value);
  assert.ok(text.endsWith('\n'));
  const events = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as JsonObject);
  assert.deepEqual(
    events.map((event) => at(event, 'object.metadata.name')),
    ['a', 'b', 'c'],
  );
});

test('ends a watch without an event if its objects cannot be converted', async (t) => {
  const { server, send } = testServer();
  await createAll(send, ['a']);
  t.after(() => server.close());
  const accept = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';
  const { status, text } = await send('GET', `${machinesPath}?watch=true`, undefined, { accept });
  assert.deepEqual([status, text], [200, '']);
});

test('rejects a watch of a table with an invalid includeObject, and indents the error', async () => {
  const { send } = testServer();
  const accept = 'application/json;as=Table;g=meta.k8s.io;v=v1';
  const path = `${machinesPath}?watch=true&includeObject=No`;
  const { status, text } = await send('GET', path, undefined, { accept });
  assert.equal(status, 400);
  assert.match(text, /^\{\n {2}"kind": "Status"/);
});

test('rejects a watch in YAML', async () => {
  const { send } = testServer();
  const accept = 'application/yaml, application/json';
  const { status, text } = await send('GET', `${machinesPath}?watch=true`, undefined, { accept });
  assert.equal(status, 406);
  assert.match(text, /application\/json;stream=watch/);
});

test('lists objects in YAML', async () => {
  const { send } = testServer();
  await createAll(send, ['a', 'b']);
  const { text } = await send('GET', machinesPath, undefined, { accept: 'application/yaml' });
  assert.match(
    text,
    /^apiVersion: test.tw\/v1\nitems:\n- apiVersion: test.tw\/v1\n {2}kind: Machine\n/,
  );
  assert.match(text, /\nkind: MachineList\nmetadata:\n {2}resourceVersion: "\d+"\n$/);
});

// As observed on kube-apiserver 1.37.2.
test('rejects a watch of one object whose field selector does not contain its name', async () => {
  const { send } = testServer();
  const path = '/api/v1/watch/namespaces/default/pods/a?timeoutSeconds=1&fieldSelector=';
  for (const selector of ['metadata.name=b', 'metadata.name!=a', 'spec.nodeName=a']) {
    const { status, body } = await send('GET', path + encodeURIComponent(selector));
    assert.deepEqual(
      [status, body['reason'], body['message']],
      [400, 'BadRequest', "fieldSelector metadata.name doesn't match requested name"],
    );
  }
});

test('watches one object by its path', async () => {
  const { server, send } = testServer();
  await send('POST', machinesPath, machine('a'));
  await send('POST', machinesPath, machine('b'));
  const path = `${machinesPath.replace('/v1/', '/v1/watch/')}/b?resourceVersion=0`;
  for (const query of ['', '&fieldSelector=,', '&fieldSelector=metadata.name=b']) {
    const { body } = await server.handle({ method: 'GET', path: path + query, headers: {} });
    assert.match((await lineReader(body)()) ?? '', /"name":"b"/);
  }
  await server.close();
});
