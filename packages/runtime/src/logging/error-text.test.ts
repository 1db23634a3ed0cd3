import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorText } from './error-text.js';

test('the text of a thrown value is its message, whatever was thrown', () => {
  const failing = {
    toString: () => {
      throw new Error('no text');
    },
  };
  const values = [
    new Error('lost'),
    new TypeError(),
    new AggregateError([new Error('a'), 'b']),
    new AggregateError([], 'all promises were rejected'),
    Object.assign(new Error('lost'), { message: 404 }),
    undefined,
    Object.create(null),
    failing,
    Object.assign(new Error('lost'), { message: failing }),
  ];
  assert.deepEqual(values.map(errorText), [
    ...['lost', 'TypeError', 'Error: a; b', 'all promises were rejected', '404', 'undefined'],
    ...['an error without a text', 'an error without a text', 'an error without a text'],
  ]);
});
