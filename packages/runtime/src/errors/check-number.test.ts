import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sleep } from '../async/clock.js';
import { createInformerFactory } from '../cache/informer-factory.js';
import { widgetResource } from '../cache/scripted-client.test.helper.js';
import { retryOnConflict } from '../client/retry-on-conflict.js';
import { runWorkers } from '../controller/run-workers.js';
import { runWithLeaderElection } from '../leaderelection/leader-election.js';
import { createHttpTransport } from '../transport/http-transport.js';
import type { Transport } from '../transport/transport.js';
import {
  createBucketRateLimiter,
  createExponentialRateLimiter,
} from '../workqueue/rate-limiter.js';
import { createWorkQueue } from '../workqueue/work-queue.js';
import { checkNumber } from './check-number.js';
import { VmgenError } from './vmgen-error.js';

const NOBODY: Transport = { request: () => Promise.reject(new Error('nobody listens')) };
const TRANSPORT_CONFIG = { server: 'http://127.0.0.1:1' };

/** Each function that accepts a number from a user, by a name that ends in the number's name. */
const CALLS: Readonly<Record<string, (value: number) => unknown>> = {
  'sleep delayMs': (delayMs) => sleep(delayMs),
  'addAfter delayMs': (delayMs) => createWorkQueue('q').addAfter('a', delayMs),
  'limiter baseMs': (baseMs) => createExponentialRateLimiter({ baseMs, maxMs: 1 }),
  'limiter maxMs': (maxMs) => createExponentialRateLimiter({ baseMs: 1, maxMs }),
  'limiter perSecond': (perSecond) => createBucketRateLimiter({ perSecond, burst: 1 }),
  'limiter burst': (burst) => createBucketRateLimiter({ perSecond: 1, burst }),
  'transport qps': (qps) => createHttpTransport(TRANSPORT_CONFIG, { qps, burst: 1 }),
  'transport burst': (burst) => createHttpTransport(TRANSPORT_CONFIG, { qps: 1, burst }),
  'transport requestTimeoutMs': (requestTimeoutMs) =>
    createHttpTransport(TRANSPORT_CONFIG, { requestTimeoutMs }),
  'transport maxRetries': (maxRetries) => createHttpTransport(TRANSPORT_CONFIG, { maxRetries }),
  'informer resyncMs': (resyncMs) =>
    createInformerFactory(NOBODY, { resyncMs }).informerFor(widgetResource),
  'handler resyncMs': (resyncMs) =>
    createInformerFactory(NOBODY).informerFor(widgetResource).addHandler({}, { resyncMs }),
  'workers workers': (workers) =>
    runWorkers(createWorkQueue('q'), {
      workers,
      reconcile: async () => {},
      signal: AbortSignal.abort(),
    }),
  'retry steps': (steps) => retryOnConflict(async () => {}, { steps }),
  'retry delayMs': (delayMs) => retryOnConflict(async () => {}, { delayMs }),
  'retry factor': (factor) => retryOnConflict(async () => {}, { factor }),
  'retry jitter': (jitter) => retryOnConflict(async () => {}, { jitter }),
  'election leaseDurationMs': (leaseDurationMs) => elect({ leaseDurationMs }),
  'election renewDeadlineMs': (renewDeadlineMs) => elect({ renewDeadlineMs }),
  'election retryPeriodMs': (retryPeriodMs) => elect({ retryPeriodMs }),
};

function elect(timing: object): Promise<unknown> {
  return runWithLeaderElection(NOBODY, {
    leaseName: 'lock',
    leaseNamespace: 'ns',
    identity: 'a',
    signal: AbortSignal.abort(),
    callbacks: { onStartedLeading: async () => {} },
    ...timing,
  });
}

describe('validation of numbers', () => {
  const text: { readonly value: number } = JSON.parse('{ "value": "5000" }');
  const wrong = [Number.NaN, Infinity, -Infinity, text.value];

  for (const [name, call] of Object.entries(CALLS)) {
    test(`rejects values that are not finite numbers: ${name}`, async () => {
      for (const value of wrong) {
        await assert.rejects(
          async () => call(value),
          (error) =>
            error instanceof VmgenError &&
            error.code === 'ERR_VMGEN_ARGUMENT' &&
            error.message.startsWith(`${name.split(' ')[1]} is `),
          `${value}`,
        );
      }
    });
  }

  test('rejects numbers out of bounds and states the bounds', () => {
    const refused = (value: unknown, bounds: object, message: string): void =>
      assert.throws(() => checkNumber('n', value, bounds), { message });
    refused(-1, { min: 0 }, 'n is -1; it must be a finite number of at least 0');
    refused(0, { above: 0, max: 9 }, 'n is 0; it must be a finite number above 0 of at most 9');
    refused(1.5, { min: 1, isWhole: true }, 'n is 1.5; it must be a whole number of at least 1');
    refused('a\n', {}, 'n is of type string; it must be a finite number');
    assert.equal(checkNumber('n', 0, { min: 0 }), 0);
    assert.equal(checkNumber('n', -0.5), -0.5);
  });
});
