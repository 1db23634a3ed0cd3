import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { comparable } from '../record/exchanges/comparable.js';
import type { JsonObject } from '@vmgen/base/json';

const error: JsonObject = {
  status: 422,
  reason: 'Invalid',
  about: 'name base',
  message: 'Pod "base" is invalid: spec.a: Invalid value: "x": must be y',
  warnings: ['unknown field "b"'],
};
const object: JsonObject = { status: 201, object: { kind: 'A', list: [1, 2], message: '"a" b' } };
const refusal: JsonObject = { status: 400, message: 'error decoding patch: "a"' };
const several: JsonObject = { ...error, message: '[CAUSES]', causes: ['a: Required value: x'] };

const isSame = (a: JsonObject, b: JsonObject): boolean =>
  isDeepStrictEqual(comparable(a), comparable(b));

describe('answers with a difference that programs see are not alike:', () => {
  const cases: readonly [string, JsonObject, JsonObject][] = [
    ['the status', error, { ...error, status: 400 }],
    ['the reason', error, { ...error, reason: 'BadRequest' }],
    ['the details', error, { ...error, about: 'name other' }],
    ['a warning', error, { ...error, warnings: [] }],
    [
      'the field of the only cause',
      error,
      { ...error, message: 'Pod "base" is invalid: spec.b: Invalid value: 5' },
    ],
    [
      'the kind of the only cause',
      error,
      { ...error, message: 'Pod "base" is invalid: spec.a: Required value' },
    ],
    ['the start of a message', refusal, { ...refusal, message: 'error encoding patch: "a"' }],
    [
      'a message without quoted parts',
      { ...refusal, message: 'a b' },
      { ...refusal, message: 'a c' },
    ],
    ['the field of a cause', several, { ...several, causes: ['b: Required value: x'] }],
    ['the kind of a cause', several, { ...several, causes: ['a: Forbidden: x'] }],
    [
      'the number of causes',
      several,
      { ...several, causes: ['a: Required value', 'b: Forbidden'] },
    ],
    [
      'the order of a list',
      object,
      { status: 201, object: { kind: 'A', list: [2, 1], message: '"a" b' } },
    ],
    [
      'the message of an object',
      object,
      { status: 201, object: { kind: 'A', list: [1, 2], message: '"a" c' } },
    ],
  ];
  for (const [title, a, b] of cases) {
    test(title, () => {
      assert.equal(isSame(a, b), false);
    });
  }
});

describe('answers with a difference in texts are alike:', () => {
  const cases: readonly [string, JsonObject, JsonObject][] = [
    [
      'a quoted value',
      error,
      { ...error, message: 'Pod "base" is invalid: spec.a: Invalid value: {"a":1}: z' },
    ],
    ['a quoted document', refusal, { ...refusal, message: 'error decoding patch: {"a":1}: no' }],
    [
      'a repeated cause',
      error,
      {
        ...error,
        message: 'Pod "base" is invalid: [CAUSES]',
        causes: ['spec.a: Invalid value: 1', 'spec.a: Invalid value: 1'],
      },
    ],
    [
      'the order of keys',
      object,
      { object: { message: '"a" b', list: [1, 2], kind: 'A' }, status: 201 },
    ],
    ['an empty token', { items: [], continue: '' }, { items: [] }],
  ];
  for (const [title, a, b] of cases) {
    test(title, () => {
      assert.equal(isSame(a, b), true);
    });
  }
});
