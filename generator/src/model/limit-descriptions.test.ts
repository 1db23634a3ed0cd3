import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JSONSchemaProps } from '@vmgen/crd';
import { compileText, fileText, diagnosticTexts, kindWith } from '../testing/compile-text.js';
import { limitDescriptions } from './trim-descriptions.js';

/** The output of controller-gen v0.23.0 with `crd:maxDescLen=20`, except that it splits a long ellipsis. */
const CUT_AT_20: readonly (readonly [title: string, text: string, cut: string])[] = [
  ['keeps a text that fits', 'Exactly twenty long.', 'Exactly twenty long.'],
  ['ends after the last complete sentence', 'One. Two! Three is too long.', 'One. Two!'],
  [
    'treats a dot inside a word as the end of a sentence',
    'The file a.txt is what it is',
    'The file a.',
  ],
  [
    'ends after the last complete word if there is no complete sentence',
    'A text that has no end in sight',
    'A text that has no...',
  ],
  [
    'cuts inside a word if there is only one',
    'https://example.com/a-long-path'.replaceAll('.', '-'),
    'https://example-com/...',
  ],
  ['ignores a dot at the start', '.hidden files and so on and on', '.hidden files and...'],
  ['recognizes the full stops of other scripts', '短い文。もう一つの長い文です', '短い文。'],
  ['counts bytes, not characters', 'äääääääääää', 'ääääääääää...'],
  ['keeps line breaks', 'One.\n\nTwo.\nThree and so on', 'One.\n\nTwo.'],
];
for (const [title, description, cut] of CUT_AT_20) {
  test(`shortens a description to 20 bytes: ${title}`, () => {
    assert.deepEqual(limitDescriptions({ description }, 20), { description: cut });
  });
}

test('does not split a character', () => {
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

test('removes only the descriptions, at every depth, for a limit of 0', () => {
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

test('limits descriptions in the CRD manifest and in the CRD of the fake clientset', () => {
  const compiled = compileText({ 'example/v1/types.ts': SOURCE }, { maxDescLen: 12 });
  assert.deepEqual(diagnosticTexts(compiled), []);
  for (const path of ['crds/example.com_things.yaml', 'testing/example/crds.ts']) {
    assert.match(fileText(compiled, path), /description: '?The first\.'?,?\n/, path);
  }
  const none = compileText({ 'example/v1/types.ts': SOURCE }, { maxDescLen: 0 });
  assert.doesNotMatch(fileText(none, 'crds/example.com_things.yaml'), /description/);
});
