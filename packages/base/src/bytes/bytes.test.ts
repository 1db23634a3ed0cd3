import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as browser from './bytes.browser.js';
import * as node from './bytes.js';
import { decodeUtf8, encodeUtf8, tryDecodeUtf8 } from './index.js';

const LONG = 'a line\n'.repeat(20_000);
const TEXTS = [
  '',
  'a',
  'ä',
  '€',
  '😀',
  '\ud800',
  'a\udc00b',
  '\ud83d€',
  '\ufeffmark',
  '\0',
  LONG,
  `${LONG}😀€`,
];

/** All bytes, and the starts of this list for each remainder of a division by three. */
const BYTES = [0, 1, 2, 3, 4, 5, 256].map((length) =>
  Uint8Array.from({ length }, (_, i) => 255 - i),
);

test('counts and decodes the bytes of text in browsers as in Node', () => {
  for (const text of TEXTS) {
    assert.equal(node.byteLength(text), encodeUtf8(text).length);
    assert.equal(browser.byteLength(text), encodeUtf8(text).length);
    const bytes = new TextEncoder().encode(`x${text}`).subarray(1);
    assert.equal(browser.decodeUtf8(bytes), node.decodeUtf8(bytes));
    assert.equal(decodeUtf8(bytes), text.replace(/\p{Cs}/gu, '\ufffd'));
  }
  for (const { decodeUtf8: decode } of [node, browser]) {
    assert.equal(decode(Uint8Array.of(0x61, 0xff, 0x62)), 'a\ufffdb');
  }
});

test('recognizes bytes that are not UTF-8', () => {
  assert.equal(tryDecodeUtf8(encodeUtf8('\ufeffa€😀')), '\ufeffa€😀');
  assert.equal(tryDecodeUtf8(Uint8Array.of(0x61, 0xff)), undefined);
  assert.equal(tryDecodeUtf8(encodeUtf8('€').subarray(0, 2)), undefined);
});

test('encodes base64 and hexadecimal digits in browsers as in Node', () => {
  for (const bytes of BYTES) {
    for (const name of ['encodeBase64', 'encodeBase64Url', 'encodeHex'] as const) {
      assert.equal(browser[name](bytes), node[name](bytes), name);
    }
    for (const { decodeBase64, decodeHex } of [node, browser]) {
      assert.deepEqual(decodeBase64(node.encodeBase64(bytes)), bytes);
      assert.deepEqual(decodeBase64(node.encodeBase64Url(bytes)), bytes);
      assert.deepEqual(decodeHex(node.encodeHex(bytes)), bytes);
    }
  }
});

test('decodes base64 of other forms in browsers as in Node', () => {
  const texts = [
    'YQ',
    'YWI',
    'YW Jj\n',
    'YW*Jj',
    'YWJ',
    'Y',
    '=',
    '-_+/',
    'YQ==YWJj',
    'YWJjé',
    'YQ=x',
  ];
  for (const text of texts) {
    assert.deepEqual(browser.decodeBase64(text), node.decodeBase64(text), text);
  }
});
