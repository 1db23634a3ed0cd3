import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { createWorkQueue, silentLogger } from '@vmgen/runtime';
import { RecordedWrite } from '@vmgen/runtime/internal';
import { createFakeClock } from '@vmgen/runtime/testing';
import { WriteGate } from './write-gate.js';

const LIMIT_MS = 10_000;

/** A write that counts its callbacks. */
class CountedWrite extends RecordedWrite {
  callbacks = 0;

  override onObserved(callback: () => void): void {
    this.callbacks++;
    super.onObserved(callback);
  }
}

function start(t: TestContext) {
  const clock = createFakeClock();
  const gate = new WriteGate({
    controller: 'sites',
    clock,
    logger: silentLogger,
    metrics: undefined,
  });
  const queue = createWorkQueue('sites', { clock });
  const guarded = gate.guard(queue);
  t.after(() => guarded.close());
  /** Queues the key and returns whether a worker receives it now. */
  const receives = (): boolean => {
    queue.add('a');
    const key = guarded.tryGet();
    if (key !== undefined) guarded.done(key);
    return key !== undefined;
  };
  return { clock, gate, guarded, receives };
}

describe('a write gate', () => {
  test('registers once for a write that the caches do not receive for hours', async (t) => {
    const { clock, gate, guarded, receives } = start(t);
    const write = new CountedWrite();
    for (let reconcile = 0; reconcile < 500; reconcile++) {
      gate.add('a', write);
      assert.equal(receives(), false);
      await clock.advance(LIMIT_MS);
      guarded.done(guarded.tryGet() ?? assert.fail('the limit has no effect'));
      assert.equal(receives(), true, 'it waits only once for each reconcile');
    }
    assert.equal(write.callbacks, 1);
    gate.add('a', write);
    assert.equal(receives(), false);
    write.observed();
    guarded.done(guarded.tryGet() ?? assert.fail('the key is not queued'));
    assert.equal(receives(), true);
  });

  test('waits for a further write of a key, but not again for one beyond its limit', async (t) => {
    const { clock, gate, guarded, receives } = start(t);
    gate.add('a', new RecordedWrite());
    assert.equal(receives(), false);
    await clock.advance(LIMIT_MS);
    guarded.done(guarded.tryGet() ?? assert.fail('the limit has no effect'));
    const later = new RecordedWrite();
    gate.add('a', later);
    assert.equal(receives(), false);
    later.observed();
    guarded.done(guarded.tryGet() ?? assert.fail('the key is not queued'));
    assert.equal(receives(), true);
  });
});
