import {
  createEventRecorder,
  createLeaderElector,
  interceptTransport,
  isForbidden,
  isUnauthorized,
  LeadershipLostError,
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
  LeaderElectionOptions,
  LeaderElector,
  Leadership,
  Logger,
  Metrics,
  ResourceDefinition,
  ResourceScope,
  Tracer,
  Transport,
} from '@vmgen/runtime';
import {
  startHealthServer,
  type HealthCheck,
  type HealthServer,
  type HealthServerCertificate,
  type HealthServerPage,
} from '@vmgen/runtime/health';
import type { Conversion } from '@vmgen/runtime/conversion';
import { checkNumber, electionTiming, errorText, onAbort, within } from '@vmgen/runtime/internal';
import {
  Controller,
  type ControllerBuilder,
  type ControllerHost,
  type ControllerOptions,
  type ReconcileFailure,
} from './reconcile/controller.js';
import { PageAuthorizer } from './pages/authorize-pages.js';
import {
  followCertificate,
  readCertificate,
  type CertificateFiles,
} from './certificates/certificate-files.js';
import {
  DeclaredKinds,
  describeCache,
  MAX_LAG_MS,
  type CachedKinds,
  type CacheState,
  type Definitions,
  type ManagedCache,
  type TypedKinds,
} from './caches/managed-cache.js';
import { namespaceOfProcess } from './process/namespace-of-process.js';
import { awaitShardsReleased, ExclusionWait, OperatorLeases } from './election/operator-leases.js';
import { endsInTime, runTogether, untilAborted } from './process/run-together.js';
import { guardWrites, type Claim } from './election/claim.js';
import { ShardKeys, type ShardingOptions } from './election/shard-keys.js';
import { silentMetrics } from './process/silent-metrics.js';
import { createSelfSigned, renewSelfSigned } from './certificates/self-signed-certificate.js';
import { Shards, type ShardingState } from './election/shards.js';
import type { AdmissionHandlers } from './webhooks/admission.js';
import type { ConfiguredWebhooks } from './webhooks/check-configured.js';
import type { ServedWebhooks, WebhookOptions } from './webhooks/serve-webhooks.js';
import {
  Webhooks,
  type AdmissionWebhookOptions,
  type ReviewHandler,
  type WebhookHandler,
} from './webhooks/webhooks.js';

/** The limits of a manager, in milliseconds. 0 means no limit. */
export interface ManagerLimits {
  /** How long the caches may take to sync at the start. Defaults to 120,000. */
  readonly syncMs?: number;
  /**
   * How long work may take to end after the signal has aborted. Defaults to 25,000, because
   * Kubernetes gives a pod 30 s.
   */
  readonly shutdownMs?: number;
}

/** The Lease of a manager's election; see {@link ManagerOptions.leaderElection}. */
export interface ManagerElectionOptions extends Partial<
  Pick<
    LeaderElectionOptions,
    | 'leaseName'
    | 'leaseNamespace'
    | 'leaseDurationMs'
    | 'renewDeadlineMs'
    | 'retryPeriodMs'
    | 'identity'
  >
> {}

/** The HTTP server of a manager. */
export interface ManagerServerOptions {
  /** The port; 0 selects a free one. Defaults to 8080. */
  readonly port?: number;
  /**
   * The address to listen on. Defaults to `127.0.0.1`. In a pod, use `0.0.0.0` so that the kubelet
   * can send its probes.
   */
  readonly host?: string;
  /**
   * The names that requests may use in the header `Host`; see `HealthServerOptions.hostNames`.
   * Defaults to `'any'` with {@link authorization} or if the server does not listen on a loopback
   * address, and otherwise to none besides `localhost` and IP addresses.
   */
  readonly hostNames?: readonly string[] | 'any';
  /**
   * Serves HTTPS: with these files, which are read again every minute, or with `'self-signed'`
   * certificates that the process creates and replaces every day, for clients that do not verify
   * them, such as probes of the kubelet. Defaults to HTTP.
   */
  readonly tls?: CertificateFiles | 'self-signed';
  /**
   * Whether `/metrics`, `/debug/state` and `/status` require a bearer token of a user who may `get` the path as
   * a `nonResourceURL`. The operator then needs the verb `create` on `tokenreviews` of
   * `authentication.k8s.io` and on `subjectaccessreviews` of `authorization.k8s.io`. Defaults to
   * false.
   */
  readonly authorization?: boolean;
  /**
   * Whether `/status` is a web page that shows the running operator: rates, latencies and errors of
   * the last ten minutes, failing objects with their last reconciles, the leader, and the caches. It
   * is read-only, and requests nothing from other hosts. Defaults to false.
   */
  readonly statusPage?: boolean;
  /** Resolves with the metrics to serve at `/metrics`. Defaults to none. */
  readonly metricsPage?: () => Promise<{ readonly contentType: string; readonly text: string }>;
}

/** Options of {@link createManager}. */
export interface ManagerOptions {
  /**
   * The name of the operator: its field manager, Lease, user agent, source of events and the prefix
   * of the labels of children. A DNS label, such as `site-operator`. It must not change later.
   */
  readonly name: string;
  /** Defaults to no logging. */
  readonly logger?: Logger;
  /**
   * Elects one leader among the replicas, whose controllers run; the caches of the others are ready
   * to take over. `false` runs the controllers at once. Defaults to an election with client-go's
   * durations, for a Lease with the name of the manager in the namespace of this pod
   * (`POD_NAMESPACE`, or the one of the service account, or `default`).
   */
  readonly leaderElection?: ManagerElectionOptions | false;
  /**
   * Distributes the objects over all replicas instead of one leader; see {@link ShardingOptions}. The
   * durations, the namespace and the prefix of the Leases are those of {@link leaderElection}, which
   * must not be `false`. The holder of shard 0 is the leader: it runs the tasks that need one.
   * Defaults to no sharding.
   */
  readonly sharding?: ShardingOptions;
  /** See {@link ManagerLimits}. */
  readonly limits?: ManagerLimits;
  /** Serves probes and metrics. Defaults to no server. */
  readonly server?: ManagerServerOptions | false;
  /**
   * Serves the declared webhooks over HTTPS; see {@link Manager.webhook} and {@link Manager.conversion}.
   * `false` answers only calls of {@link Manager.handleWebhook}. Required if webhooks are declared.
   */
  readonly webhooks?: WebhookOptions | false;
  /**
   * The webhooks that API servers call, as the generated `operator.ts` lists them. {@link Manager.run}
   * rejects if one of them has no handler, or if a handler is for a call that none of them makes. Add
   * those of other manifests to the list. Defaults to no check.
   */
  readonly configuredWebhooks?: ConfiguredWebhooks;
  /** Receives the metrics of caches, queues, controllers and the election. Defaults to none. */
  readonly metrics?: Metrics;
  /** Creates a span for each reconcile and request. Defaults to no tracing. */
  readonly tracer?: Tracer;
  /** Defaults to `systemClock`. */
  readonly clock?: Clock;
}

/** The context of a task; see {@link Manager.task}. */
export interface TaskContext {
  /** Aborts when the task must end. */
  readonly signal: AbortSignal;
  /** A logger whose lines contain the name of the task. */
  readonly logger: Logger;
  /** Sends requests. Writes reject unless this process leads. */
  readonly transport: Transport;
}

/** Options of {@link Manager.task}. */
export interface TaskOptions {
  /** Whether the task runs on every replica instead of only on the leader. Defaults to false. */
  readonly everywhere?: boolean;
}

/** Runs controllers and what they need: caches, the election, probes and metrics. */
export interface Manager {
  /** See {@link ManagerOptions.name}. */
  readonly name: string;
  /** The logger of the manager. */
  readonly logger: Logger;
  /** Sends requests. Writes reject unless this process leads. */
  readonly transport: Transport;
  /** The time source of all work. */
  readonly clock: Clock;
  /**
   * Creates metrics of the operator, which `/metrics` serves with those of the manager. Without the
   * option `metrics` of {@link createManager}, they are not collected.
   *
   * @example
   * const certificates = manager.metrics.gauge({
   *   name: 'site_certificate_expiry_seconds',
   *   help: 'The time until the certificate of a site expires, in seconds.',
   *   labels: ['namespace', 'name'],
   * });
   * certificates.set({ namespace: 'default', name: 'shop' }, 86_400);
   * certificates.remove({ namespace: 'default', name: 'shop' });
   */
  readonly metrics: Metrics;
  /** Whether this process leads now. True from the start if there is no election. */
  readonly isLeader: boolean;
  /** The port of the HTTP server while it listens. */
  readonly port: number | undefined;
  /** The port of the webhook server while it listens. */
  readonly webhookPort: number | undefined;
  /**
   * Declares the kinds that the program caches, and returns a reader for each. A kind may be declared
   * several times with different selectors. Nothing else is cached: a kind without a reader cannot
   * be read from the cache. Call it before {@link run}.
   *
   * @example
   * const { sites, webPods, nodes, configMaps } = manager.cache({
   *   sites: siteResource,
   *   webPods: { resource: podResource, labelSelector: 'app=web' },
   *   nodes: { resource: nodeResource, metadataOnly: true },
   *   configMaps: {
   *     resource: configMapResource,
   *     indexers: { byValue: ({ data = {} }) => Object.values(data) },
   *   },
   * });
   */
  cache<const Kinds extends CachedKinds, D extends Definitions>(
    kinds: Kinds & TypedKinds<D, Kinds>,
  ): ManagedCache<Kinds>;
  /**
   * Adds a controller for the objects of a reader. Complete it with `.reconcile(...)`.
   *
   * @example
   * manager.controller(sites).owns(deployments).reconcile(async (site, { children, status }) => {
   *   const [deployment] = await children.apply(child(deployments, deploymentOf(site)));
   *   await status.set({ conditions: [readyFrom(deployment)] });
   * });
   */
  controller<T extends KubernetesObject, S extends ResourceScope>(
    reader: CachedReader<T, S>,
    options?: ControllerOptions<T, S>,
  ): ControllerBuilder<T, S>;
  /**
   * Answers the admission requests of a kind, at the paths of controller-runtime:
   * `/mutate-GROUP-VERSION-KIND` for `default` and `/validate-GROUP-VERSION-KIND` for `validate`, with
   * dashes for the dots of the group, and all in lower case. A further webhook of the same kind and
   * version needs a path of its own.
   *
   * @example
   * manager.webhook(siteResource, {
   *   default: ({ spec }) => void (spec.html ||= '<p>Soon</p>'),
   *   validate: {
   *     create: ({ spec }) => invalid(spec.secretName === '' ? [invalidField.required('spec.secretName')] : []),
   *     update({ spec }, old, { warn }) {
   *       if (spec.html.length > 10_000) warn('spec.html is long; use a ConfigMap');
   *       if (spec.secretName !== old.spec.secretName) return deny('spec.secretName is immutable');
   *     },
   *   },
   * });
   */
  webhook<T extends KubernetesObject, S extends ResourceScope>(
    resource: ResourceDefinition<T, S>,
    handlers: AdmissionHandlers<T, S>,
    options?: AdmissionWebhookOptions,
  ): void;
  /**
   * Answers the reviews that API servers send to a path, such as admission requests for several kinds.
   * The handler checks the review, because it comes from a client. If it throws, the call fails with
   * 500, and the `failurePolicy` applies.
   *
   * @example
   * manager.registerWebhook('/validate-owner', ({ apiVersion, kind, request }: AdmissionReview) => {
   *   const { uid = '', userInfo = {} } = request ?? {};
   *   return { apiVersion, kind, response: { uid, allowed: userInfo.username === 'owner' } };
   * });
   */
  registerWebhook(path: string, handler: ReviewHandler): void;
  /**
   * Answers the requests to convert the objects of a kind between its versions, at `/convert`. See
   * `@vmgen/runtime/conversion`. Call it once per kind.
   *
   * @example
   * manager.conversion(siteConversion);
   */
  conversion(conversion: Conversion): void;
  /**
   * Answers an AdmissionReview or ConversionReview in process, as the webhook server does for a path.
   * Rejects if the call fails as a whole, so that the `failurePolicy` applies.
   *
   * @example
   * const { response } = await manager.handleWebhook(review, '/validate-web-example-com-v1-site', signal);
   */
  readonly handleWebhook: WebhookHandler;
  /**
   * Adds work beside the controllers, which starts after the caches have synced. If it rejects, the
   * manager fails; it may end by itself.
   */
  task(name: string, run: (context: TaskContext) => Promise<void>, options?: TaskOptions): void;
  /**
   * Throws a `LeadershipLostError` unless this process leads. Call it directly before each effect
   * outside of the API server, in code that cannot use `effect` of the reconcile.
   */
  checkLeadership(): void;
  /**
   * Adds work for the end of {@link run}, after all controllers and tasks, such as closing a client.
   * The work that was added last runs first. An error is logged. What is left of `limits.shutdownMs`
   * limits it: {@link run} rejects with a `ShutdownTimeoutError` if it does not end in time.
   */
  atEnd(close: () => Promise<void>): void;
  /** Adds a check of `/livez` and `/healthz`, which throws if the process should be restarted. */
  liveCheck(name: string, check: HealthCheck): void;
  /** Adds a check of `/readyz`, which throws while the process is not ready. */
  readyCheck(name: string, check: HealthCheck): void;
  /** Describes the caches, queues and running reconciles, as JSON for humans. */
  describe(): ManagerState;
  /**
   * Runs until the signal aborts and all work has ended. Starts in this order: the HTTP server, the
   * webhooks, the caches, the tasks for every replica, the election, the controllers. Stops in reverse order, and
   * releases the Lease after all work has ended. Call it once.
   *
   * Rejects with the error of a task or source that fails; with a `VmgenError`
   * (`ERR_VMGEN_TIMEOUT`) if the caches do not sync in time, such as because of a missing
   * permission; with a `LeadershipLostError` if the Lease is lost; and with a
   * `ShutdownTimeoutError` if work does not end in time. The process should exit after a rejection.
   */
  run(options: { readonly signal: AbortSignal }): Promise<void>;
}

/** The state of a manager; see {@link Manager.describe}. */
export interface ManagerState {
  /** The name of the manager. */
  readonly name: string;
  /** Whether this process leads. */
  readonly isLeader: boolean;
  /** The identity of the leader as last observed; empty if it is unknown. */
  readonly leader: string;
  /** The shards of this process; undefined without sharding. */
  readonly sharding?: ShardingState;
  /** The caches in the order of their declaration. */
  readonly caches: readonly CacheState[];
  /** The controllers in the order of their declaration. */
  readonly controllers: readonly ControllerState[];
}

/** The state of a controller. */
export interface ControllerState {
  /** The name of the controller. */
  readonly name: string;
  /** The number of keys that wait for a worker. */
  readonly queued: number;
  /** The running reconciles. */
  readonly running: readonly {
    /** The key of the object. */
    readonly key: string;
    /** See `ReconcileContext.reconcileId`. */
    readonly reconcileId: string;
    /** How long it has been running, in milliseconds. */
    readonly runningMs: number;
  }[];
}

/**
 * The liveness probe fails if the process is still running this long after it lost the lease, or if no
 * worker of a controller is free this long after the time limit of the reconciles.
 */
const LIVENESS_TOLERANCE_MS = 20_000;

/** The time for the work at the end if nothing is left of the limit. */
const MIN_END_MS = 1_000;

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

interface Task {
  readonly name: string;
  readonly run: (context: TaskContext) => Promise<void>;
  readonly isEverywhere: boolean;
}

/** The manager of {@link createManager}; tests also observe its failed reconciles. */
export class OperatorManager implements Manager, ControllerHost {
  readonly name: string;
  readonly logger: Logger;
  readonly transport: Transport;
  readonly events: EventRecorder;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly tracer: Tracer | undefined;
  readonly shutdownMs: number;
  readonly onFailure: ((failure: ReconcileFailure) => void) | undefined;
  readonly hasStatusPage: boolean;
  readonly #syncMs: number;
  readonly #options: ManagerOptions;
  #createdIdentity: string | undefined;
  readonly #kinds: DeclaredKinds;
  readonly #controllers: Controller<never, never>[] = [];
  readonly #tasks: Task[] = [];
  readonly #atEnd: (() => Promise<void>)[] = [];
  readonly #live: Record<string, HealthCheck> = {};
  readonly #ready: Record<string, HealthCheck> = {};
  readonly #unguarded: Transport;
  readonly #webhooks: Webhooks;
  readonly #shards: Shards | undefined;
  /** The wait of a single leader for processes with sharding. */
  readonly #wait: ExclusionWait;
  /** The claim of all keys without sharding. */
  readonly #claim: Claim;
  #elector: LeaderElector | undefined;
  #leadership: Leadership | undefined;
  #isRunning = false;
  #health: HealthServer | undefined;
  #served: ServedWebhooks | undefined;

  constructor(
    transport: Transport,
    options: ManagerOptions,
    onFailure?: (failure: ReconcileFailure) => void,
  ) {
    this.onFailure = onFailure;
    const { name, tracer, limits = {} } = options;
    if (!/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(name)) {
      throw new VmgenError(
        'ERR_VMGEN_ARGUMENT',
        `invalid name ${JSON.stringify(name)} of a manager: use a DNS label, such as "site-operator"`,
      );
    }
    this.name = name;
    this.#options = options;
    this.logger = options.logger ?? silentLogger;
    this.clock = options.clock ?? systemClock;
    this.metrics = options.metrics ?? silentMetrics;
    this.tracer = tracer;
    this.#syncMs = checkNumber('syncMs', limits.syncMs ?? 120_000, { min: 0 });
    this.hasStatusPage = (options.server || undefined)?.statusPage === true;
    this.shutdownMs = checkNumber('shutdownMs', limits.shutdownMs ?? 25_000, { min: 0 });
    this.#unguarded =
      tracer === undefined ? transport : interceptTransport(transport, [traceRequests(tracer)]);
    this.transport = guardWrites(this.#unguarded, () => this.checkLeadership());
    this.#webhooks = new Webhooks(this);
    this.#wait = new ExclusionWait({ rule: undefined, clock: this.clock, logger: this.logger });
    this.#claim = {
      transport: this.transport,
      signal: undefined,
      effect: (run) => this.#effect(run),
      end: () => {},
    };
    this.#shards = this.#createShards(options);
    const identity = (): string => this.#identity;
    // Not guarded: the last events are sent after the Lease was released.
    this.events = createEventRecorder(this.#unguarded, {
      component: name,
      get instance() {
        return identity();
      },
      clock: this.clock,
      logger: this.logger,
    });
    this.#kinds = new DeclaredKinds({
      transport: this.#unguarded,
      logger: this.logger,
      clock: this.clock,
      metrics: this.metrics,
      fieldManager: name,
      controllers: this.#controllers,
      shards: this.#shards,
      onCompleted: (reader, matches) => {
        for (const controller of this.#controllers) {
          if (controller.reader === reader) controller.enqueue(matches);
        }
      },
    });
  }

  /** The name of this process in the Lease and in events. Created on first use: `crypto` loads slowly. */
  get #identity(): string {
    this.#createdIdentity ??=
      (this.#options.leaderElection || undefined)?.identity ??
      `${process.env['POD_NAME'] ?? process.env['HOSTNAME'] ?? 'local'}_${crypto.randomUUID()}`;
    return this.#createdIdentity;
  }

  get kinds() {
    return this.#kinds.all;
  }

  get controllers(): readonly Pick<Controller<never, never>, 'name' | 'queued' | 'running'>[] {
    return this.#controllers;
  }

  get isLeader(): boolean {
    if (this.#shards !== undefined) return this.#shards.leadership !== undefined;
    if (this.#options.leaderElection === false) return true;
    // Before, it waits for processes that hold shards.
    return this.#leadership !== undefined && this.#elector?.isLeader === true;
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
    const controller = new Controller<T, S>(this, reader, options);
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
    this.#webhooks.handle(review, path, signal);

  task(
    name: string,
    run: (context: TaskContext) => Promise<void>,
    { everywhere = false }: TaskOptions = {},
  ): void {
    this.#checkNotRunning('task()');
    this.#tasks.push({ name, run, isEverywhere: everywhere });
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

  claim(key: string, reader: unknown): Claim | undefined {
    if (this.#shards === undefined) return this.#claim;
    return this.#kinds.lacks(reader, key) ? undefined : this.#shards.claim(key);
  }

  isOwn(key: string): boolean {
    return this.#shards?.holds(key) ?? true;
  }

  async #effect<R>(run: (signal: AbortSignal) => Promise<R> | R): Promise<R> {
    const term = this.#currentTerm();
    return term === undefined ? run(new AbortController().signal) : term.guard(run);
  }

  describe(): ManagerState {
    const nowMs = this.clock.nowMs();
    return {
      ...this.#describeRole(),
      caches: this.#kinds.all.map(describeCache),
      controllers: this.#controllers.map(({ name, queued, running }) => ({
        name,
        queued,
        running: running.map(({ key, reconcileId, startedMs }) => ({
          key,
          reconcileId,
          runningMs: Math.round(nowMs - startedMs),
        })),
      })),
    };
  }

  #describeRole(): Omit<ManagerState, 'caches' | 'controllers'> {
    return {
      name: this.name,
      isLeader: this.isLeader,
      leader: this.#shards?.leader ?? this.#elector?.holder ?? '',
      ...(this.#shards && { sharding: this.#shards.state }),
    };
  }

  async run({ signal }: { readonly signal: AbortSignal }): Promise<void> {
    this.#checkNotRunning('run()');
    for (const controller of this.#controllers) controller.check();
    const { configuredWebhooks } = this.#options;
    if (configuredWebhooks !== undefined) this.#webhooks.checkConfigured(configuredWebhooks);
    if (this.#webhooks.paths.length > 0 && this.#options.webhooks === undefined) {
      throw new VmgenError(
        'ERR_VMGEN_STATE',
        'webhooks are declared, but not served; set the option webhooks of the manager',
      );
    }
    this.#isRunning = true;
    const ending = new AbortController();
    const caches = AbortSignal.any([signal, ending.signal]);
    let abortedMs: number | undefined;
    const stopListening = onAbort(signal, () => (abortedMs = this.clock.nowMs()));
    let late: ShutdownTimeoutError | undefined;
    try {
      await this.#startServer(ending.signal);
      // Before the caches, because a list of objects may call the conversion webhook.
      await this.#startWebhooks(signal);
      this.#kinds.start(ending.signal);
      await this.#kinds.synced(caches, this.#syncMs);
      this.logger.info('the caches have synced');
      const everywhere = this.#tasks.filter(({ isEverywhere }) => isEverywhere);
      await runTogether(
        [...everywhere.map((task) => this.#taskLoop(task)), (each) => this.#lead(each)],
        signal,
      );
    } catch (error) {
      // A wait that was aborted rejects with the reason of the signal.
      if (!signal.aborted || error instanceof ShutdownTimeoutError) throw error;
    } finally {
      stopListening();
      late = await this.#end(ending, abortedMs ?? this.clock.nowMs());
    }
    if (late !== undefined) throw late;
  }

  async #startWebhooks(signal: AbortSignal): Promise<void> {
    const { webhooks = false } = this.#options;
    if (webhooks === false || this.#webhooks.paths.length === 0) return;
    const { serveWebhooks } = await import('./webhooks/serve-webhooks.js');
    const { name, clock, logger, metrics } = this;
    // Not guarded: every replica needs its certificate, whether it leads or not.
    const host = { name, clock, logger, metrics, transport: this.#unguarded };
    const options = { syncMs: this.#syncMs, stopping: signal };
    this.#served = await serveWebhooks(this.#webhooks, webhooks, host, options);
  }

  /** Runs the work of the leader, with an election unless it is off. */
  async #lead(signal: AbortSignal): Promise<void> {
    const { leaderElection = {} } = this.#options;
    if (leaderElection === false) {
      await this.#work(signal);
      return;
    }
    if (this.#shards !== undefined) {
      await this.#shards.run({
        namespace: leaderElection.leaseNamespace ?? (await namespaceOfProcess()),
        signal,
        work: (ending) => this.#runControllers(ending),
        lead: (leadership) => this.#runTasks(leadership.signal),
      });
      return;
    }
    const { metrics, clock, logger } = this;
    const namespace = leaderElection.leaseNamespace ?? (await namespaceOfProcess());
    this.#elector = createLeaderElector(this.#unguarded, {
      leaseName: this.name,
      leaseNamespace: namespace,
      ...leaderElection,
      identity: this.#identity,
      releaseOnCancel: true,
      // A watchdog measures real time.
      watchdog: clock === systemClock,
      shutdownMs: this.shutdownMs,
      clock,
      logger,
      metrics,
      callbacks: {
        onStartedLeading: async (leadership) => {
          await this.#awaitShardsReleased(leaderElection, namespace, leadership.signal);
          if (leadership.signal.aborted) return;
          this.#leadership = leadership;
          // The watch of a new leader may be late with what the previous one has written.
          if (leadership.transitions > 0) await this.#kinds.renew(() => true, leadership.signal);
          await this.#work(leadership.signal);
        },
      },
      signal,
    });
    const outcome = await this.#elector.run();
    if (outcome === 'lost') throw new LeadershipLostError('the lease was lost');
  }

  /** Waits for processes with sharding, such as the previous ones of a rolling update. */
  #awaitShardsReleased(
    election: ManagerElectionOptions,
    namespace: string,
    signal: AbortSignal,
  ): Promise<void> {
    const { clock, logger } = this;
    const leases = new OperatorLeases({
      leaseName: election.leaseName ?? this.name,
      ...{ namespace, rule: undefined, transport: this.#unguarded, clock, logger, signal },
      timing: electionTiming(election),
    });
    return awaitShardsReleased(leases, this.#wait, { clock, logger, signal });
  }

  #work(signal: AbortSignal): Promise<void> {
    const loops = [
      (ending: AbortSignal) => this.#runTasks(ending),
      (ending: AbortSignal) => this.#runControllers(ending),
    ];
    return runTogether(loops, signal);
  }

  /** Runs the tasks of the leader. */
  #runTasks(signal: AbortSignal): Promise<void> {
    const loops = this.#tasks
      .filter(({ isEverywhere }) => !isEverywhere)
      .map((task) => this.#taskLoop(task));
    return runTogether([...loops, untilAborted], signal);
  }

  #runControllers(signal: AbortSignal): Promise<void> {
    const controllers = this.#controllers.map(
      (controller) => (ending: AbortSignal) => controller.run(ending),
    );
    this.logger.info('started the controllers', {
      controllers: this.#controllers.map(({ name }) => name).join(', '),
    });
    return runTogether([...controllers, untilAborted], signal);
  }

  #createShards({ sharding, leaderElection = {} }: ManagerOptions): Shards | undefined {
    if (sharding === undefined) return undefined;
    if (leaderElection === false) {
      throw new VmgenError(
        'ERR_VMGEN_ARGUMENT',
        'sharding needs Leases; omit the option leaderElection or set durations',
      );
    }
    const { clock, logger, metrics, shutdownMs } = this;
    return new Shards({
      keys: new ShardKeys(sharding),
      leaseName: leaderElection.leaseName ?? this.name,
      identity: this.#identity,
      timing: leaderElection,
      transport: this.#unguarded,
      clock,
      logger,
      metrics,
      shutdownMs,
      watchdog: clock === systemClock,
      onMoved: (gained, signal) => this.#kinds.renew(gained, signal),
      onReady: (isOfShard) => {
        for (const controller of this.#controllers) controller.enqueue(isOfShard);
      },
      onLost: (isOfShard) => {
        for (const controller of this.#controllers) controller.drop(isOfShard);
      },
    });
  }

  /**
   * Ends what remains, in the reverse order of the start. Returns the error of the first part that did
   * not end in time. The limit counts from the abort, at `startMs`, and includes the reconciles.
   */
  async #end(ending: AbortController, startMs: number): Promise<ShutdownTimeoutError | undefined> {
    const { clock, shutdownMs } = this;
    const served = this.#served;
    const health = this.#health;
    const parts: (readonly [string, () => Promise<void> | undefined])[] = [
      ...this.#atEnd
        .splice(0)
        .reverse()
        .map((close) => ['work of atEnd()', close] as const),
      ['the event recorder', () => this.events.close()],
      ['the webhook server', () => served?.close()],
      [
        'a handler of a cache',
        () => {
          ending.abort();
          return this.#kinds.ended();
        },
      ],
      ['the HTTP server', () => health?.close()],
    ];
    const endMs = Math.max(startMs + shutdownMs, clock.nowMs() + MIN_END_MS);
    let late: ShutdownTimeoutError | undefined;
    for (const [what, close] of parts) {
      const limit = shutdownMs === 0 ? {} : { timeoutMs: Math.max(0, endMs - clock.nowMs()) };
      const timeUp = (): ShutdownTimeoutError =>
        new ShutdownTimeoutError(
          `${what} did not end within ${shutdownMs} ms after the abort (shutdownMs)`,
        );
      try {
        await within({ clock, ...limit }, timeUp, async () => close());
      } catch (error) {
        this.logger.error('work at the end failed', { error });
        if (error instanceof ShutdownTimeoutError) late ??= error;
      }
    }
    this.#served = undefined;
    this.#health = undefined;
    return late;
  }

  #taskLoop({ name, run }: Task): (signal: AbortSignal) => Promise<void> {
    return async (signal) => {
      const { transport } = this;
      const { clock, shutdownMs } = this;
      const running = run({ signal, transport, logger: this.logger.with({ task: name }) });
      await endsInTime(`the task ${JSON.stringify(name)}`, running, { clock, signal, shutdownMs });
      // A task may end; the others go on.
      await untilAborted(signal);
    };
  }

  async #startServer(signal: AbortSignal): Promise<void> {
    const { server = false } = this.#options;
    if (server === false) return;
    const { port = 8080, host = '127.0.0.1', metricsPage, tls, authorization = false } = server;
    // A web page has no token.
    const { hostNames = authorization ? 'any' : undefined } = server;
    const servesWebhooks = Boolean(this.#options.webhooks) && this.#webhooks.paths.length > 0;
    const authorizer = new PageAuthorizer(this.#unguarded, this.clock);
    const protect = (path: string, page: HealthServerPage): HealthServerPage =>
      authorization ? authorizer.protect(path, page) : page;
    this.#health = await startHealthServer({
      port,
      host,
      ...(hostNames && { hostNames }),
      live: {
        ...this.#live,
        'leader-election': () =>
          (this.#shards?.elector ?? this.#elector)?.checkHealth(LIVENESS_TOLERANCE_MS),
        controllers: () => {
          for (const controller of this.#controllers) controller.checkLive(LIVENESS_TOLERANCE_MS);
        },
        ...(servesWebhooks && { webhooks: () => this.#served?.checkLive() }),
      },
      ready: {
        ...this.#ready,
        // Lists of a kind with a conversion succeed only after this replica is ready for its calls.
        ...(!this.#webhooks.hasConversions && { caches: () => this.#checkCaches() }),
        ...(servesWebhooks && {
          webhooks: () => {
            if (this.#served === undefined) throw new Error('the webhook server has not started');
            this.#served.checkReady();
          },
        }),
        ...(this.#shards && { sharding: () => this.#shards?.checkReady() }),
      },
      pages: {
        ...(this.hasStatusPage &&
          (await this.#statusPages(authorization ? authorizer : undefined, signal))),
        ...(metricsPage && { '/metrics': protect('/metrics', metricsPage) }),
        '/debug/state': protect('/debug/state', async () => ({
          contentType: 'application/json',
          text: `${JSON.stringify(this.describe(), undefined, 2)}\n`,
        })),
      },
      ...(tls && { tls: await this.#certificate(tls) }),
      clock: this.clock,
      logger: this.logger,
    });
    const { clock, logger, metrics } = this;
    const following = { clock, logger, metrics, signal };
    if (tls === 'self-signed') void renewSelfSigned(this.#health, following);
    else if (tls) void followCertificate(tls, this.#health, following);
    logger.info('serving probes and metrics', { host, port: this.#health.port });
  }

  #checkCaches(): void {
    const required = this.#kinds.all.filter(({ isOptional }) => !isOptional);
    const late = required.filter(({ reader }) => !reader.informer.hasSynced);
    if (late.length > 0) {
      throw new Error(`not synced: ${late.map(({ name }) => name).join(', ')}`);
    }
    const nowMs = this.clock.nowMs();
    for (const { name, reader } of required) {
      const { lastContactMs, lastError } = reader.informer;
      const isDenied = isForbidden(lastError) || isUnauthorized(lastError);
      if (!isDenied || lastContactMs === undefined || nowMs - lastContactMs <= MAX_LAG_MS) continue;
      throw new Error(`the cache ${name} is outdated: ${errorText(lastError)}`);
    }
    this.#kinds.checkRenewed();
    this.#wait.checkReady();
  }

  #certificate(tls: CertificateFiles | 'self-signed'): Promise<HealthServerCertificate> {
    return tls === 'self-signed'
      ? createSelfSigned(this.clock)
      : readCertificate(tls, this.metrics);
  }

  /** Returns the pages of the status page. Only programs that have one load its module. */
  async #statusPages(
    authorizer: PageAuthorizer | undefined,
    signal: AbortSignal,
  ): Promise<Record<string, HealthServerPage>> {
    const { createStatusPage } = await import('./pages/status-page.js');
    const { page, data } = createStatusPage({
      clock: this.clock,
      identity: this.#identity,
      hasElection: this.#options.leaderElection !== false,
      controllers: this.#controllers,
      kinds: this.#kinds,
      describeRole: () => this.#describeRole(),
      signal,
    });
    // The refusal is the page without data, which then requires a token.
    const refused = await page(undefined);
    return {
      '/status': authorizer?.protect('/status', page, refused) ?? page,
      '/status/data': authorizer?.protect('/status', data) ?? data,
    };
  }

  checkLeadership(): void {
    this.#currentTerm()?.check();
  }

  /** Returns the last term, or undefined without an election. Throws before the first term. */
  #currentTerm(): Leadership | undefined {
    if (this.#options.leaderElection === false) return undefined;
    if (this.#shards !== undefined) {
      const term = this.#shards.leadership;
      if (term === undefined) throw new LeadershipLostError('another process holds shard 0');
      return term;
    }
    if (this.#leadership === undefined) throw new LeadershipLostError('this process does not lead');
    return this.#leadership;
  }

  #checkNotRunning(call: string): void {
    if (!this.#isRunning) return;
    throw new VmgenError('ERR_VMGEN_STATE', `${call} must be called before run()`);
  }
}
