import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CollectedMetrics } from '../metrics/collected-metrics.test.helper.js';
import { createFakeClock } from '../testing/fake-clock.js';
import { recordingTracer, type RecordedSpan } from '../tracing/recording-tracer.test.helper.js';
import { createWorkQueue } from '../workqueue/work-queue.js';
import { runWorkers, type KeyReconciler } from './run-workers.js';
import { TerminalError } from './terminal-error.js';

/** Returns or throws the outcome for each object name. */
const outcomes: KeyReconciler = async ({ name }) => {
  if (name === 'fails') throw new Error('no disk');
  if (name === 'terminal') throw new TerminalError('never');
  if (name === 'later') return { requeueAfterMs: 60_000 };
  return undefined;
};

describe('measured workers', () => {
  test('report results and durations of reconciles until they end', async () => {
    const clock = createFakeClock();
    const metrics = new CollectedMetrics();
    const queue = createWorkQueue('vms', { clock });
    const gate = new AbortController();
    const { signal } = gate;
    const working = runWorkers(queue, {
      workers: 2,
      metrics,
      clock,
      signal,
      reconcile: async (key, context) => {
        if (key.name === 'slow')
          await new Promise((resolve) => clock.setTimer(3000, () => resolve(0)));
        return outcomes(key, context);
      },
    });
    for (const key of ['well', 'fails', 'terminal', 'later', 'slow']) queue.add(key);
    await clock.advance(0);
    assert.deepEqual(metrics.read(), { 'controller_runtime_active_workers{controller=vms}': 1 });
    gate.abort();
    await clock.advance(3000);
    await working;
    assert.deepEqual(metrics.read(), {});
    const of = (name: string): string => `controller_runtime_${name}`;
    assert.deepEqual(metrics.samples, {
      [of('max_concurrent_reconciles{controller=vms}')]: 2,
      [of('reconcile_total{controller=vms,result=success}')]: 2,
      [of('reconcile_total{controller=vms,result=error}')]: 2,
      [of('reconcile_total{controller=vms,result=requeue}')]: 0,
      [of('reconcile_total{controller=vms,result=requeue_after}')]: 1,
      [of('reconcile_errors_total{controller=vms}')]: 2,
      [of('terminal_reconcile_errors_total{controller=vms}')]: 1,
      [of('reconcile_time_seconds{controller=vms}')]: [0, 0, 0, 0, 3],
    });
  });

  test('have all counters at 0 before the first reconcile', async () => {
    const clock = createFakeClock();
    const metrics = new CollectedMetrics();
    const stop = new AbortController();
    const queue = createWorkQueue('vms', { clock, metrics });
    const working = runWorkers(queue, {
      ...{ workers: 1, metrics, clock, signal: stop.signal, reconcile: outcomes },
    });
    const of = (name: string): string => `controller_runtime_${name}`;
    assert.deepEqual(metrics.samples, {
      'workqueue_adds_total{controller=vms,name=vms}': 0,
      'workqueue_retries_total{controller=vms,name=vms}': 0,
      [of('max_concurrent_reconciles{controller=vms}')]: 1,
      [of('reconcile_total{controller=vms,result=success}')]: 0,
      [of('reconcile_total{controller=vms,result=error}')]: 0,
      [of('reconcile_total{controller=vms,result=requeue}')]: 0,
      [of('reconcile_total{controller=vms,result=requeue_after}')]: 0,
      [of('reconcile_errors_total{controller=vms}')]: 0,
      [of('terminal_reconcile_errors_total{controller=vms}')]: 0,
    });
    stop.abort();
    await working;
  });

  test('create a span for each reconcile, with its error', async () => {
    const clock = createFakeClock();
    const spans: RecordedSpan[] = [];
    const queue = createWorkQueue('vms', { clock });
    for (const key of ['default/well', 'fails', 'terminal', 'later']) queue.add(key);
    const closed = queue.close();
    await runWorkers(queue, {
      workers: 1,
      reconcile: outcomes,
      tracer: recordingTracer(spans),
      signal: new AbortController().signal,
    });
    await closed;
    assert.deepEqual(
      spans.map(({ name, attributes: { reconcileId: _, ...attributes }, exceptions, isEnded }) => {
        return [name, attributes, exceptions, isEnded];
      }),
      (
        [
          ['default/well', 'success', []],
          ['fails', 'error', ['no disk']],
          ['terminal', 'terminal', ['never']],
          ['later', 'requeue_after', []],
        ] as const
      ).map(([key, outcome, exceptions]) => [
        'reconcile',
        { controller: 'vms', key, outcome },
        exceptions,
        true,
      ]),
    );
  });
});
