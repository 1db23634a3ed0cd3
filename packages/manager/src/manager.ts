import type {
  CachedReader,
  Clock,
  KubernetesObject,
  Logger,
  Metrics,
  ResourceDefinition,
  ResourceScope,
  Transport,
} from '@vmgen/runtime';
import type { Conversion } from '@vmgen/runtime/conversion';
import type { HealthCheck } from '@vmgen/runtime/health';
import type { CachedKinds, Definitions, ManagedCache, TypedKinds } from './caches/cached-kinds.js';
import type { ManagerState } from './manager-state.js';
import type { ControllerBuilder, ControllerOptions } from './reconcile/controller-options.js';
import type { AdmissionHandlers } from './webhooks/admission.js';
import type {
  AdmissionWebhookOptions,
  ReviewHandler,
  WebhookHandler,
} from './webhooks/webhooks.js';

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
   * several times: under the same name and with the same options, it is one cache with one reader, and the
   * indexes of all declarations. Each further name is a cache of its own, such as one with other
   * selectors. Nothing else is cached: a kind without a reader cannot
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
   * Adds work beside the controllers (controller-runtime: Runnable), which starts after the caches have
   * synced. It runs only on the leader unless {@link TaskOptions.everywhere} is set. If it rejects, the
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
   * The work that was added last runs first. An error is logged. What is left of `limits.shutdownTimeoutMs`
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
