import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { RingBuffer } from './ring-buffer.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

describe('ring buffer', () => {
  test('returns items in order while it grows, wraps and becomes empty', () => {
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

  test('releases memory while it is emptied', () => {
    const count = 2 ** 20;
    const used = (): number => {
      collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    const ring = new RingBuffer<number>();
    const before = used();
    for (let i = 0; i < count; i++) ring.push(i);
    const full = used() - before;
    for (let i = 0; i < count - 1000; i++) assert.equal(ring.shift(), i);
    const left = used() - before;
    assert.ok(left < full / 4, `${left} of ${full} bytes`);
    for (let i = count - 1000; i < count; i++) assert.equal(ring.shift(), i);
  });
});
