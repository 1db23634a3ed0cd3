import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { childAbort } from './child-abort.js';

test('a child aborts with the reason of its parent, also if the parent aborted before', () => {
  const parent = new AbortController();
  const child = childAbort(parent.signal);
  assert.equal(child.signal.aborted, false);
  const reason = new Error('the end');
  parent.abort(reason);
  assert.equal(child.signal.reason, reason);
  assert.equal(childAbort(parent.signal).signal.reason, reason);
});

test('a child that has ended does not abort its parent and leaves no listener', () => {
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

test('a child without a parent aborts only by its own abort', () => {
  const child = childAbort(undefined);
  assert.equal(child.signal.aborted, false);
  child.abort();
  assert.equal(child.signal.aborted, true);
});

test('a child of several parents aborts with the first one and removes all its listeners', () => {
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
