import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createFakeClock } from '../testing/fake-clock.js';
import { poll } from './poll.js';

/** A condition that is met at the given attempt, and the number of attempts. */
function heldAt(look: number) {
  const looks = { count: 0, condition: () => (++looks.count >= look ? `look ${looks.count}` : '') };
  return looks;
}

describe('polling', () => {
  test('checks at once, and then after each interval, until the condition is met', async () => {
    const clock = createFakeClock();
    const looks = heldAt(3);
    const result = poll(looks.condition, { intervalMs: 100, clock });
    await clock.advance(0);
    assert.equal(looks.count, 1);
    await clock.advance(199);
    assert.equal(looks.count, 2);
    await clock.advance(1);
    assert.equal(await result, 'look 3');
    assert.equal(clock.pendingTimers, 0);
  });

  test('waits first if immediate is false', async () => {
    const clock = createFakeClock();
    const looks = heldAt(1);
    const result = poll(looks.condition, { intervalMs: 100, immediate: false, clock });
    await clock.advance(99);
    assert.equal(looks.count, 0);
    await clock.advance(1);
    assert.equal(await result, 'look 1');
  });

  test('rejects with the error that the condition throws', async () => {
    const fail = (): never => {
      throw new Error('gone for good');
    };
    await assert.rejects(poll(fail, { intervalMs: 1 }), /gone for good/);
  });

  test('rejects after its timeout, also while an attempt hangs', async () => {
    const clock = createFakeClock();
    let inner: AbortSignal | undefined;
    const result = poll(
      ({ signal }) => {
        inner = signal;
        return new Promise<boolean>(() => {});
      },
      { intervalMs: 10, timeoutMs: 1_000, clock },
    );
    const rejected = assert.rejects(result, {
      code: 'ERR_VMGEN_TIMEOUT',
      message: 'the condition was not met within 1000 ms',
    });
    await clock.advance(1_000);
    await rejected;
    assert.equal(inner?.aborted, true);
    assert.equal(clock.pendingTimers, 0);
  });

  test('rejects with the reason of its signal before, during and between attempts', async () => {
    const reason = new Error('enough');
    const looks = heldAt(1);
    const options = { intervalMs: 10, signal: AbortSignal.abort(reason) };
    await assert.rejects(poll(looks.condition, options), reason);
    assert.equal(looks.count, 0);
    const clock = createFakeClock();
    const controller = new AbortController();
    const { signal } = controller;
    const rejected = assert.rejects(
      poll(() => false, { intervalMs: 10, signal, clock }),
      reason,
    );
    await clock.advance(25);
    controller.abort(reason);
    await rejected;
    assert.equal(clock.pendingTimers, 0);
  });

  test('rejects an invalid time', async () => {
    await assert.rejects(async () => poll(() => true, { intervalMs: NaN }), /intervalMs is NaN/);
    await assert.rejects(
      poll(() => true, { intervalMs: 1, timeoutMs: Infinity }),
      /timeoutMs is Infinity/,
    );
  });
});
