import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { configMapResource } from '@vmgen/kubernetes/core/v1';
import type { Transport, TransportRequest, TransportResponse } from '@vmgen/runtime';
import { createSharedInformer, type PendingWrite } from '@vmgen/runtime/cache';
import { createCachedReader, createFullClient } from '@vmgen/runtime/internal';
import { createFakeClock } from '@vmgen/runtime/testing';
import { WriteRecorder } from './record-writes.js';
import { RunningReconciles } from './running-reconciles.js';

const PATCH: TransportRequest = {
  method: 'PATCH',
  path: '/api/v1/namespaces/default/configmaps/a',
  body: '{}',
};

/** Reconciles whose requests are answered at once, except those to `/late`. */
function start(limitMs = 1_000) {
  const clock = createFakeClock();
  const signals: (AbortSignal | undefined)[] = [];
  const timeouts: number[] = [];
  const ignored: string[] = [];
  const transport: Transport = {
    request({ path, signal }) {
      signals.push(signal);
      return path === '/late' ? new Promise(() => {}) : Promise.resolve(ok());
    },
  };
  const informer = createSharedInformer(createFullClient(transport, configMapResource));
  const reader = createCachedReader(
    informer,
    { namespaces: undefined, labelSelector: undefined, fieldSelector: undefined },
    { isOptional: false },
  );
  const addUnknownWrite = (): PendingWrite => ({ isObserved: true, onObserved: (run) => run() });
  const kind = { reader, metadataOnly: false, addUnknownWrite };
  const running = new RunningReconciles({
    clock,
    limitMs,
    onTimeout: () => {
      timeouts.push(clock.nowMs());
      return new Error('too long');
    },
    onIgnored: (key) => ignored.push(`${key} at ${clock.nowMs()}`),
    recorder: new WriteRecorder([kind]),
    onWrite: () => undefined,
  });
  const begin = (key: string, id: string) => running.start(key, id, transport, undefined);
  return { clock, running, begin, signals, timeouts, ignored };
}

function ok(): TransportResponse {
  return {
    status: 200,
    headers: {},
    body: (async function* () {})(),
    text: () => Promise.resolve('{"kind":"ConfigMap"}'),
  };
}

describe('running reconciles', () => {
  test('abort at their own time limits', async () => {
    const { clock, running, begin } = start();
    const first = begin('a', '1');
    await clock.advance(400);
    const second = begin('b', '2');
    await clock.advance(599);
    assert.deepEqual([first.isAborted, second.isAborted], [false, false]);
    await clock.advance(1);
    assert.deepEqual([first.isAborted, second.isAborted], [true, false]);
    assert.equal(first.signal.aborted, true);
    await clock.advance(400);
    assert.deepEqual([second.isAborted, running.all.length], [true, 2]);
  });

  test('are reported once if they ignore their signal', async () => {
    const { clock, running, begin, timeouts, ignored } = start();
    running.end(begin('obeys', '1'));
    begin('a', '2');
    await clock.advance(500);
    begin('b', '3');
    await clock.advance(10_000);
    assert.deepEqual(ignored, ['a at 2000', 'b at 2500']);
    assert.equal(timeouts.length, 2);
    assert.deepEqual(
      [running.countLate(8_999), running.countLate(9_000), running.countLate(9_501)],
      [2, 2, 0],
    );
    assert.equal(clock.pendingTimers, 0);
  });

  test('do not abort after they have ended', async () => {
    const { clock, running, begin, timeouts } = start();
    running.end(begin('a', '1'));
    await clock.advance(900);
    const second = begin('b', '2');
    await clock.advance(999);
    assert.equal(second.isAborted, false);
    await clock.advance(1);
    assert.deepEqual([second.isAborted, timeouts.length], [true, 1]);
    running.close();
    assert.equal(clock.pendingTimers, 0);
  });

  test('leave the requests of earlier ones running', async () => {
    for (const request of [
      { ...PATCH, path: '/late' },
      { ...PATCH, method: 'GET' as const },
    ]) {
      const { running, begin, signals } = start();
      const first = begin('a', '1');
      void first.request(request);
      await Promise.resolve();
      running.end(first);
      const second = begin('a', '2');
      await second.request(PATCH);
      second.abort(new Error('stop'));
      assert.deepEqual(
        signals.map((signal) => signal?.aborted),
        [false, true],
      );
    }
  });

  test('abort together, and later ones do not', async () => {
    const { running, begin, signals } = start();
    const first = begin('a', '1');
    await first.request(PATCH);
    running.abort('stopped');
    assert.deepEqual([first.signal.aborted, first.signal.reason], [true, 'stopped']);
    running.end(first);
    await begin('a', '2').request(PATCH);
    assert.equal(signals[1]?.aborted, false);
  });
});
