import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOlderVersion } from './resource-version.js';

const NUMBERS = ['0', '9', '10', '99', '100', '18446744073709551615', '184467440737095516150'];
const OPAQUE = ['', 'a', '1a', '-1', ' 1', '1.5', '٣'];

test('decimal versions are compared as numbers of any size', () => {
  for (const a of NUMBERS) {
    for (const b of NUMBERS) assert.equal(isOlderVersion(a, b), BigInt(a) < BigInt(b), `${a} ${b}`);
  }
});

test('no version is older than an opaque or missing one, or the reverse', () => {
  for (const a of [...OPAQUE, undefined]) {
    for (const b of [...NUMBERS, ...OPAQUE, undefined]) {
      assert.equal(isOlderVersion(a, b), false, `${a} ${b}`);
      assert.equal(isOlderVersion(b, a), false, `${b} ${a}`);
    }
  }
});
