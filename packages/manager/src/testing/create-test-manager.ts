import { setTimeout as pauseMs } from 'node:timers/promises';
import {
  interceptTransport,
  isForbidden,
  objectKey,
  VmgenError,
  type Transport,
} from '@vmgen/runtime';
import type { Interceptor, TransportRequest } from '@vmgen/runtime/transport';
import { errorText } from '@vmgen/runtime/observability';
import { createPrometheusRegistry, type PrometheusRegistry } from '@vmgen/runtime/prometheus';
import { createFakeClock, type FakeClock } from '@vmgen/runtime/testing';
import type { ManagerElectionOptions } from '../election/election.js';
import { distinctErrors } from '../process/distinct-errors.js';
import type { ReconcileFailure } from '../process/user-functions.js';
import type { ManagerOptions } from '../manager-options.js';
import type { Manager } from '../manager.js';
import type { ManagerObservers } from '../manager-observers.js';
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
   * Whether a test expects a failed reconcile, which is then only retried, a failed admission handler or another
   * {@link ReconcileFailure}. Defaults to none.
   *
   * @example
   * const operator = await createTestManager(fake, setUpSites, { isExpected: ({ error }) => isConflict(error) });
   */
  readonly isExpected?: (failure: ReconcileFailure) => boolean;
  /**
   * Runs the effects with a name, `effect('dns.create', 'shop', run)` of a reconcile, whose `name` is then
   * `dns.create shop`; or causes a fault in their place. Defaults to `(name, run) => run()`.
   */
  readonly onEffect?: <R>(name: string, run: () => Promise<R>) => Promise<R>;
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
   * Rejects with the error of the manager if it has failed; with the error of a reconcile, an
   * admission handler or another {@link ReconcileFailure} since the last call (an `AggregateError` if several have
   * failed, which contains equal errors once); with the error of a cache that cannot sync; and with a `VmgenError` (`ERR_VMGEN_TIMEOUT`), which names everything that
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
   * and admission handlers that {@link idle} has not reported. Idempotent. After a {@link crash}, nothing is left to stop.
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
 * that only the test advances. `setUp` is that of `runManager`. A failed reconcile fails the test, and so
 * does an admission handler or another function of the program that throws, and an event that the server
 * rejects.
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
  observers: Omit<ManagerObservers, 'onFailure'> = {},
): Promise<TestManager<R>> {
  const { clock = createFakeClock(), isExpected = () => false, onEffect, ...others } = options;
  const { leaderElection = false } = options;
  const registry = createPrometheusRegistry({ processMetrics: false });
  const realWork = new RealWork();
  const failures: unknown[] = [];
  const onFailure = (failure: ReconcileFailure): void => {
    if (!isExpected(failure)) failures.push(failure.error);
  };
  const simulated = new SimulatedProcess(transport, clock);
  const requests = new OpenRequests();
  const manager = new OperatorManager(
    interceptTransport(simulated.transport, [requests.observe]),
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
      onFailure,
      onHandlerFailure: ({ path, ...failure }) => onFailure({ controller: path, ...failure }),
      onEventFailure: (error, key) =>
        onFailure({ controller: 'events', key: objectKey(key), function: 'event', error }),
      onEffect,
      ...observers,
    },
  );
  const declared = await setUp(manager);
  const parts = { manager, clock, simulated, requests, registry, realWork, failures };
  return new RunningTestManager(declared, parts);
}

/** The requests of a manager. */
class OpenRequests {
  readonly open = new Set<TransportRequest>();
  sent = 0;

  readonly observe: Interceptor = async (request, next) => {
    this.sent++;
    this.open.add(request);
    try {
      return await next(request);
    } finally {
      this.open.delete(request);
    }
  };
}

/** What a {@link RunningTestManager} consists of. */
interface TestManagerParts {
  readonly manager: OperatorManager;
  readonly clock: FakeClock;
  readonly simulated: SimulatedProcess;
  readonly requests: OpenRequests;
  readonly registry: PrometheusRegistry;
  readonly realWork: RealWork;
  /** The errors of reconciles that no call has reported. */
  readonly failures: unknown[];
}

class RunningTestManager<R> implements TestManager<R> {
  readonly manager: OperatorManager;
  readonly declared: R;
  readonly clock: FakeClock;
  readonly #parts: TestManagerParts;
  readonly #stopping = new AbortController();
  #hasEnded = false;
  #failure: { readonly error: unknown } | undefined;

  constructor(declared: R, parts: TestManagerParts) {
    this.manager = parts.manager;
    this.declared = declared;
    this.clock = parts.clock;
    this.#parts = parts;
    void this.#run();
  }

  async #run(): Promise<void> {
    try {
      await this.manager.run({ signal: this.#stopping.signal });
    } catch (error) {
      this.#failure = { error };
    }
    this.#hasEnded = true;
  }

  get error(): unknown {
    return this.#failure?.error;
  }

  async idle(): Promise<void> {
    const { simulated, realWork } = this.#parts;
    let last = '';
    for (let pauses = 0; ; pauses++) {
      await this.#settled();
      this.#throwFailures();
      const waiting = this.#pending();
      if (this.#hasEnded || simulated.isStopped || waiting.length === 0) return;
      this.#throwSyncErrors();
      const now = this.#activity();
      if (now !== last) pauses = 0;
      last = now;
      if (pauses === MAX_PAUSES)
        throw notIdle([...waiting, ...realWork.pending()], this.clock.nextTimerMs);
      await pauseMs(1);
    }
  }

  async advance(ms: number): Promise<void> {
    await advance(this.clock, ms, () => this.#settled());
    this.#throwFailures();
  }

  async metric(
    name: string,
    labels: Readonly<Record<string, string>> = {},
  ): Promise<number | undefined> {
    const wanted = Object.entries(labels).map(
      ([label, value]) => `${label}=${JSON.stringify(value)}`,
    );
    const values = [...(await this.#parts.registry.text()).matchAll(SAMPLE)].filter(
      ([, sample, found = '']) =>
        sample === name && wanted.every((each) => `,${found},`.includes(`,${each},`)),
    );
    if (values.length === 0) return undefined;
    return values.reduce((sum, [, , , value]) => sum + Number(value), 0);
  }

  crash(): void {
    this.#parts.simulated.crash();
  }

  pause(): void {
    this.#parts.simulated.pause();
  }

  resume(): void {
    this.#parts.simulated.resume();
  }

  async stop(): Promise<void> {
    const { simulated } = this.#parts;
    simulated.resume();
    // The failures of work that has been started belong to the test.
    await this.#settled();
    const isRunning = (): boolean => !this.#hasEnded && !simulated.isCrashed;
    if (isRunning()) this.#stopping.abort();
    for (await this.#settled(); isRunning(); await this.#settled()) {
      // The end of the process may pause it again.
      simulated.resume();
      await this.clock.advance(STOP_STEP_MS);
      await pauseMs(1);
    }
    this.#throwFailures();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  #settled(): Promise<void> {
    return settle(() => this.#activity());
  }

  /** Changes with everything that happens. */
  #activity(): string {
    const { requests } = this.#parts;
    const caches = this.manager.kinds.map(({ reader: { informer } }) => [
      informer.hasSynced,
      informer.lastSyncResourceVersion,
      informer.pendingWrites,
    ]);
    const work = this.manager.controllers.map(({ queued, running: each }) => [
      queued,
      each.map(({ reconcileId }) => reconcileId),
    ]);
    return JSON.stringify([requests.sent, requests.open.size, this.#hasEnded, caches, work]);
  }

  /** Describes what must end before the manager is idle. */
  #pending(): string[] {
    const { kinds, controllers, isLeader } = this.manager;
    return [
      ...kinds
        .filter(({ isOptional, reader: { informer } }) => !isOptional && !informer.hasSynced)
        .map(({ name }) => `the cache ${name} has not synced`),
      ...kinds
        .filter(({ reader: { informer } }) => informer.pendingWrites > 0)
        .map(
          ({ name, reader: { informer } }) =>
            `the watch of the cache ${name} has not delivered ${informer.pendingWrites} own writes`,
        ),
      ...Array.from(
        this.#parts.requests.open,
        ({ method, path }) => `no answer to ${method} ${path}`,
      ),
      ...controllers.flatMap(({ name, queued, running: each }) => [
        ...each.map(({ key }) => `a reconcile of ${key} by the controller ${name} has not ended`),
        ...(isLeader && queued > 0 ? [`${queued} keys of ${name} wait for a worker`] : []),
      ]),
    ];
  }

  #throwFailures(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
    const errors = this.#parts.failures.splice(0);
    if (errors.length === 0) return;
    if (errors.length === 1) throw errors[0];
    const distinct = distinctErrors(errors);
    const messages = [...distinct.keys()].join('; ');
    throw new AggregateError(distinct.values(), `${errors.length} failures: ${messages}`);
  }

  #throwSyncErrors(): void {
    for (const { name, isOptional, reader } of this.manager.kinds) {
      const { hasSynced, lastError } = reader.informer;
      if (isOptional || hasSynced || lastError === undefined) continue;
      const fix = isForbidden(lastError)
        ? '; if a permission is missing, add a marker +kubebuilder:rbac: npx vmgen rbac --from-run prints those that the tests need'
        : '';
      throw new VmgenError(
        'ERR_VMGEN_STATE',
        `the cache ${name} has not synced: ${errorText(lastError)}${fix}`,
        { cause: lastError },
      );
    }
  }
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
