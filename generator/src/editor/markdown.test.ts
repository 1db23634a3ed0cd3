import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fenced, inCode, plainText } from './markdown.js';

const TEXTS = ['', 'a', '`', '``a``', ' a ', '```\n+a\n```', 'a\n````', '$1 $& \\'];

test('Markdown shows a block as plain text with all of its characters', () => {
  for (const text of TEXTS) {
    const markdown = `first:\n\n${fenced(text, 'yaml')}\n\nlast`;
    assert.equal(plainText(markdown), `first:\n\n${text}\n\nlast`);
  }
});

test('Markdown shows code within a line as plain text', () => {
  for (const text of ['a', '`', '``a``', ' a ', '[`a`](b)', '$1']) {
    assert.equal(plainText(`- ${inCode(text)}: ${inCode('b')}`), `- ${text}: b`);
  }
});
