import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseWarnings } from './request-sender.js';

/** A header as Node decodes it. */
const received = (header: string | Uint8Array): string => Buffer.from(header).toString('latin1');

test('the text of a warning is decoded as UTF-8', () => {
  assert.deepEqual(parseWarnings(received('299 - "größer als 5 → 4"')), ['größer als 5 → 4']);
});

test('bytes that are not UTF-8 are decoded as Latin-1', () => {
  const header = Buffer.from('299 - "gr\xf6\xdfer"', 'latin1');
  assert.deepEqual(parseWarnings(received(header)), ['größer']);
});
