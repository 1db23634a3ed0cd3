import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SharedLimit } from './shared-limit.js';

/** Takes one at a time until it is refused, and returns how many there were. */
function takeAll(limit: SharedLimit, ...users: string[]): number {
  let taken = 0;
  while (limit.take(users, 1)) taken++;
  return taken;
}

describe('a shared limit', () => {
  test('one user takes at most half, and each further one at most what is free', () => {
    const limit = new SharedLimit(100);
    assert.deepEqual(
      ['a', 'b', 'c', 'd'].map((user) => takeAll(limit, user)),
      [50, 25, 12, 6],
    );
  });

  test('a hundred users leave something for the next ones', () => {
    const limit = new SharedLimit(200);
    for (let user = 0; user < 100; user++) assert.ok(limit.take([`user ${user}`], 1));
    assert.equal(takeAll(limit, 'next'), 50);
  });

  test('a part of a user leaves something for the other parts', () => {
    const limit = new SharedLimit(100);
    assert.equal(takeAll(limit, 'a', 'a /slow'), 33);
    assert.ok(takeAll(limit, 'a', 'a /other') > 5);
    assert.ok(takeAll(limit, 'b', 'b /slow') > 10);
  });

  test('the smallest limit admits one, and another one after its release', () => {
    const limit = new SharedLimit(1);
    assert.ok(limit.take(['a', 'a /path'], 1));
    assert.equal(limit.take(['b'], 1), false);
    limit.release(['a', 'a /path'], 1);
    assert.ok(limit.take(['b'], 1));
  });
});
