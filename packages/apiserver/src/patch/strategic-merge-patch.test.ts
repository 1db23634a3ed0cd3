import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject } from '@vmgen/base/json';
import type { JSONSchemaProps } from '@vmgen/crd';
import type { PatchSchema } from '../data/patch-schema.js';
import { requestWork } from '../request/request-work.js';
import { applyStrategicMergePatch } from './strategic-merge-patch.js';

const text: JSONSchemaProps = { type: 'string' };
const tags: PatchSchema = { type: 'array', items: text, 'x-kubernetes-patch-strategy': 'merge' };
const conditions: PatchSchema = {
  type: 'array',
  items: { type: 'object', properties: { type: text, status: text } },
  'x-kubernetes-patch-strategy': 'merge',
  'x-kubernetes-patch-merge-key': 'type',
};
const schema: PatchSchema = {
  type: 'object',
  properties: {
    tags,
    args: { type: 'array', items: text },
    conditions,
  },
};

const ready = { type: 'Ready', status: 'False' };
const up = { type: 'Up', status: 'True' };

describe('applyStrategicMergePatch', () => {
  const cases: [title: string, target: JsonObject, patch: JsonObject, result: JsonObject][] = [
    [
      'merges objects, and removes fields that are null in the patch',
      { a: { b: 1, c: 2 } },
      { a: { b: null } },
      { a: { c: 2 } },
    ],
    [
      'updates an event series',
      { series: { count: 1 } },
      { series: { count: 2 } },
      { series: { count: 2 } },
    ],
    ['replaces an atomic list', { args: ['a'] }, { args: ['b'] }, { args: ['b'] }],
    [
      'adds new items of a set before the existing ones',
      { tags: ['a'] },
      { tags: ['b'] },
      { tags: ['b', 'a'] },
    ],
    [
      'merges a list by key',
      { conditions: [ready, up] },
      { conditions: [{ type: 'Up', status: 'False' }] },
      { conditions: [ready, { type: 'Up', status: 'False' }] },
    ],
    [
      'deletes an element',
      { conditions: [ready, up] },
      { conditions: [{ type: 'Up', $patch: 'delete' }] },
      { conditions: [ready] },
    ],
    [
      'replaces a list with a merge strategy if a directive requests it',
      { conditions: [ready] },
      { conditions: [up, { $patch: 'replace' }] },
      { conditions: [up] },
    ],
    ['replaces an object', { a: { b: 1 } }, { a: { c: 2, $patch: 'replace' } }, { a: { c: 2 } }],
    ['empties an object', { a: { b: 1 } }, { a: { $patch: 'delete' } }, { a: {} }],
    [
      'removes keys that are not in $retainKeys',
      { a: { b: 1, c: 2 } },
      { a: { $retainKeys: ['b'], b: 3 } },
      { a: { b: 3 } },
    ],
    [
      'deletes an item of a set',
      { tags: ['a', 'b'] },
      { '$deleteFromPrimitiveList/tags': ['a'] },
      { tags: ['b'] },
    ],
    [
      'sorts a list in the requested order',
      { conditions: [ready, up] },
      { '$setElementOrder/conditions': [{ type: 'Up' }, { type: 'Ready' }] },
      { conditions: [up, ready] },
    ],
    [
      'merges the lists of metadata',
      { metadata: { finalizers: ['a.b/x'] } },
      { metadata: { finalizers: ['a.b/y'] } },
      { metadata: { finalizers: ['a.b/y', 'a.b/x'] } },
    ],
    [
      'removes directives and null fields from new values',
      {},
      { a: [{ $patch: 'delete' }, { b: null }] },
      { a: [{}] },
    ],
  ];
  for (const [title, target, patch, result] of cases) {
    test(title, () => {
      const before = structuredClone(target);
      assert.deepEqual(applyStrategicMergePatch(target, patch, requestWork(), schema), result);
      assert.deepEqual(target, before);
    });
  }

  test('removes used nulls and directives from the patch', () => {
    const patch = {
      a: { b: null, c: [{ d: null }, null] },
      l: { x: null },
      $retainKeys: ['a', 'l'],
    };
    applyStrategicMergePatch({ a: 1, l: { x: 1 } }, patch, requestWork(), schema);
    assert.deepEqual(patch, { a: { c: [{}, null] }, l: { x: null } });
  });

  const refused: [title: string, patch: JsonObject, code: number, message: string][] = [
    [
      'an unknown directive',
      { a: { $patch: 'x' } },
      500,
      'unknown patch type: x in map: map[$patch:x]',
    ],
    [
      'an element without its key',
      { conditions: [{ status: 'True' }] },
      500,
      'map: map[status:True] does not contain declared merge key: type',
    ],
    [
      'keys that are not in $retainKeys',
      { $retainKeys: ['a'], b: 1 },
      400,
      'invalid patch format of retainKeys',
    ],
    [
      'an order that does not contain all elements',
      { tags: ['a', 'b'], '$setElementOrder/tags': ['a'] },
      500,
      "The order in patch list:\n[a b]\n doesn't match $setElementOrder list:\n[a]\n",
    ],
  ];
  for (const [title, patch, code, message] of refused) {
    test(`rejects ${title}`, () => {
      const target = { a: {}, tags: ['x'], conditions: [ready] };
      assert.throws(() => applyStrategicMergePatch(target, patch, requestWork(), schema), {
        code,
        message,
      });
    });
  }
});
