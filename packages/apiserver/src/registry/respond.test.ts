import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '@vmgen/runtime/testing';
import { isJsonObject } from '@vmgen/base/json';
import { at, machine, machinesPath, testServer } from '../testing/test-server.js';

test('sends a long list or table in pieces', async () => {
  // Both answers of a table show the same ages.
  const { server, send } = testServer({ clock: createFakeClock() });
  for (let i = 0; i < 20; i++) {
    await send('POST', machinesPath, machine(`m${i}`, { image: 'x'.repeat(20_000) }));
  }
  const path = `${machinesPath}?includeObject=Object`;
  for (const accept of [
    'application/json',
    'application/yaml',
    'application/json;as=Table;v=v1;g=meta.k8s.io',
  ]) {
    const get = () => server.handle({ method: 'GET', path, headers: { accept } });
    const chunks: Uint8Array[] = [];
    for await (const chunk of (await get()).body) chunks.push(chunk);
    assert.ok(chunks.length > 1, accept);
    assert.ok(Buffer.concat(chunks).length > 400_000);
    assert.equal(Buffer.concat(chunks).toString(), await (await get()).text(), accept);
  }
});

test('names the type of each object in a table of a list', async () => {
  const { send } = testServer();
  const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io';
  for (const path of [
    '/api/v1/namespaces',
    '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
  ]) {
    const { body } = await send('GET', `${path}?includeObject=Object`, undefined, { accept });
    const rows = Array.isArray(body['rows']) ? body['rows'].filter(isJsonObject) : [];
    assert.ok(rows.length > 0);
    const one = await send('GET', `${path}/${String(at(body, 'rows.0.object.metadata.name'))}`);
    for (const { object } of rows) {
      assert.ok(isJsonObject(object));
      assert.deepEqual(
        [object['apiVersion'], object['kind']],
        [one.body['apiVersion'], one.body['kind']],
      );
      assert.ok(object['spec'] !== undefined);
    }
  }
});
