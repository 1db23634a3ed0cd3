import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JSONSchemaProps } from '@vmgen/crd';
import { compileText, fileText, diagnosticTexts, kindWith } from '../testing/compile-text.js';
import { limitDescriptions } from './limit-descriptions.js';

/** The output of controller-gen v0.23.0 with `crd:maxDescLen=20`, except that it splits a long ellipsis. */
const CUT_AT_20: readonly (readonly [title: string, text: string, cut: string])[] = [
  ['what fits stays', 'Exactly twenty long.', 'Exactly twenty long.'],
  ['the last whole sentence ends it', 'One. Two! Three is too long.', 'One. Two!'],
  ['a dot inside a word is an end as well', 'The file a.txt is what it is', 'The file a.'],
  [
    'without a sentence the last whole word ends it, and dots',
    'A text that has no end in sight',
    'A text that has no...',
  ],
  [
    'without words it is cut anywhere',
    'https://example.com/a-long-path'.replaceAll('.', '-'),
    'https://example-com/...',
  ],
  ['a dot at the start ends nothing', '.hidden files and so on and on', '.hidden files and...'],
  ['the ends of other scripts count', '短い文。もう一つの長い文です', '短い文。'],
  ['length is counted in bytes', 'äääääääääää', 'ääääääääää...'],
  ['line breaks are kept', 'One.\n\nTwo.\nThree and so on', 'One.\n\nTwo.'],
];
for (const [title, description, cut] of CUT_AT_20) {
  test(`descriptions are cut at 20 bytes: ${title}`, () => {
    assert.deepEqual(limitDescriptions({ description }, 20), { description: cut });
  });
}

test('no character is cut in two', () => {
  assert.deepEqual(limitDescriptions({ description: 'ä€😀' }, 8), { description: 'ä€...' });
});

test('shortens a shared object once', () => {
  const part = { description: 'A text that has no end in sight' };
  const cut = limitDescriptions({ properties: { a: part, b: { items: part } } }, 20);
  const once = { description: 'A text that has no...' };
  assert.deepEqual(cut, { properties: { a: once, b: { items: once } } });
});

const NESTED: JSONSchemaProps = {
  description: 'Root.',
  properties: {
    list: { description: 'List.', items: { description: 'Item.', type: 'object' } },
    map: { additionalProperties: { description: 'Value.' } },
    description: { type: 'string' },
  },
};

test('0 leaves out all descriptions, however deep, and nothing else', () => {
  assert.deepEqual(limitDescriptions(NESTED, 0), {
    properties: {
      list: { items: { type: 'object' } },
      map: { additionalProperties: {} },
      description: { type: 'string' },
    },
  });
  assert.equal(NESTED.description, 'Root.');
});

const SOURCE = kindWith('  /** The first. And the second one. */\n  a: string;');

test('the CRD that is applied and that of the fake have descriptions of the length asked for', () => {
  const compiled = compileText({ 'example/v1/types.ts': SOURCE }, { maxDescLen: 12 });
  assert.deepEqual(diagnosticTexts(compiled), []);
  for (const path of ['crds/example.com_things.yaml', 'testing/example/crds.ts']) {
    assert.match(fileText(compiled, path), /description: '?The first\.'?,?\n/, path);
  }
  const none = compileText({ 'example/v1/types.ts': SOURCE }, { maxDescLen: 0 });
  assert.doesNotMatch(fileText(none, 'crds/example.com_things.yaml'), /description/);
});
