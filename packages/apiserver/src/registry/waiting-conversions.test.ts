import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOOK, serveThings, thing, things } from '../testing/converted-things.js';
import { at, applyPatch, lineReader, mergePatch } from '../testing/test-server.js';

/** The message of kube-apiserver at the end of a request. */
const TIMEOUT = 'Timeout: request did not complete within the allotted timeout';

const path = `${things('v2')}/hanging`;
const REQUESTS = [
  ['GET', path, undefined, {}],
  ['GET', things('v2'), undefined, {}],
  ['GET', `${path}/scale`, undefined, {}],
  ['POST', things('v2'), thing('v2', 'hanging-too'), {}],
  ['PUT', path, thing('v2', 'hanging'), {}],
  ['PATCH', path, { spec: { size: 2 } }, mergePatch],
  ['PATCH', `${path}/scale`, { spec: { replicas: 2 } }, mergePatch],
  ['PATCH', path, thing('v2', 'hanging', 2), applyPatch],
  ['DELETE', path, undefined, {}],
  ['DELETE', things('v2'), undefined, {}],
] as const;

for (const [method, url, body, headers] of REQUESTS) {
  test(`a ${method} of ${url} ends at its timeout while a conversion hangs`, async () => {
    const { send, clock, state } = serveThings();
    await send('POST', things('v1'), thing('v1', 'hanging'));
    const before = await send('GET', things('v1'));
    const pending = send(method, `${url}?timeout=2s&fieldManager=m`, body, headers);
    await clock.advance(2000);
    const answer = await pending;
    assert.deepEqual([answer.status, answer.body['message']], [504, TIMEOUT]);
    // Nothing is written later either.
    state.doesHang = false;
    await clock.advance(60_000);
    assert.equal((await send('GET', things('v1'))).text, before.text);
    assert.equal(clock.pendingTimers, 0);
  });
}

test('a list, a watch or a deletion of one name converts no other object', async () => {
  const { send, clock } = serveThings();
  for (const name of ['a', 'failing', 'hanging', 'z']) {
    await send('POST', things('v1'), thing('v1', name));
  }
  const named = `${things('v2')}?fieldSelector=metadata.name%3Da`;
  for (const query of ['', '&limit=1']) {
    const { body } = await send('GET', `${named}${query}`);
    assert.equal(at(body, 'items.length'), 1);
    assert.equal(at(body, 'metadata.continue'), undefined);
  }
  const watch = send('GET', `${named}&watch=true&timeoutSeconds=1`);
  await clock.advance(1000);
  assert.match((await watch).text, /^\{"type":"ADDED".*"a".*\n$/);
  assert.equal((await send('DELETE', named)).status, 200);
  const { body } = await send('GET', things('v1'));
  assert.equal(at(body, 'items.length'), 3);
});

test('a list ends after a minute, and calls the webhook no more', async () => {
  const { send, clock, state } = serveThings();
  for (let i = 0; i < 100; i++) await send('POST', things('v1'), thing('v1', `hanging-${i}`));
  const pending = send('GET', things('v2'));
  await clock.advance(60_000);
  assert.equal((await pending).status, 504);
  const { calls } = state;
  assert.ok(calls < 40, String(calls));
  await clock.advance(600_000);
  assert.equal(state.calls, calls);
});

test('an aborted write ends while a conversion hangs', async () => {
  const { server } = serveThings();
  const client = new AbortController();
  const pending = server.handle({
    method: 'POST',
    path: things('v2'),
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(thing('v2', 'hanging')),
    signal: client.signal,
  });
  client.abort(new Error('gone'));
  await assert.rejects(pending, /gone/);
});

for (const [title, query] of [
  ['initial events', '&resourceVersion=0'],
  [
    'the state that the client requests',
    '&sendInitialEvents=true&resourceVersionMatch=NotOlderThan',
  ],
] as const) {
  test(`a watch ends at its timeout while a conversion of ${title} hangs`, async () => {
    const { send, clock } = serveThings();
    await send('POST', things('v1'), thing('v1', 'hanging'));
    const pending = send('GET', `${things('v2')}?watch=true&timeoutSeconds=3${query}`);
    await clock.advance(3000);
    assert.equal((await pending).text, '');
  });
}

test('a watch sends the events before one whose conversion hangs, and ends at its timeout', async () => {
  const { server, send, clock } = serveThings();
  const version = String(at((await send('GET', things('v1'))).body, 'metadata.resourceVersion'));
  await send('POST', things('v1'), thing('v1', 'ready'));
  await send('POST', things('v1'), thing('v1', 'hanging'));
  const watch = `${things('v2')}?watch=true&timeoutSeconds=3&resourceVersion=${version}`;
  const { body } = await server.handle({ method: 'GET', path: watch });
  assert.ok(body !== null);
  const next = lineReader(body);
  assert.match((await next()) ?? '', /"ready"/);
  const end = next();
  await clock.advance(3000);
  assert.equal(await end, undefined);
});

test('a watch ends with a change of its definition while a conversion hangs', async () => {
  const { send } = serveThings();
  await send('POST', things('v1'), thing('v1', 'hanging'));
  const pending = send('GET', `${things('v2')}?watch=true&resourceVersion=0`);
  const name = 'customresourcedefinitions/things.test.example.com';
  const clientConfig = { url: `${HOOK}/other` };
  const change = { spec: { conversion: { webhook: { clientConfig } } } };
  await send('PATCH', `/apis/apiextensions.k8s.io/v1/${name}`, change, mergePatch);
  assert.equal((await pending).text, '');
});

for (const query of [
  'resourceVersion=0',
  'sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true',
  'resourceVersion=VERSION',
]) {
  test(`a watch with ${query} ends after its definition is deleted while a conversion hangs`, async () => {
    const { server, send, clock } = serveThings();
    const version = String(at((await send('GET', things('v1'))).body, 'metadata.resourceVersion'));
    await send('POST', things('v1'), thing('v1', 'hanging'));
    const watch = `${things('v2')}?watch=true&${query.replace('VERSION', version)}`;
    const { body } = await server.handle({ method: 'GET', path: watch });
    assert.ok(body !== null);
    const end = lineReader(body)();
    const name = 'customresourcedefinitions/things.test.example.com';
    await send('DELETE', `/apis/apiextensions.k8s.io/v1/${name}`);
    await clock.advance(1000);
    assert.equal(await end, undefined);
  });
}

test('a list fails before its converted objects exhaust the memory', async () => {
  const { send, state } = serveThings();
  for (let i = 0; i < 60; i++) await send('POST', things('v1'), thing('v1', `growing-${i}`));
  const { status, body } = await send('GET', things('v2'));
  assert.equal(status, 500);
  assert.match(String(at(body, 'message')), /the converted things take more than \d+ bytes$/);
  assert.ok(state.calls <= 20, String(state.calls));
  assert.equal((await send('GET', things('v1'))).status, 200);
});
