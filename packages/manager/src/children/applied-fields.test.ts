import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { containsStringData, ownsAll } from './applied-fields.js';
import { checkOwnership, kinds } from './random-ownership.test.helper.js';

type Json = Record<string, unknown>;

describe('ownsAll', () => {
  const owned = (fields: Json, spec: unknown, stored: unknown = spec): boolean =>
    ownsAll({ 'f:spec': fields }, { spec }, { spec: stored });

  test('requires all fields of a configuration', () => {
    assert.equal(owned({ 'f:a': {}, 'f:b': {} }, { a: 1 }), true);
    assert.equal(owned({ 'f:a': {} }, { a: 1, b: 2 }), false);
    assert.equal(ownsAll(undefined, { spec: { a: 1 } }, {}), false);
    assert.equal(ownsAll({}, { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } }, {}), true);
  });

  test('requires the items of sets and maps', () => {
    const ports = { 'k:{"port":80,"protocol":"TCP"}': { '.': {}, 'f:port': {} } };
    const stored = { ports: [{ port: 80, protocol: 'TCP' }] };
    assert.equal(owned({ 'f:ports': ports }, { ports: [{ port: 80 }] }, stored), true);
    assert.equal(owned({ 'f:ports': ports }, { ports: [{ port: 81 }] }, stored), false);
    assert.equal(owned({ 'f:tags': { 'v:"a"': {} } }, { tags: ['a'] }), true);
    assert.equal(owned({ 'f:tags': { 'v:"a"': {} } }, { tags: ['a', 'b'] }), false);
  });

  test('requires an entry for each item although one lacks a defaulted key', () => {
    const udp = { 'k:{"port":80,"protocol":"UDP"}': { '.': {}, 'f:port': {}, 'f:protocol': {} } };
    const ports = [{ port: 80 }, { port: 80, protocol: 'UDP' }];
    const stored = { ports: [{ port: 80, protocol: 'TCP' }, ports[1]] };
    assert.equal(owned({ 'f:ports': udp }, { ports }, stored), false);
    const tcp = { 'k:{"port":80,"protocol":"TCP"}': { '.': {}, 'f:port': {} } };
    assert.equal(owned({ 'f:ports': { ...udp, ...tcp } }, { ports }, stored), true);
  });

  test('requires the order of the items', () => {
    const tags = { 'v:"a"': {}, 'v:"b"': {} };
    const order = (stored: string[]) =>
      owned({ 'f:tags': tags }, { tags: ['a', 'b'] }, { tags: stored });
    assert.equal(order(['a', 'foreign', 'b']), true);
    assert.equal(order(['b', 'a']), false);
    const envs = { 'k:{"name":"A"}': { 'f:name': {} }, 'k:{"name":"B"}': { 'f:name': {} } };
    const env = [{ name: 'A' }, { name: 'B' }];
    assert.equal(owned({ 'f:env': envs }, { env }, { env: [{ name: 'C' }, ...env] }), true);
    assert.equal(owned({ 'f:env': envs }, { env }, { env: env.toReversed() }), false);
  });

  test('accepts an empty list that is absent', () => {
    const others = { 'f:name': {} };
    assert.equal(owned(others, { env: [] }, {}), true);
    assert.equal(owned(others, { env: [] }, { env: ['a'] }), false);
  });

  test('does not accept a list or an object that has lost its content', () => {
    assert.equal(owned({ 'f:tags': { '.': {} } }, { tags: ['a'] }), false);
    assert.equal(owned({ 'f:map': { '.': {} } }, { map: { a: 1 } }), false);
    assert.equal(owned({ 'f:tags': { '.': {} } }, { tags: [] }), true);
    assert.equal(owned({ 'f:whole': {} }, { whole: { a: 1 } }), true);
    assert.equal(owned({ 'f:free': {} }, { free: { a: 1 } }, { free: { a: 2 } }), false);
  });
});

test('containsStringData compares texts with the stored bytes', () => {
  const secret = { data: { a: Buffer.from('ü').toString('base64') } };
  assert.equal(containsStringData(secret, {}), true);
  assert.equal(containsStringData(secret, { stringData: { a: 'ü' } }), true);
  assert.equal(containsStringData(secret, { stringData: { a: 'u' } }), false);
  assert.equal(containsStringData({}, { stringData: { a: 'ü' } }), false);
});

for (const kind of kinds) {
  test(`${kind.resource.kind}: ownership shows each of some random changes`, (t) =>
    checkOwnership(kind, { runs: 40, t }));
}
