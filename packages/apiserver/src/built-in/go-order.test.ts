import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { stringifyJson, type JsonObject } from '@vmgen/base/json';
import { BuiltInTypes } from './built-in-types.js';

const types = new BuiltInTypes();

const printed = (component: string, object: JsonObject): string =>
  stringifyJson(types.inOrder(`io.k8s.api.${component}`, object));

describe('the order of fields', () => {
  test('follows the Go struct, even if its protobuf numbers have another order', () => {
    const map = {
      data: { b: '1', a: '2' },
      metadata: {},
      immutable: true,
      apiVersion: 'v1',
      kind: 'K',
    };
    assert.equal(
      printed('core.v1.ConfigMap', map),
      '{"kind":"K","apiVersion":"v1","metadata":{},"immutable":true,"data":{"a":"2","b":"1"}}',
    );
  });

  test('follows the structs in lists and maps', () => {
    const spec = {
      containers: [{ image: 'i', name: 'n' }],
      volumes: [{ emptyDir: {}, name: 'v' }],
    };
    assert.equal(
      printed('core.v1.Pod', { spec, metadata: { uid: 'u', labels: { b: '', a: '' }, name: 'p' } }),
      '{"metadata":{"name":"p","uid":"u","labels":{"a":"","b":""}},' +
        '"spec":{"volumes":[{"name":"v","emptyDir":{}}],"containers":[{"name":"n","image":"i"}]}}',
    );
  });

  test('is unchanged in values of arbitrary JSON', () => {
    const data = { b: 1, a: { d: 1, c: 2 } };
    assert.equal(
      printed('apps.v1.ControllerRevision', { revision: 1, data }),
      '{"data":{"b":1,"a":{"d":1,"c":2}},"revision":1}',
    );
  });

  test('returns the same object if its fields are in order', () => {
    const object = {
      kind: 'ConfigMap',
      metadata: { name: 'a', labels: { a: '', b: '' } },
      data: {},
    };
    assert.equal(types.inOrder('io.k8s.api.core.v1.ConfigMap', object), object);
  });
});
