import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type JsonValue, parseJson } from '@vmgen/base/json';
import { requestWork } from '../request/request-work.js';
import { applyJsonPatch } from './json-patch.js';

const generic = {
  code: 422,
  reason: 'Invalid',
  message: 'the server rejected our request due to an error in our request',
};

describe('applyJsonPatch', () => {
  const cases: [title: string, document: JsonValue, patch: JsonValue, result: JsonValue][] = [
    [
      'adds an item at the end of a list',
      { a: [1] },
      [{ op: 'add', path: '/a/-', value: 2 }],
      { a: [1, 2] },
    ],
    [
      'inserts before a negative index',
      { a: [1] },
      [{ op: 'add', path: '/a/-2', value: 0 }],
      { a: [0, 1] },
    ],
    [
      'removes an item at a negative index',
      { a: [1, 2] },
      [{ op: 'remove', path: '/a/-1' }],
      { a: [1] },
    ],
    ['replaces an absent field', {}, [{ op: 'replace', path: '/a', value: 1 }], { a: 1 }],
    ['replaces the document', {}, [{ op: 'replace', path: '', value: [1] }], [1]],
    ['moves a field', { a: 1 }, [{ op: 'move', from: '/a', path: '/b' }], { b: 1 }],
    ['copies an absent field as null', {}, [{ op: 'copy', from: '/a', path: '/b' }], { b: null }],
    ['resolves escaped names', { 'a/b~1': 1 }, [{ op: 'remove', path: '/a~1b~01' }], {}],
    ['treats an absent field as null in a test', {}, [{ op: 'test', path: '/a', value: null }], {}],
    ['adds null if the operation has no value', {}, [{ op: 'add', path: '/a' }], { a: null }],
    ['ignores text before the first slash', {}, [{ op: 'add', path: 'x/a', value: 1 }], { a: 1 }],
    ['treats a null patch as an empty patch', { a: 1 }, null, { a: 1 }],
  ];
  for (const [title, document, patch, result] of cases) {
    test(title, () => {
      const before = structuredClone(document);
      assert.deepEqual(applyJsonPatch(document, patch, requestWork()), result);
      assert.deepEqual(document, before);
    });
  }

  const failing: [title: string, operation: JsonValue][] = [
    ['a failed test', { op: 'test', path: '/a', value: [] }],
    ['an index beyond the end of the list', { op: 'add', path: '/a/3', value: 1 }],
    ['a replacement beyond the end of the list', { op: 'replace', path: '/a/1', value: 1 }],
    ['a missing container', { op: 'add', path: '/x/y', value: 1 }],
    ['the removal of an absent field', { op: 'remove', path: '/x' }],
    ['an inherited name', { op: 'remove', path: '/constructor' }],
    ['an unknown operation', { op: 'merge', path: '/a' }],
    ['an operation without a path', { op: 'add', value: 1 }],
    ['a null operation', null],
  ];
  for (const [title, operation] of failing) {
    test(`returns 422 for ${title}`, () => {
      assert.throws(() => applyJsonPatch({ a: [1] }, [operation], requestWork()), generic);
    });
  }

  test('rejects copies of more than 3 MiB', () => {
    const doubling = { op: 'copy', from: '/a', path: '/a/-' };
    assert.throws(
      () => applyJsonPatch({ a: ['x'.repeat(1000)] }, Array(30).fill(doubling), requestWork()),
      generic,
    );
  });

  test('rejects more than 10,000 operations', () => {
    const patch = Array<JsonValue>(10_001).fill({ op: 'test', path: '/a' });
    assert.throws(() => applyJsonPatch({}, patch, requestWork()), {
      code: 413,
      message:
        'Request entity too large: The allowed maximum operations in a JSON patch is 10000, got 10001',
    });
  });

  test('reports invalid patches', () => {
    const message = (into: string): string =>
      `error decoding patch: json: cannot unmarshal ${into}`;
    assert.throws(() => applyJsonPatch({}, {}, requestWork()), {
      code: 400,
      message: message('object into Go value of type []handlers.jsonPatchOp'),
    });
    assert.throws(() => applyJsonPatch({}, [5], requestWork()), {
      message: message('number into Go value of type handlers.jsonPatchOp'),
    });
    assert.throws(() => applyJsonPatch({}, [{ op: 5 }], requestWork()), {
      message: message('number into Go struct field jsonPatchOp.op of type string'),
    });
  });

  test('sets __proto__ as a field', () => {
    const result = applyJsonPatch(
      {},
      [{ op: 'add', path: '/__proto__', value: { x: 1 } }],
      requestWork(),
    );
    assert.equal(JSON.stringify(result), '{"__proto__":{"x":1}}');
    assert.equal(Reflect.get({}, 'x'), undefined);
  });

  test('preserves integers beyond 2^53', () => {
    const document = parseJson('{"a":9007199254740993}');
    const patch = [{ op: 'copy', from: '/a', path: '/b' }];
    assert.deepEqual(applyJsonPatch(document, patch, requestWork()), {
      a: 9007199254740993n,
      b: 9007199254740993n,
    });
  });
});
