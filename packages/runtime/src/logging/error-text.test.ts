import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorText, textWithCauses } from './error-text.js';

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

test('the text of an error with causes has each cause that no message before contains', () => {
  const refused = new Error('refused');
  const failed = new Error('fetch failed', { cause: refused });
  const shown = new Error('cannot read /k: no such file', { cause: new Error('no such file') });
  const outer = new Error('no page', { cause: failed });
  assert.equal(textWithCauses(outer), 'no page: fetch failed: refused');
  assert.equal(textWithCauses(shown), 'cannot read /k: no such file');
});

test('the text of an error that is the cause of its own cause ends', () => {
  const inner: Error = new Error('inner');
  const outer = new Error('outer', { cause: inner });
  inner.cause = outer;
  assert.match(textWithCauses(outer), /^outer: inner: outer/);
});
