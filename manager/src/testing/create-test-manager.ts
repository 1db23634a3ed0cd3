import { setImmediate as turn, setTimeout as pauseMs } from 'node:timers/promises';
import { interceptTransport, VmgenError, type Transport } from '@vmgen/runtime';
import { createPrometheusRegistry } from '@vmgen/runtime/prometheus';
import { createFakeClock, type FakeClock } from '@vmgen/runtime/testing';
import type { ReconcileFailure } from '../controller.js';
import { OperatorManager, type Manager, type ManagerOptions } from '../manager.js';

/** Options of {@link createTestManager}. */
export interface TestManagerOptions extends Omit<
  ManagerOptions,
  'name' | 'server' | 'webhooks' | 'metrics' | 'clock'
> {
  /** Defaults to `test-operator`. */
  readonly name?: string;
  /**
   * Defaults to false: the manager leads from the start. The Leases are in the namespace `default`
   * if no namespace is given.
   */
  readonly leaderElection?: ManagerOptions['leaderElection'];
  /** The time of the manager. Pass the clock of the fake server to share it. Defaults to a new one. */
  readonly clock?: FakeClock;
  /**
   * Whether a test expects a failed reconcile, which is then only retried. Defaults to none.
   *
   * @example
   * const operator = await createTestManager(fake, setUpSites, { isExpected: ({ error }) => isConflict(error) });
   */
  readonly isExpected?: (failure: ReconcileFailure) => boolean;
}

/**
 * A running manager of a test. Its time advances only by {@link advance}: delays of retries and
 * requeues, rate limits, timers, the time limit of reconciles, and the duration of Leases.
 */
export interface TestManager<R = unknown> extends AsyncDisposable {
  /** The manager, for its state. */
  readonly manager: Manager;
  /** What `setUp` returned, such as the readers of its caches. */
  readonly declared: R;
  /** The time of the manager. */
  readonly clock: FakeClock;
  /**
   * Resolves when nothing remains to do without an advance of the clock: all caches have synced and
   * received all writes, and no key is queued, no reconcile runs and no request is unanswered. Work
   * outside of requests and the event loop, such as files, is awaited for at most 5 s.
   *
   * Rejects with the error of the manager if it has failed; with the error of a reconcile that has
   * failed since the last call (an `AggregateError` if several have failed); with the error of a
   * cache that cannot sync; and with a `VmgenError` (`ERR_VMGEN_TIMEOUT`) after 5 s.
   *
   * @example
   * await assert.rejects(operator.idle(), isForbidden); // the failure is expected
   */
  idle(): Promise<void>;
  /**
   * Advances the clock. Work that a timer starts ends before the next timer fires, unless it waits
   * for time itself. Rejects as {@link idle}, but does not require that reconciles end.
   *
   * @example
   * await operator.advance(30_000); // a reconcile returned { requeueAfterMs: 30_000 }
   */
  advance(ms: number): Promise<void>;
  /**
   * Returns the value of a metric, or the sum of all series that have the given labels; undefined if
   * no series has them.
   *
   * @example
   * await operator.metric('controller_runtime_reconcile_total', { controller: 'sites', result: 'error' });
   */
  metric(name: string, labels?: Readonly<Record<string, string>>): Promise<number | undefined>;
  /**
   * Stops the manager. Rejects with its error if it has failed, and with the errors of reconciles
   * that {@link idle} has not reported. Idempotent.
   */
  stop(): Promise<void>;
}

/** Nothing happens any more if nothing has changed in so many consecutive turns of the event loop. */
const QUIET_TURNS = 20;
/** A line of Prometheus' text format: name, labels and value. */
const SAMPLE = /^(\w+)(?:\{(.*)\})? (\S+)$/gm;
/** In real time. */
const IDLE_LIMIT_MS = 5_000;
/** Longer than the delays of a shutdown, in the manager's time. */
const STOP_STEP_MS = 30_000;

/**
 * Starts a manager over an API server in the same process, such as `clientset.fake`, with a clock
 * that only the test advances. `setUp` is that of `runManager`. A failed reconcile fails the test.
 *
 * @example
 * await using operator = await createTestManager(clientset.fake, setUpSites);
 * await siteClient.create({ metadata: { name: 'shop' }, spec: { html: '', secretName: 'shop' } });
 * await operator.idle();
 * console.log(await deploymentClient.find('shop'));
 */
export async function createTestManager<R>(
  transport: Transport,
  setUp: (manager: Manager) => R | Promise<R>,
  options: TestManagerOptions = {},
): Promise<TestManager<R>> {
  const { clock = createFakeClock(), isExpected = () => false, ...others } = options;
  const { leaderElection = false } = options;
  const registry = createPrometheusRegistry();
  const failures: unknown[] = [];
  const requests = { started: 0, ended: 0 };
  const counting = interceptTransport(transport, [
    async (request, next) => {
      requests.started++;
      try {
        return await next(request);
      } finally {
        requests.ended++;
      }
    },
  ]);
  const manager = new OperatorManager(
    counting,
    {
      name: 'test-operator',
      ...others,
      webhooks: false,
      // Without a namespace, the manager would read it from a file, which takes real time.
      leaderElection: leaderElection && { leaseNamespace: 'default', ...leaderElection },
      clock,
      metrics: registry.metrics,
    },
    (failure) => {
      if (!isExpected(failure)) failures.push(failure.error);
    },
  );
  const declared = await setUp(manager);
  const stopping = new AbortController();
  let hasEnded = false;
  let managerFailure: { readonly error: unknown } | undefined;
  const running = manager
    .run({ signal: stopping.signal })
    .catch((error: unknown) => {
      managerFailure = { error };
    })
    .then(() => {
      hasEnded = true;
    });

  const throwFailures = (): void => {
    if (managerFailure !== undefined) throw managerFailure.error;
    const errors = failures.splice(0);
    if (errors.length === 0) return;
    if (errors.length === 1) throw errors[0];
    const messages = errors.map((error) =>
      error instanceof Error ? error.message : String(error),
    );
    throw new AggregateError(errors, `${errors.length} reconciles failed: ${messages.join('; ')}`);
  };

  /** Changes with everything that happens. */
  const activity = (): string => {
    const { caches, controllers } = manager.describe();
    const work = controllers.map(({ queued, running: each }) => [
      queued,
      each.map(({ reconcileId }) => reconcileId),
    ]);
    return JSON.stringify([requests, hasEnded, caches, work]);
  };

  /** Waits until nothing happens any more. */
  const settle = async (): Promise<void> => {
    let last = activity();
    for (let quiet = 0; quiet < QUIET_TURNS; quiet++) {
      await turn();
      const now = activity();
      if (now !== last) quiet = 0;
      last = now;
    }
  };

  const isBusy = (): boolean => {
    const { kinds, controllers, isLeader } = manager;
    return (
      requests.started > requests.ended ||
      kinds.some(({ isOptional, reader: { informer } }) => !isOptional && !informer.hasSynced) ||
      kinds.some(({ reader: { informer } }) => informer.pendingWrites > 0) ||
      controllers.some(({ queued, running: each }) => (isLeader && queued > 0) || each.length > 0)
    );
  };

  const throwSyncErrors = (): void => {
    for (const { name, isOptional, reader } of manager.kinds) {
      const { hasSynced, lastError } = reader.informer;
      if (isOptional || hasSynced || lastError === undefined) continue;
      throw new VmgenError(
        'ERR_VMGEN_STATE',
        `the cache ${name} has not synced: ${messageOf(lastError)}`,
        { cause: lastError },
      );
    }
  };

  const stop = async (): Promise<void> => {
    // The failures of work that has been started belong to the test.
    await settle();
    stopping.abort();
    for (await settle(); !hasEnded; await settle()) {
      await clock.advance(STOP_STEP_MS);
      await pauseMs(1);
    }
    await running;
    throwFailures();
  };

  return {
    manager,
    declared,
    clock,
    stop,
    [Symbol.asyncDispose]: stop,
    async idle() {
      const deadlineMs = performance.now() + IDLE_LIMIT_MS;
      for (;;) {
        await settle();
        throwFailures();
        if (hasEnded || !isBusy()) return;
        throwSyncErrors();
        if (performance.now() > deadlineMs) {
          throw new VmgenError(
            'ERR_VMGEN_TIMEOUT',
            `the manager is not idle; if a reconcile waits for time, call advance() before: ${JSON.stringify(manager.describe())}`,
          );
        }
        await pauseMs(1);
      }
    },
    async advance(ms) {
      const endMs = clock.nowMs() + ms;
      await settle();
      for (let next = clock.nextTimerMs; next <= endMs - clock.nowMs(); next = clock.nextTimerMs) {
        await clock.advance(next);
        await settle();
      }
      await clock.advance(endMs - clock.nowMs());
      throwFailures();
    },
    async metric(name, labels = {}) {
      const wanted = Object.entries(labels).map(
        ([label, value]) => `${label}=${JSON.stringify(value)}`,
      );
      const values = [...(await registry.text()).matchAll(SAMPLE)].filter(
        ([, sample, found = '']) =>
          sample === name && wanted.every((each) => `,${found},`.includes(`,${each},`)),
      );
      if (values.length === 0) return undefined;
      return values.reduce((sum, [, , , value]) => sum + Number(value), 0);
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
