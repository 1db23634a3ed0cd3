import assert from 'node:assert/strict';
import { test } from 'node:test';
import { labelSelectorFrom, parseLabelSelector } from './label-selector.js';
import type { LabelSelector } from './types.js';

// test/unit/selectors.test.ts compares how selectors are parsed, printed and matched with recorded answers of apimachinery.

test('an absent map of labels has no labels', () => {
  assert.equal(parseLabelSelector('!app').matches(undefined), true);
  assert.equal(parseLabelSelector('app').matches(undefined), false);
});

test('a list of values that ends after a comma is rejected', () => {
  assert.throws(() => parseLabelSelector('a in (,'), {
    name: 'SelectorError',
    message: "unable to parse requirement: found '', expected: ',', or identifier",
  });
});

test('labelSelectorFrom combines labels and expressions', () => {
  const selector: LabelSelector = {
    matchLabels: { b: '1' },
    matchExpressions: [
      { key: 'a', operator: 'In', values: ['x', 'y'] },
      { key: 'c', operator: 'DoesNotExist' },
    ],
  };
  assert.equal(String(labelSelectorFrom(selector)), 'a in (x,y),b=1,!c');
  assert.equal(labelSelectorFrom({}).matches({ any: 'thing' }), true);
  assert.throws(() => labelSelectorFrom({ matchExpressions: [{ key: 'a', operator: 'In' }] }), {
    message: "values: Invalid value: null: for 'in', 'notin' operators, values set can't be empty",
  });
  const wrong: LabelSelector = JSON.parse(
    '{"matchExpressions":[{"key":"a","operator":"toString"}]}',
  );
  assert.throws(() => labelSelectorFrom(wrong), {
    message: '"toString" is not a valid label selector operator',
  });
});

test('a number of millions of digits in a selector is not an integer', () => {
  const digits = '9'.repeat(1_000_000);
  const matches = (value: string): boolean => parseLabelSelector('a>5').matches({ a: value });
  assert.equal(matches(`${'0'.repeat(30)}6`), true);
  assert.equal(matches(digits), false);
  assert.throws(() => parseLabelSelector(`a>${digits}`), /the value must be an integer/);
});
