import { setTimeout as pauseMs } from 'node:timers/promises';
import { interceptTransport, VmgenError, type Transport } from '@vmgen/runtime';
import type { TransportRequest } from '@vmgen/runtime/transport';
import { errorText } from '@vmgen/runtime/observability';
import { createPrometheusRegistry } from '@vmgen/runtime/prometheus';
import { createFakeClock, type FakeClock } from '@vmgen/runtime/testing';
import type { ManagerElectionOptions } from '../election/election.js';
import type { ReconcileObservers } from '../reconcile/controller-host.js';
import type { ReconcileFailure } from '../reconcile/controller-options.js';
import type { ManagerOptions } from '../manager-options.js';
import type { Manager } from '../manager.js';
import { OperatorManager } from '../operator-manager.js';
import { RealWork } from './real-work.js';
import { advance, settle } from './settle.js';
import { SimulatedProcess } from './simulated-process.js';

/** Options of {@link createTestManager}. */
export interface TestManagerOptions extends Omit<
  ManagerOptions,
  'name' | 'server' | 'recordings' | 'webhooks' | 'metrics' | 'clock'
> {
  /** Defaults to `test-operator`. */
  readonly name?: string;
  /**
   * Defaults to false: the manager leads from the start. The Leases are in the namespace `default`
   * if no namespace is given.
   */
  readonly leaderElection?: ManagerElectionOptions | false;
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
  /** The error with which the manager has ended, such as a lost Lease; undefined without one. */
  readonly error: unknown;
  /**
   * Resolves when nothing remains to do without an advance of the clock: all caches have synced and
   * received all writes, and no key is queued, no reconcile runs and no request is unanswered. Waits
   * as long as there is progress: a request, an answer, a changed cache, or a reconcile that starts
   * or ends.
   *
   * Rejects with the error of the manager if it has failed; with the error of a reconcile that has
   * failed since the last call (an `AggregateError` if several have failed); with the error of a
   * cache that cannot sync; and with a `VmgenError` (`ERR_VMGEN_TIMEOUT`), which names everything that
   * is pending, after 5 s without progress: also sockets and timers of Node, except for those that do not
   * keep a process running, such as that of `AbortSignal.timeout`, which Node does not list.
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
   * Ends the process of the manager at once, as SIGKILL does: it sends nothing more, no answer, event or
   * timer reaches it, its connections end, and it does not release its Lease. Start another test manager
   * with the same transport and clock to restart it.
   *
   * @example
   * const transport = interceptTransport(fake, [
   *   async (request, next) => {
   *     const answer = await next(request);
   *     if (request.method === 'POST') operator.crash();
   *     return answer; // the object exists, and the process does not learn of it
   *   },
   * ]);
   */
  crash(): void;
  /**
   * Suspends the process of the manager, as the pause of a virtual machine does: what it sends and what
   * is sent to it waits for {@link resume}, and timers that are due meanwhile fire then.
   */
  pause(): void;
  /** Ends a pause. */
  resume(): void;
  /**
   * Stops the manager. Rejects with its error if it has failed, and with the errors of reconciles
   * that {@link idle} has not reported. Idempotent. After a {@link crash}, nothing is left to stop.
   */
  stop(): Promise<void>;
}

/** A line of Prometheus' text format: name, labels and value. */
const SAMPLE = /^(\w+)(?:\{(.*)\})? (\S+)$/gm;
/** So many pauses of 1 ms without progress end `idle()`; a busy machine makes them longer. */
const MAX_PAUSES = 5_000;
const MAX_NAMED = 10;
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
  return startTestManager(transport, setUp, options);
}

/** As {@link createTestManager}, with observers of named effects and of reconciles that succeed. */
export async function startTestManager<R>(
  transport: Transport,
  setUp: (manager: Manager) => R | Promise<R>,
  options: TestManagerOptions,
  observers: Omit<ReconcileObservers, 'onFailure'> = {},
): Promise<TestManager<R>> {
  const { clock = createFakeClock(), isExpected = () => false, ...others } = options;
  const { leaderElection = false } = options;
  const registry = createPrometheusRegistry({ processMetrics: false });
  const realWork = new RealWork();
  const failures: unknown[] = [];
  const requests = new Set<TransportRequest>();
  let sent = 0;
  const simulated = new SimulatedProcess(transport, clock);
  const observed = interceptTransport(simulated.transport, [
    async (request, next) => {
      sent++;
      requests.add(request);
      try {
        return await next(request);
      } finally {
        requests.delete(request);
      }
    },
  ]);
  const manager = new OperatorManager(
    observed,
    {
      name: 'test-operator',
      ...others,
      webhooks: false,
      // Without a namespace, the manager would read it from a file, which takes real time.
      leaderElection: leaderElection && { leaseNamespace: 'default', ...leaderElection },
      clock: simulated.clock,
      metrics: registry.metrics,
    },
    {
      onFailure: (failure) => {
        if (!isExpected(failure)) failures.push(failure.error);
      },
      ...observers,
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
    const messages = errors.map(errorText).join('; ');
    throw new AggregateError(errors, `${errors.length} reconciles failed: ${messages}`);
  };

  /** Changes with everything that happens. */
  const activity = (): string => {
    const caches = manager.kinds.map(({ reader: { informer } }) => [
      informer.hasSynced,
      informer.lastSyncResourceVersion,
      informer.pendingWrites,
    ]);
    const work = manager.controllers.map(({ queued, running: each }) => [
      queued,
      each.map(({ reconcileId }) => reconcileId),
    ]);
    return JSON.stringify([sent, requests.size, hasEnded, caches, work]);
  };

  const settled = (): Promise<void> => settle(activity);

  /** Describes what must end before the manager is idle. */
  const pending = (): string[] => [
    ...manager.kinds
      .filter(({ isOptional, reader: { informer } }) => !isOptional && !informer.hasSynced)
      .map(({ name }) => `the cache ${name} has not synced`),
    ...manager.kinds
      .filter(({ reader: { informer } }) => informer.pendingWrites > 0)
      .map(
        ({ name, reader: { informer } }) =>
          `the watch of the cache ${name} has not delivered ${informer.pendingWrites} own writes`,
      ),
    ...Array.from(requests, ({ method, path }) => `no answer to ${method} ${path}`),
    ...manager.controllers.flatMap(({ name, queued, running: each }) => [
      ...each.map(({ key }) => `a reconcile of ${key} by the controller ${name} has not ended`),
      ...(manager.isLeader && queued > 0 ? [`${queued} keys of ${name} wait for a worker`] : []),
    ]),
  ];

  const throwSyncErrors = (): void => {
    for (const { name, isOptional, reader } of manager.kinds) {
      const { hasSynced, lastError } = reader.informer;
      if (isOptional || hasSynced || lastError === undefined) continue;
      throw new VmgenError(
        'ERR_VMGEN_STATE',
        `the cache ${name} has not synced: ${errorText(lastError)}`,
        { cause: lastError },
      );
    }
  };

  const stop = async (): Promise<void> => {
    simulated.resume();
    // The failures of work that has been started belong to the test.
    await settled();
    if (simulated.isCrashed) return throwFailures();
    stopping.abort();
    for (await settled(); !hasEnded; await settled()) {
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
    get error() {
      return managerFailure?.error;
    },
    crash: () => simulated.crash(),
    pause: () => simulated.pause(),
    resume: () => simulated.resume(),
    stop,
    [Symbol.asyncDispose]: stop,
    async idle() {
      let last = '';
      for (let pauses = 0; ; pauses++) {
        await settled();
        throwFailures();
        const waiting = pending();
        if (hasEnded || simulated.isStopped || waiting.length === 0) return;
        throwSyncErrors();
        const now = activity();
        if (now !== last) pauses = 0;
        last = now;
        if (pauses === MAX_PAUSES)
          throw notIdle([...waiting, ...realWork.pending()], clock.nextTimerMs);
        await pauseMs(1);
      }
    },
    async advance(ms) {
      await advance(clock, ms, settled);
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

function notIdle(waiting: readonly string[], nextTimerMs: number): VmgenError {
  const named = waiting.slice(0, MAX_NAMED);
  const others = waiting.length - named.length;
  const hint =
    nextTimerMs === Infinity
      ? 'nothing waits for the clock'
      : `if it waits for time, call advance() before: the next timer is due in ${Math.ceil(nextTimerMs)} ms`;
  return new VmgenError(
    'ERR_VMGEN_TIMEOUT',
    `the manager is not idle, and nothing progresses: ${named.join('; ')}` +
      `${others > 0 ? `; and ${others} more` : ''}; ${hint}`,
  );
}
