import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { childAbort } from './child-abort.js';

test('a child aborts with its parent, for its reason, whenever that was', () => {
  const parent = new AbortController();
  const child = childAbort(parent.signal);
  assert.equal(child.signal.aborted, false);
  const reason = new Error('the end');
  parent.abort(reason);
  assert.equal(child.signal.reason, reason);
  assert.equal(childAbort(parent.signal).signal.reason, reason);
});

test('a child that has ended leaves its parent alone, and nothing behind', () => {
  const parent = new AbortController();
  const listeners = (): number => getEventListeners(parent.signal, 'abort').length;
  for (let i = 0; i < 3; i++) {
    const child = childAbort(parent.signal);
    assert.equal(listeners(), 1);
    child.abort();
    assert.equal(child.signal.aborted, true);
    assert.equal(listeners(), 0);
  }
  assert.equal(parent.signal.aborted, false);
});

test('a child without a parent ends by itself alone', () => {
  const child = childAbort(undefined);
  assert.equal(child.signal.aborted, false);
  child.abort();
  assert.equal(child.signal.aborted, true);
});

test('a child of several ends with the first of them, and lets go of all', () => {
  const parents = [new AbortController(), new AbortController()];
  const signals = parents.map(({ signal }) => signal);
  const child = childAbort(...signals);
  const [first, second] = parents;
  second?.abort('second');
  first?.abort('first');
  assert.equal(child.signal.reason, 'second');
  child.abort();
  assert.deepEqual(
    signals.map((signal) => getEventListeners(signal, 'abort').length),
    [0, 0],
  );
});
