import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LineSplitter } from './line-splitter.js';

test('a chunk that ends one line and begins another keeps both whole, wherever chunks are cut', () => {
  const lines = Array.from({ length: 40 }, (_, i) => `${i}:${'abc'.repeat((i * 7) % 23)}`);
  const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
  for (let size = 1; size <= 120; size++) {
    const splitter = new LineSplitter();
    const got: string[] = [];
    for (let at = 0; at < bytes.length; at += size) {
      for (const line of splitter.push(bytes.subarray(at, at + size))) got.push(String(line));
    }
    assert.deepEqual(got, lines, `chunks of ${size} bytes`);
  }
});
