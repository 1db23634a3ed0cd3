import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { configMapResource } from '@vmgen/kubernetes/core/v1';
import {
  createResourceClient,
  type ObjectKey,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from '@vmgen/runtime';
import { createSharedInformer, type PendingWrite } from '@vmgen/runtime/cache';
import { createCachedReader } from '@vmgen/runtime/internal';
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
  const informer = createSharedInformer(createResourceClient(transport, configMapResource));
  const reader = createCachedReader(
    informer,
    { namespaces: undefined, labelSelector: undefined, fieldSelector: undefined },
    { isOptional: false },
  );
  const unknown: (ObjectKey | undefined)[] = [];
  const addUnknownWrite = (key: ObjectKey | undefined): PendingWrite => {
    unknown.push(key);
    return { isObserved: true, onObserved: (run) => run() };
  };
  const kind = { reader, metadataOnly: false, addUnknownWrite, contradicted: () => {} };
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
  const begin = (key: string, id: string, through = transport, check = () => {}) =>
    running.start(key, id, through, { check }, undefined);
  return { clock, running, begin, signals, timeouts, ignored, unknown };
}

function ok(): TransportResponse {
  return {
    status: 200,
    headers: {},
    body: (async function* () {})(),
    text: () => Promise.resolve('{"kind":"ConfigMap"}'),
  };
}

/** As a transport whose first attempt is answered 429. */
function sendTwice({ beforeSend, onRejected }: TransportRequest): Promise<TransportResponse> {
  beforeSend?.();
  onRejected?.();
  beforeSend?.();
  return Promise.resolve({ ...ok(), status: 409, text: () => Promise.resolve('{}') });
}

function failAfterRejection(request: TransportRequest): Promise<TransportResponse> {
  void sendTwice(request);
  return Promise.reject(new Error('reset'));
}

describe('running reconciles', () => {
  test('abort at their own time limits', async () => {
    const { clock, running, begin } = start();
    const first = begin('a', '1');
    await clock.advance(400);
    const second = begin('b', '2');
    await clock.advance(599);
    assert.deepEqual([first.aborted, second.aborted], [false, false]);
    await clock.advance(1);
    assert.deepEqual([first.aborted, second.aborted], [true, false]);
    assert.equal(first.signal.aborted, true);
    await clock.advance(400);
    assert.deepEqual([second.aborted, running.all.length], [true, 2]);
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
    assert.equal(second.aborted, false);
    await clock.advance(1);
    assert.deepEqual([second.aborted, timeouts.length], [true, 1]);
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

  test('check their claim before writes and upgrades, and not before reads', async () => {
    const { begin } = start();
    const sent: string[] = [];
    const send = async ({ method, path, beforeSend }: TransportRequest) => {
      beforeSend?.();
      sent.push(`${method} ${path}`);
      return ok();
    };
    const lost = begin('a', '1', { request: send, upgrade: send }, () => {
      throw new Error('not the leader');
    });
    await lost.request({ method: 'GET', path: '/pods' });
    await assert.rejects(lost.request({ method: 'POST', path: '/pods' }), /not the leader/);
    const command = { method: 'GET', path: '/pods/a/exec' } as const;
    await assert.rejects(async () => lost.upgrade?.(command), /not the leader/);
    assert.deepEqual(sent, ['GET /pods']);
  });

  test('do not read again what a rejected attempt cannot have written', async () => {
    const { begin, unknown } = start();
    const stopped = begin('a', '1', { request: sendTwice }, () => {
      throw new Error('not the leader');
    });
    await assert.rejects(stopped.request(PATCH), /not the leader/);
    const busy = begin('a', '2', { request: sendTwice });
    await busy.request(PATCH);
    assert.equal(unknown.length, 0);
    const failing = begin('a', '3', { request: failAfterRejection });
    await assert.rejects(failing.request(PATCH), /reset/);
    assert.equal(unknown.length, 1);
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
