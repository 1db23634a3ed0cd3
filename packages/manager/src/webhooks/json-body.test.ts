import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { JsonBody } from './json-body.js';

/** The estimated memory of a text besides the text, which is the same in parts of one byte and as a whole. */
function valueBytes(text: string): number {
  const body = new JsonBody(0);
  for (const byte of Buffer.from(text)) body.add(Buffer.of(byte));
  assert.equal(body.toString(), text);
  const whole = new JsonBody(body.bytes);
  whole.add(Buffer.from(text));
  assert.equal(whole.toString(), text);
  assert.equal(whole.memory, body.memory);
  return body.memory - body.bytes;
}

describe('the estimated memory of JSON', () => {
  test('counts values, not what looks like values in a text', () => {
    assert.equal(valueBytes('"{[,:\\"{[,:9007199254740993"'), valueBytes('""'));
    assert.equal(valueBytes('[[],{}]'), 2 * 56 + 64 + 8);
  });

  test('counts a name that follows others for the first time more than a known one', () => {
    const known = valueBytes('[{"a":0,"b":0},{"a":0,"b":0}]');
    const reordered = valueBytes('[{"a":0,"b":0},{"b":0,"a":0}]');
    assert.ok(reordered > known + 400, `${reordered}, ${known}`);
  });

  test('counts names that are numbers always', () => {
    const one = valueBytes('[{"7":0}]');
    assert.ok(valueBytes('[{"7":0},{"7":0}]') > one + 256);
  });
});
