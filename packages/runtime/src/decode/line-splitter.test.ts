import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LineSplitter, linesOf } from './line-splitter.js';

test('joins lines across chunks of any size', () => {
  const lines = Array.from({ length: 40 }, (_, i) => `${i}:${'abc'.repeat((i * 7) % 23)}`);
  const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
  for (let size = 1; size <= 120; size++) {
    const splitter = new LineSplitter();
    const got: string[] = [];
    for (let at = 0; at < bytes.length; at += size) {
      const lines = splitter.push(bytes.subarray(at, at + size));
      for (const line of linesOf(lines)) got.push(String(line));
    }
    assert.deepEqual(got, lines, `chunks of ${size} bytes`);
  }
});

test('copies chunks and omits blank lines', () => {
  const splitter = new LineSplitter();
  const chunk = Buffer.from('\n \r\na\n\n\tb\nc');
  const lines = splitter.push(chunk);
  chunk.fill('x');
  assert.deepEqual([...linesOf(lines)].map(String), ['a', '\tb']);
  assert.deepEqual([...linesOf(splitter.push(Buffer.from('d\n')))].map(String), ['cd']);
});

test('releases the buffer of a long line', () => {
  const splitter = new LineSplitter();
  splitter.push(Buffer.alloc(2 ** 22, 'x'));
  splitter.push(Buffer.from('y\nz'));
  const lines = splitter.push(Buffer.from('\n'));
  assert.deepEqual([...linesOf(lines)].map(String), ['z']);
  assert.ok(lines.bytes.buffer.byteLength < 2 ** 10);
});
