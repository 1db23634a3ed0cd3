import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, isInvalidRequest } from './errors.js';

/** Responses of kube-apiserver: packages/apiserver/testdata/recorded. */
const rows: readonly (readonly [code: number, reason: string, message: string, boolean])[] = [
  [422, 'Invalid', 'Gadget "a" is invalid: spec.size: Required value', true],
  [400, 'BadRequest', 'the object provided is unrecognized', true],
  [413, 'RequestEntityTooLarge', 'Request entity too large: limit is 3145728', true],
  [415, 'UnsupportedMediaType', 'the body of the request was in an unknown format', true],
  [405, 'MethodNotAllowed', 'create is not supported on resources of kind "x"', true],
  [406, 'NotAcceptable', 'only the following media types are accepted: application/json', true],
  [422, '', 'a proxy response without a reason', true],
  [
    500,
    '',
    'failed to create typed patch object (/base; apps/v1, Kind=Deployment): ' +
      '.spec.template.spec.containers: duplicate entries for key [name="a"]',
    true,
  ],
  [500, '', 'failed to create typed live object (/base; apps/v1, Kind=Deployment): .spec', false],
  [500, 'InternalError', 'Internal error occurred: failed calling webhook "w"', false],
  [403, 'Forbidden', 'gadgets is forbidden: User "x" cannot create', false],
  [404, 'NotFound', 'gadgets "a" not found', false],
  [409, 'Conflict', 'the object has been modified', false],
  [429, 'TooManyRequests', 'too many requests', false],
  [503, 'ServiceUnavailable', 'starting', false],
];

for (const [code, reason, message, expected] of rows) {
  test(`isInvalidRequest returns ${expected} for ${code} ${reason || message}`, () => {
    assert.equal(isInvalidRequest(new ApiError({ code, reason, message })), expected);
  });
}

test('isInvalidRequest returns false for other errors', () => {
  assert.equal(isInvalidRequest(new Error('failed to create typed patch object')), false);
  assert.equal(isInvalidRequest(undefined), false);
});
