import { VmgenError } from '@vmgen/runtime';
import type {
  Clock,
  KubernetesObject,
  Logger,
  Metrics,
  ResourceDefinition,
  ResourceScope,
  Tracer,
} from '@vmgen/runtime';
import type {
  Conversion,
  ConversionHandler,
  ConversionKeys,
  ConversionReview,
} from '@vmgen/runtime/conversion';
import { inSpan, isPanic, panicStack } from '@vmgen/runtime/internal';
import { withNumbers } from './admission-patch.js';
import { admissionPath, createAdmissionHandler, type AdmissionHandlers } from './admission.js';
import type { AdmissionReview } from './reviews.js';
import {
  checkConfigured,
  type ConfiguredWebhooks,
  type RegisteredHandler,
} from './check-configured.js';
import { qualifiedKind } from './denial.js';
import { WebhookCallError } from './webhook-call-error.js';

/**
 * Answers the calls of webhooks: an AdmissionReview, or a ConversionReview at `/convert`. The signal
 * aborts when the caller does not wait any more.
 */
export interface WebhookHandler {
  /** Answers an admission request. */
  (review: AdmissionReview, path: string, signal: AbortSignal): Promise<AdmissionReview>;
  /** Answers a conversion request. */
  (review: ConversionReview, path: string, signal: AbortSignal): Promise<ConversionReview>;
}

/** Options of {@link Manager.webhook}. */
export interface AdmissionWebhookOptions {
  /** The path, such as `/validate-quota`. Defaults to controller-runtime's path of the kind. */
  readonly path?: string;
}

/** The context of a {@link ReviewHandler}. */
export interface ReviewContext {
  /** Aborts shortly before the API server stops waiting for the answer. */
  readonly signal: AbortSignal;
  /** A logger whose lines contain the path. */
  readonly logger: Logger;
}

/**
 * Answers a review of any kind, such as an AdmissionReview of several kinds; see
 * {@link Manager.registerWebhook}. Integers beyond 2^53 are the nearest numbers.
 */
export type ReviewHandler = (review: object, context: ReviewContext) => Promise<object> | object;

/** The path of the conversion webhook of all kinds, as in controller-runtime. */
export const CONVERSION_PATH = '/convert';

/** Without characters that a client would escape. */
const PATH = /^(?:\/[\w.~-]+)+$/;
/** Opentelemetry's kind of a span that answers a request. */
const SPAN_SERVER = 1;
/** controller-runtime's: 10 ns to 1000 s. */
const LATENCY_BUCKETS = Array.from({ length: 12 }, (_, power) => 10 ** (power - 8));

/** The errors of one conversion request that are logged: the API server sends all objects of a list. */
const MOST_LOGGED = 5;

/** A handler that has thrown. */
export interface HandlerFailure {
  readonly path: string;
  /** The key of the object; empty if it is unknown. */
  readonly key: string;
  readonly error: unknown;
}

/** What the webhooks use of the manager. */
interface WebhooksHost {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics | undefined;
  readonly tracer: Tracer | undefined;
  /** Waits for the first lists of the caches; resolves with false if there was nothing to wait for. */
  readonly waitForCaches?: (signal: AbortSignal) => Promise<boolean>;
}

/** Answers a review. Checks it, because it comes from a client. */
export type ReviewRoute = (review: object, signal: AbortSignal) => Promise<object>;
type WebhookMetrics = ReturnType<typeof createMetrics>;

/** The webhooks of a manager by path, with their metrics and spans. */
export class Webhooks {
  readonly #host: WebhooksHost;
  readonly #onFailure: ((failure: HandlerFailure) => void) | undefined;
  readonly #routes = new Map<string, ReviewRoute>();
  readonly #handlers: RegisteredHandler[] = [];
  readonly #conversions: Conversion[] = [];
  #convertAll: ConversionHandler | undefined;
  #conversionKeys: (() => ConversionKeys) | undefined;
  readonly #inFlight = new Map<string, number>();
  readonly #metrics: WebhookMetrics;

  /** @param onFailure called for handlers that throw; their error is then in the answer, which users must not see */
  constructor(host: WebhooksHost, onFailure?: (failure: HandlerFailure) => void) {
    this.#host = host;
    this.#onFailure = onFailure;
    this.#metrics = createMetrics(host.metrics);
  }

  /** Whether nothing is declared. */
  get isEmpty(): boolean {
    return this.#routes.size === 0;
  }

  /** The declared paths. */
  get paths(): readonly string[] {
    return [...this.#routes.keys()];
  }

  /** Adds admission webhooks of a kind. */
  add<T extends KubernetesObject, S extends ResourceScope>(
    resource: ResourceDefinition<T, S>,
    handlers: AdmissionHandlers<T, S>,
    { path: ownPath }: AdmissionWebhookOptions = {},
  ): void {
    const verbs = [
      ...(handlers.default === undefined ? [] : (['mutate'] as const)),
      ...(handlers.validate === undefined ? [] : (['validate'] as const)),
    ];
    if (verbs.length === 0) {
      throw new VmgenError(
        'ERR_VMGEN_ARGUMENT',
        `the webhook of ${resource.kind} has no handler; set default or validate`,
      );
    }
    if (ownPath !== undefined && verbs.length > 1) {
      throw new VmgenError(
        'ERR_VMGEN_ARGUMENT',
        `the path ${ownPath} is for one webhook; declare default and validate of ${resource.kind} with a path each`,
      );
    }
    for (const verb of verbs) {
      const path = ownPath ?? admissionPath(verb, resource);
      const handle = createAdmissionHandler(verb, resource, handlers);
      const logger = this.#host.logger.with({ webhook: path });
      const onFailure = this.#onFailure;
      const onPanic = (error: unknown, key: string): void => {
        this.#metrics?.panics.add({});
        onFailure?.({ path, key, error });
      };
      const options = {
        logger,
        onPanic,
        showsErrors: onFailure !== undefined,
        again: <R>(run: () => Promise<R>, signal: AbortSignal) => this.#withCaches(run, signal),
      };
      this.#metrics?.refusals.add({ webhook: path }, 0);
      this.#addRoute(path, async (review, signal) => {
        const answer = await handle(review, { ...options, signal });
        if (answer.response?.allowed === false) this.#metrics?.refusals.add({ webhook: path });
        return answer;
      });
      const { create, update, delete: remove } = handlers.validate ?? {};
      const verbs = { CREATE: create, UPDATE: update, DELETE: remove };
      this.#handlers.push(
        verb === 'mutate'
          ? { path, subject: `default of ${qualifiedKind(resource)}`, operations: [] }
          : {
              path,
              subject: `validate of ${qualifiedKind(resource)}`,
              operations: Object.entries(verbs).flatMap(([name, own]) => (own ? [name] : [])),
            },
      );
    }
  }

  /** Adds a handler of any reviews. */
  register(path: string, handler: ReviewHandler): void {
    const logger = this.#host.logger.with({ webhook: path });
    this.#addRoute(path, async (review, signal) => {
      try {
        const handle = async () => handler(withNumbers(review), { signal, logger });
        return await this.#withCaches(handle, signal);
      } catch (error) {
        if (!signal.aborted) {
          this.#metrics?.panics.add({});
          this.#onFailure?.({ path, key: '', error });
        }
        throw error;
      }
    });
    this.#handlers.push({ path, subject: 'the handler of registerWebhook()', operations: [] });
  }

  /**
   * Runs a handler, and runs it again if it has read a cache before its first list. The server starts
   * before the caches, and with conversions a replica is ready before them.
   */
  async #withCaches<R>(run: () => Promise<R>, signal: AbortSignal): Promise<R> {
    try {
      return await run();
    } catch (error) {
      const isState = error instanceof VmgenError && error.code === 'ERR_VMGEN_STATE';
      if (!isState || (await this.#host.waitForCaches?.(signal)) !== true) throw error;
      return run();
    }
  }

  /** Throws an error if the handlers are not those that API servers call. */
  checkConfigured(configured: ConfiguredWebhooks): void {
    checkConfigured(configured, this.#handlers, this.#conversions.map(qualifiedKind));
  }

  /** Whether conversions are declared. */
  get hasConversions(): boolean {
    return this.#conversions.length > 0;
  }

  /** Adds the conversion of a kind. All kinds share one path. */
  addConversion(conversion: Conversion): void {
    const { group, kind } = conversion;
    if (this.#conversions.some((each) => each.group === group && each.kind === kind)) {
      throw new VmgenError(
        'ERR_VMGEN_ARGUMENT',
        `there are two conversions of ${kind}.${group}; remove one`,
      );
    }
    if (!this.hasConversions) {
      this.#addRoute(CONVERSION_PATH, (review, signal) => this.#convert(review, signal));
    }
    this.#conversions.push(conversion);
  }

  /** Sets the keys of conversions. Without them, this process uses a key of its own. */
  useConversionKeys(keys: () => ConversionKeys): void {
    this.#conversionKeys = keys;
  }

  /**
   * Runs a call of a path with a span, and counts it by the status code with which it ends. `run` reads
   * the review, and passes it to the handler of the path. Rejects if the call fails as a whole, such as
   * with 404 without a handler.
   */
  async call<R>(path: string, run: (answer: ReviewRoute) => Promise<R>): Promise<R> {
    const { clock, tracer } = this.#host;
    const route = this.#routes.get(path);
    const answer = async (): Promise<R> => {
      if (route === undefined) throw new WebhookCallError(404, 'there is no such webhook');
      return run(route);
    };
    // The metrics have no series for paths that clients invent.
    const metrics = route && this.#metrics;
    const startMs = clock.nowMs();
    this.#addInFlight(path, metrics, 1);
    let code = 200;
    try {
      const attributes = { 'url.path': path };
      return await (tracer === undefined
        ? answer()
        : inSpan(tracer, `webhook ${path}`, { kind: SPAN_SERVER, attributes }, answer));
    } catch (error) {
      code = error instanceof WebhookCallError ? error.status : 500;
      throw error;
    } finally {
      this.#addInFlight(path, metrics, -1);
      metrics?.requests.add({ webhook: path, code: String(code) });
      metrics?.latency.observe({ webhook: path }, (clock.nowMs() - startMs) / 1000);
    }
  }

  #addRoute(path: string, route: ReviewRoute): void {
    if (this.#routes.has(path)) {
      throw new VmgenError(
        'ERR_VMGEN_ARGUMENT',
        `there are two webhooks with the path ${path}; declare the handlers of a kind once, or with another path`,
      );
    }
    if (!PATH.test(path)) {
      throw new VmgenError(
        'ERR_VMGEN_ARGUMENT',
        `${JSON.stringify(path)} is not the path of a webhook; write one such as /validate-quota`,
      );
    }
    this.#routes.set(path, async (review, signal) => {
      signal.throwIfAborted();
      return route(review, signal);
    });
    for (const code of ['200', '500']) this.#metrics?.requests.add({ webhook: path, code }, 0);
    this.#metrics?.inFlight.set({ webhook: path }, 0);
  }

  #addInFlight(path: string, metrics: WebhookMetrics, change: number): void {
    const count = (this.#inFlight.get(path) ?? 0) + change;
    if (count === 0) this.#inFlight.delete(path);
    else this.#inFlight.set(path, count);
    metrics?.inFlight.set({ webhook: path }, count);
  }

  async #convert(review: ConversionReview, signal: AbortSignal): Promise<ConversionReview> {
    // Few programs have conversions, so most do not load the module.
    this.#convertAll ??= await this.#conversionHandler();
    let answer: ConversionReview;
    try {
      answer = await this.#convertAll(review, signal);
    } catch (error) {
      if (!isArgumentError(error)) throw error;
      throw new WebhookCallError(400, error.message);
    }
    return answer;
  }

  async #conversionHandler(): Promise<ConversionHandler> {
    const { createConversionHandler, createConversionKey } =
      await import('@vmgen/runtime/conversion');
    const ownKeys = [createConversionKey()];
    return createConversionHandler(this.#conversions, {
      keys: () => this.#conversionKeys?.() ?? ownKeys,
      onError: (error, index) => {
        // The error of a function is the cause.
        const cause = error instanceof Error ? error.cause : undefined;
        if (isPanic(cause)) this.#metrics?.conversionPanics.add({});
        if (index >= MOST_LOGGED) return;
        this.#host.logger.error('a conversion failed', { error, stack: panicStack(cause) });
      },
    });
  }
}

function isArgumentError(error: unknown): error is VmgenError {
  return error instanceof VmgenError && error.code === 'ERR_VMGEN_ARGUMENT';
}

function createMetrics(metrics: Metrics | undefined) {
  if (metrics === undefined) return undefined;
  const counter = (name: string, help: string, labels: readonly string[]) =>
    metrics.counter({ name: `controller_runtime_${name}`, help, labels });
  const created = {
    requests: counter('webhook_requests_total', 'Number of webhook requests by HTTP status code.', [
      'webhook',
      'code',
    ]),
    inFlight: metrics.gauge({
      name: 'controller_runtime_webhook_requests_in_flight',
      help: 'Number of webhook requests that are being answered.',
      labels: ['webhook'],
    }),
    latency: metrics.histogram({
      name: 'controller_runtime_webhook_latency_seconds',
      help: 'How long webhook requests took, in seconds.',
      labels: ['webhook'],
      buckets: LATENCY_BUCKETS,
    }),
    refusals: metrics.counter({
      name: 'vmgen_webhook_refusals_total',
      help: 'Number of requests that an admission webhook refused.',
      labels: ['webhook'],
    }),
    panics: counter(
      'webhook_panics_total',
      'Number of admission handlers that threw an error.',
      [],
    ),
    conversionPanics: counter(
      'conversion_webhook_panics_total',
      'Number of objects that could not be converted because of a programming error.',
      [],
    ),
  };
  created.panics.add({}, 0);
  created.conversionPanics.add({}, 0);
  return created;
}
