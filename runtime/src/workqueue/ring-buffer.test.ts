import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RingBuffer } from './ring-buffer.js';

describe('ring buffer', () => {
  test('gives items back in order while it grows, wraps and runs empty', () => {
    const ring = new RingBuffer<number>();
    let pushed = 0;
    let shifted = 0;
    for (const [pushes, shifts] of [
      [10, 7],
      [5000, 4000],
      [3, 1006],
      [20, 5],
    ] as const) {
      for (let i = 0; i < pushes; i++) ring.push(pushed++);
      for (let i = 0; i < shifts; i++) assert.equal(ring.shift(), shifted++);
      assert.equal(ring.length, pushed - shifted);
    }
    ring.clear();
    assert.equal(ring.shift(), undefined);
  });
});
