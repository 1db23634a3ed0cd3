import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeRandom } from '../testing/fake-random.js';
import { randomHex, randomUuid } from './random.js';

const VERSION_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('a UUID has version 4, and repeats with the seed only', () => {
  const uuids = (seed: number): string[] => {
    const random = createFakeRandom(seed);
    return Array.from({ length: 1000 }, () => randomUuid(random));
  };
  const first = uuids(1);
  assert.deepEqual(
    first.filter((each) => !VERSION_4.test(each)),
    [],
  );
  assert.equal(new Set([...first, ...uuids(2)]).size, 2000);
  assert.deepEqual(uuids(1), first);
  assert.match(randomUuid(), VERSION_4);
  assert.notEqual(randomUuid(), randomUuid());
});

test('hexadecimal digits have the given number, with and without a seed', () => {
  assert.match(randomHex(5, createFakeRandom(3)), /^[0-9a-f]{5}$/);
  assert.match(randomHex(5), /^[0-9a-f]{5}$/);
  assert.notEqual(randomHex(16), randomHex(16));
});

test('a fake source is spread evenly', () => {
  const random = createFakeRandom(7);
  const counts = Array.from({ length: 10 }, () => 0);
  for (let i = 0; i < 10_000; i++) {
    const tenth = Math.floor(random() * 10);
    counts[tenth] = (counts[tenth] ?? 0) + 1;
  }
  assert.ok(
    counts.every((count) => count > 900 && count < 1100),
    counts.join(' '),
  );
});
