import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeHex, encodeUtf8 } from '../bytes/index.js';
import * as browser from './digest.browser.js';
import * as node from './digest.js';

const TEXTS = ['', 'abc', '€', 'a'.repeat(1_000_000)];

test('computes known digests', () => {
  // FIPS 180-2, appendices B.1 and C.1; RFC 4231, test case 2.
  const key = encodeUtf8('Jefe');
  for (const { sha256, sha512, hmacSha256 } of [node, browser]) {
    assert.equal(
      encodeHex(sha256('abc')),
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
    assert.match(encodeHex(sha512('abc')), /^ddaf35a193617aba.*2a9ac94fa54ca49f$/);
    assert.match(encodeHex(hmacSha256(key, 'what do ya want for nothing?')), /^5bdcc146.*ec3843$/);
  }
});

test('computes the same digests in Node and in browsers', () => {
  for (const text of TEXTS) {
    for (const name of ['sha256', 'sha512'] as const) {
      assert.deepEqual(new Uint8Array(node[name](text)), browser[name](text));
      assert.deepEqual(node[name](encodeUtf8(text)), node[name](text));
    }
    const key = encodeUtf8('key');
    assert.deepEqual(new Uint8Array(node.hmacSha256(key, text)), browser.hmacSha256(key, text));
  }
});
