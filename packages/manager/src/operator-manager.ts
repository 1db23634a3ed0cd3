import {
  createEventRecorder,
  interceptTransport,
  ShutdownTimeoutError,
  silentLogger,
  systemClock,
  traceRequests,
  VmgenError,
} from '@vmgen/runtime';
import type {
  CachedReader,
  Clock,
  EventRecorder,
  KubernetesObject,
  Logger,
  Metrics,
  ResourceDefinition,
  ResourceScope,
  Transport,
} from '@vmgen/runtime';
import type { Conversion } from '@vmgen/runtime/conversion';
import type { HealthCheck, HealthServer } from '@vmgen/runtime/health';
import { onAbort } from '@vmgen/runtime/async';
import { checkNumber } from '@vmgen/runtime/internal';
import { describeCache } from './caches/cache-state.js';
import type { CachedKinds, Definitions, ManagedCache, TypedKinds } from './caches/cached-kinds.js';
import { DeclaredKinds } from './caches/declared-kinds.js';
import { guardWrites } from './election/claim.js';
import { createElection } from './election/create-election.js';
import type { ElectedWork, Election, KeyMatcher } from './election/election.js';
import type { ManagerOptions } from './manager-options.js';
import { describeController, type ManagerState } from './manager-state.js';
import { Tasks } from './manager-tasks.js';
import type { Manager, TaskContext, TaskOptions } from './manager.js';
import { servePages } from './pages/serve-pages.js';
import { endInOrder, type EndingPart } from './process/end-in-order.js';
import { identityOfProcess } from './process/identity-of-process.js';
import { runTogether } from './process/run-together.js';
import { silentMetrics } from './process/silent-metrics.js';
import { recorderOf } from './recorder-of.js';
import type { ReconcileInputs } from './recordings/reconcile-inputs.js';
import type { ControllerHost } from './reconcile/controller-host.js';
import type { ManagerObservers } from './manager-observers.js';
import type { ControllerBuilder, ControllerOptions } from './reconcile/controller-options.js';
import { Controller } from './reconcile/controller.js';
import type { AdmissionHandlers } from './webhooks/admission.js';
import type { ServedWebhooks } from './webhooks/serve-webhooks.js';
import {
  Webhooks,
  type AdmissionWebhookOptions,
  type ReviewHandler,
  type WebhookHandler,
} from './webhooks/webhooks.js';

/**
 * The liveness probe fails if the process is still running this long after it lost the lease, or if no
 * worker of a controller is free this long after the time limit of the reconciles.
 */
const LIVENESS_TOLERANCE_MS = 20_000;

/**
 * Creates a manager on a transport, such as the fake one of a test. {@link runManager} creates one
 * for a whole process.
 *
 * @example
 * const manager = createManager(clientset.fake, { name: 'site-operator', leaderElection: false });
 * setUpSites(manager);
 * const running = manager.run({ signal });
 */
export function createManager(transport: Transport, options: ManagerOptions): Manager {
  return new OperatorManager(transport, options);
}

/** The manager of {@link createManager}; tests also observe its reconciles. */
export class OperatorManager implements Manager {
  readonly name: string;
  readonly logger: Logger;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly #shutdownTimeoutMs: number;
  readonly #syncTimeoutMs: number;
  readonly #options: ManagerOptions;
  readonly #events: EventRecorder;
  readonly #election: Election;
  readonly #kinds: DeclaredKinds;
  /** What the controllers use of the manager. */
  readonly #host: ControllerHost;
  readonly #controllers: Controller<never, never>[] = [];
  readonly #tasks: Tasks;
  readonly #atEnd: (() => Promise<void>)[] = [];
  readonly #live: Record<string, HealthCheck> = {};
  readonly #ready: Record<string, HealthCheck> = {};
  /** Sends requests without checks of the leadership. */
  readonly #unguarded: Transport;
  readonly #webhooks: Webhooks;
  #isRunning = false;
  #health: HealthServer | undefined;
  #served: ServedWebhooks | undefined;

  constructor(
    transport: Transport,
    options: ManagerOptions,
    observers: ManagerObservers = {},
    replayed?: ReconcileInputs,
  ) {
    const { name, random, tracer, limits = {}, server } = options;
    const { logger = silentLogger, clock = systemClock, metrics } = options;
    checkName(name);
    this.name = name;
    this.#options = options;
    this.logger = logger;
    const inputs = replayed ?? recorderOf(options);
    this.clock = inputs?.clock ?? clock;
    // Nothing is measured for metrics that nobody collects.
    this.metrics = metrics ?? silentMetrics;
    this.#syncTimeoutMs = checkNumber('syncTimeoutMs', limits.syncTimeoutMs ?? 120_000, { min: 0 });
    const shutdownTimeoutMs = checkNumber('shutdownTimeoutMs', limits.shutdownTimeoutMs ?? 25_000, {
      min: 0,
    });
    this.#shutdownTimeoutMs = shutdownTimeoutMs;
    const unguarded =
      tracer === undefined ? transport : interceptTransport(transport, [traceRequests(tracer)]);
    this.#unguarded = unguarded;
    const guarded = guardWrites(unguarded, () => this.checkLeadership());
    this.transport = inputs?.observed(guarded) ?? guarded;
    this.#tasks = new Tasks({ transport: guarded, clock, logger, shutdownTimeoutMs });
    const waitForCaches = (signal: AbortSignal) => this.#kinds.waitedForSync(signal);
    const host = { clock, logger, metrics, tracer, waitForCaches };
    this.#webhooks = new Webhooks(host, observers.onHandlerFailure);
    const election = this.#createElection(clock);
    this.#election = election;
    // Not guarded: the last events are sent after the Lease was released.
    const events = createEventRecorder(unguarded, {
      component: name,
      get instance() {
        return election.identity;
      },
      ...{ clock, logger },
      ...(random && { random }),
      ...(observers.onEventFailure && { onError: observers.onEventFailure }),
    });
    this.#events = events;
    this.#kinds = new DeclaredKinds({
      ...{ transport: unguarded, logger, clock, random, metrics, fieldManager: name, inputs },
      ...{ controllers: this.#controllers, shards: election.shards },
      onFailure: observers.onFailure,
      onCompleted: (reader, matches) => this.#enqueue(matches, reader),
      // A child that was created and lost before the restore was noticed has caused no event.
      onRestored: () => this.#enqueue(() => true),
    });
    this.#host = {
      ...{ name, kinds: this.#kinds, election, events, clock, random, logger, metrics, tracer },
      ...{ inputs, transport: unguarded, shutdownTimeoutMs },
      ...observers,
      hasStatusPage: (server || undefined)?.statusPage === true,
    };
  }

  #createElection(clock: Clock): Election {
    const { name, logger } = this;
    const { leaderElection = {}, random, sharding, metrics } = this.#options;
    return createElection(leaderElection, sharding, {
      identity: identityOfProcess((leaderElection || undefined)?.identity, random),
      transport: this.#unguarded,
      shutdownTimeoutMs: this.#shutdownTimeoutMs,
      ...{ name, clock, random, logger, metrics },
    });
  }

  get kinds() {
    return this.#kinds.all;
  }

  get controllers(): readonly Controller<never, never>[] {
    return this.#controllers;
  }

  get isLeader(): boolean {
    return this.#election.isLeader;
  }

  get webhookPort(): number | undefined {
    return this.#served?.port;
  }

  get port(): number | undefined {
    return this.#health?.port;
  }

  cache<const Kinds extends CachedKinds, D extends Definitions>(
    kinds: Kinds & TypedKinds<D, Kinds>,
  ): ManagedCache<Kinds> {
    this.#checkNotRunning('cache()');
    return this.#kinds.declare(kinds);
  }

  controller<T extends KubernetesObject, S extends ResourceScope>(
    reader: CachedReader<T, S>,
    options: ControllerOptions<T, S> = {},
  ): ControllerBuilder<T, S> {
    this.#checkNotRunning('controller()');
    const name = options.name ?? reader.resource.plural;
    if (this.#controllers.some((other) => other.name === name)) {
      throw new VmgenError(
        'ERR_VMGEN_ARGUMENT',
        `there are two controllers named ${JSON.stringify(name)}; set the option name`,
      );
    }
    const controller = new Controller<T, S>(this.#host, reader, options);
    // The list uses only what does not depend on the kind.
    this.#controllers.push(controller as unknown as Controller<never, never>);
    return controller;
  }

  webhook<T extends KubernetesObject, S extends ResourceScope>(
    resource: ResourceDefinition<T, S>,
    handlers: AdmissionHandlers<T, S>,
    options?: AdmissionWebhookOptions,
  ): void {
    this.#checkNotRunning('webhook()');
    this.#webhooks.add(resource, handlers, options);
  }

  registerWebhook(path: string, handler: ReviewHandler): void {
    this.#checkNotRunning('registerWebhook()');
    this.#webhooks.register(path, handler);
  }

  conversion(conversion: Conversion): void {
    this.#checkNotRunning('conversion()');
    this.#webhooks.addConversion(conversion);
  }

  readonly handleWebhook: WebhookHandler = (review: object, path: string, signal: AbortSignal) =>
    this.#webhooks.call(path, (answer) => answer(review, signal));

  task(
    name: string,
    run: (context: TaskContext) => Promise<void>,
    { everywhere = false }: TaskOptions = {},
  ): void {
    this.#checkNotRunning('task()');
    this.#tasks.add({ name, run, isEverywhere: everywhere });
  }

  checkLeadership(): void {
    this.#election.checkLeadership();
  }

  atEnd(close: () => Promise<void>): void {
    this.#atEnd.push(close);
  }

  liveCheck(name: string, check: HealthCheck): void {
    this.#live[name] = check;
  }

  readyCheck(name: string, check: HealthCheck): void {
    this.#ready[name] = check;
  }

  describe(): ManagerState {
    const nowMs = this.#host.clock.nowMs();
    return {
      ...this.#describeRole(),
      caches: this.#kinds.all.map(describeCache),
      controllers: this.#controllers.map((each) => describeController(each, nowMs)),
    };
  }

  #describeRole(): Omit<ManagerState, 'caches' | 'controllers'> {
    const { isLeader, leader, sharding } = this.#election;
    return { name: this.name, isLeader, leader, ...(sharding && { sharding }) };
  }

  async run({ signal }: { readonly signal: AbortSignal }): Promise<void> {
    this.#checkNotRunning('run()');
    this.#checkDeclared();
    this.#isRunning = true;
    const ending = new AbortController();
    let abortedMs: number | undefined;
    const stopListening = onAbort(signal, () => (abortedMs = this.#host.clock.nowMs()));
    let late: ShutdownTimeoutError | undefined;
    try {
      await this.#startServer(ending.signal);
      // Before the caches, because a list of objects may call the conversion webhook.
      await this.#startWebhooks(signal);
      this.#kinds.start(ending.signal);
      await this.#kinds.synced(signal, this.#syncTimeoutMs);
      this.logger.info('the caches have synced');
      const work = this.#electedWork();
      await runTogether(
        [...this.#tasks.loops(true), (each) => this.#election.run(work, each)],
        signal,
      );
    } catch (error) {
      // A wait that was aborted rejects with the reason of the signal.
      if (!signal.aborted || error instanceof ShutdownTimeoutError) throw error;
    } finally {
      stopListening();
      late = await this.#end(ending, abortedMs ?? this.#host.clock.nowMs());
    }
    if (late !== undefined) throw late;
  }

  /** Throws if a declaration is not complete. */
  #checkDeclared(): void {
    for (const controller of this.#controllers) controller.check();
    const { configuredWebhooks, webhooks } = this.#options;
    if (configuredWebhooks !== undefined) this.#webhooks.checkConfigured(configuredWebhooks);
    if (this.#webhooks.isEmpty || webhooks !== undefined) return;
    throw new VmgenError(
      'ERR_VMGEN_STATE',
      'webhooks are declared, but not served; set the option webhooks of the manager',
    );
  }

  #electedWork(): ElectedWork {
    return {
      ofLeader: () => this.#tasks.loops(false),
      ofReconciler: () => {
        this.logger.info('started the controllers', {
          controllers: this.#controllers.map(({ name }) => name).join(', '),
        });
        return this.#controllers.flatMap((controller) => controller.loops());
      },
      renewCaches: (gained, signal) => this.#kinds.renew(gained, signal),
      onGained: (matches) => this.#enqueue(matches),
      onLost: (matches) => {
        for (const controller of this.#controllers) controller.drop(matches);
      },
    };
  }

  /** Queues the keys of the cached objects of the controllers, or only of those with a reader. */
  #enqueue(matches: KeyMatcher, reader?: unknown): void {
    for (const controller of this.#controllers) {
      if (reader === undefined || controller.reader === reader) controller.enqueue(matches);
    }
  }

  /** Whether the manager serves its webhooks. */
  get #servesWebhooks(): boolean {
    return Boolean(this.#options.webhooks) && !this.#webhooks.isEmpty;
  }

  async #startWebhooks(signal: AbortSignal): Promise<void> {
    const { webhooks = false } = this.#options;
    if (webhooks === false || this.#webhooks.isEmpty) return;
    const { serveWebhooks } = await import('./webhooks/serve-webhooks.js');
    const { name, clock, logger, metrics } = this.#host;
    // Not guarded: every replica needs its certificate, whether it leads or not.
    const host = { name, clock, logger, metrics, transport: this.#unguarded };
    const times = { syncTimeoutMs: this.#syncTimeoutMs, stopping: signal };
    this.#served = await serveWebhooks(this.#webhooks, webhooks, host, times);
  }

  async #startServer(signal: AbortSignal): Promise<void> {
    const { server = false } = this.#options;
    if (server === false) return;
    const { clock, logger, metrics = silentMetrics } = this.#host;
    const election = this.#election;
    this.#health = await servePages(server, {
      ...{ clock, logger, metrics, signal, transport: this.#unguarded },
      live: this.#liveChecks(),
      ready: this.#readyChecks(),
      get identity() {
        return election.identity;
      },
      hasElection: election.checks !== undefined,
      controllers: this.#controllers,
      recordings: this.#host.inputs?.kept,
      kinds: this.#kinds,
      describe: () => this.describe(),
      describeRole: () => this.#describeRole(),
    });
  }

  #liveChecks(): Record<string, HealthCheck> {
    return {
      ...this.#live,
      'leader-election': () => this.#election.checks?.checkLive(LIVENESS_TOLERANCE_MS),
      controllers: () => {
        for (const controller of this.#controllers) controller.checkLive(LIVENESS_TOLERANCE_MS);
      },
      ...(this.#servesWebhooks && { webhooks: () => this.#served?.checkLive() }),
    };
  }

  #readyChecks(): Record<string, HealthCheck> {
    const { checks } = this.#election;
    // Lists of a kind with a conversion succeed only after this replica is ready for its calls.
    const needsCaches = !this.#webhooks.hasConversions;
    return {
      ...this.#ready,
      ...(needsCaches && { caches: () => this.#kinds.checkReady() }),
      ...(this.#servesWebhooks && {
        webhooks: () => {
          if (this.#served === undefined) throw new Error('the webhook server has not started');
          this.#served.checkReady();
        },
      }),
      ...(checks && { sharding: () => checks.checkReady(needsCaches) }),
    };
  }

  /**
   * Ends what remains, in the reverse order of the start. Returns the error of the first part that did
   * not end in time. The limit counts from the abort, at `startMs`, and includes the reconciles.
   */
  async #end(ending: AbortController, startMs: number): Promise<ShutdownTimeoutError | undefined> {
    const { clock, logger } = this.#host;
    const [served, health] = [this.#served, this.#health];
    const added = this.#atEnd.splice(0).reverse();
    const parts: readonly EndingPart[] = [
      ...added.map((close): EndingPart => ['work of atEnd()', close]),
      ['the event recorder', () => this.#events.close()],
      ['the webhook server', async () => served?.close()],
      [
        'a handler of a cache',
        () => {
          ending.abort();
          return this.#kinds.ended();
        },
      ],
      ['the HTTP server', async () => health?.close()],
    ];
    const late = await endInOrder(parts, startMs, {
      clock,
      logger,
      shutdownTimeoutMs: this.#shutdownTimeoutMs,
    });
    [this.#served, this.#health] = [undefined, undefined];
    return late;
  }

  #checkNotRunning(call: string): void {
    if (!this.#isRunning) return;
    throw new VmgenError('ERR_VMGEN_STATE', `${call} must be called before run()`);
  }
}

function checkName(name: string): void {
  if (/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(name)) return;
  throw new VmgenError(
    'ERR_VMGEN_ARGUMENT',
    `invalid name ${JSON.stringify(name)} of a manager: use a DNS label, such as "site-operator"`,
  );
}
