import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printValue } from './print-value.js';

test('prints a shared object as a copy at each position', () => {
  const part = { a: { b: 1 }, c: ['x'], 'd-e': [{ f: 'text' }], g: 'long '.repeat(18) };
  const value = { part, list: [part, [part]], deep: { part, deeper: { part } } };
  const copies = JSON.parse(JSON.stringify(value)) as object;
  assert.equal(printValue(value), printValue(copies));
});

test('prints a line for each property, however long its value is', () => {
  const text = 'long '.repeat(20);
  assert.equal(
    printValue({ text, list: [{ text }], texts: [text, text], none: {} }),
    `{
  text: '${text}',
  list: [
    {
      text: '${text}',
    },
  ],
  texts: ['${text}', '${text}'],
  none: {},
}`,
  );
});
