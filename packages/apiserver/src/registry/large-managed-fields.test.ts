import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@vmgen/base/json';
import { anyValue, keys, many, serverOf, thing, things } from '../testing/load-fixture.js';
import { applyPatch, at, mergePatch } from '../testing/test-server.js';

/** An object with many fields, which is larger than 1.5 MiB with their names in managedFields. */
const spec = (): JsonObject => ({
  ...Object.fromEntries(many(7000, (i) => [`${'k'.repeat(100)}${i}`, 1])),
  text: 'x'.repeat(300_000),
});

test('stores a new object that is too large with managed fields without them', async () => {
  const send = serverOf(anyValue);
  const { status, body } = await send('POST', things, thing(spec()));
  assert.equal(status, 201);
  assert.equal(at(body, 'metadata.managedFields'), undefined);
});

for (const verb of ['an update', 'a patch']) {
  test(`removes the managed fields of an object that ${verb} makes too large`, async () => {
    const send = serverOf(anyValue);
    const small = await send('POST', things, thing({ a: 1 }));
    assert.notEqual(at(small.body, 'metadata.managedFields'), undefined);
    const resourceVersion = String(at(small.body, 'metadata.resourceVersion'));
    const { status, body } =
      verb === 'a patch'
        ? await send('PATCH', `${things}/a`, { spec: spec() }, mergePatch)
        : await send('PUT', `${things}/a`, thing(spec(), { resourceVersion }));
    assert.equal(status, 200);
    assert.equal(at(body, 'metadata.managedFields'), undefined);
    const read = await send('GET', `${things}/a`);
    assert.equal(at(read.body, 'metadata.managedFields'), undefined);
  });
}

test('rejects an apply whose managed fields make an object too large', async () => {
  const send = serverOf(anyValue);
  const { status, body } = await send(
    'PATCH',
    `${things}/a?fieldManager=x`,
    thing(spec()),
    applyPatch,
  );
  assert.equal(status, 500);
  assert.equal(body['message'], 'etcdserver: request is too large');
});

test('keeps the managed fields of an object that fits with them', async () => {
  const send = serverOf(anyValue);
  const { body } = await send('POST', things, thing(keys(100)));
  assert.notEqual(at(body, 'metadata.managedFields'), undefined);
});
