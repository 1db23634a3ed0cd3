import { checkNumber } from '../errors/check-number.js';
import { systemClock, type Clock } from '../async/clock.js';
import { randomUuid, type Random } from '../async/random.js';
import { checkShutdownTimeout, startShutdownLimit } from '../async/shutdown-limit.js';
import { ShutdownTimeoutError } from '../errors/shutdown-timeout-error.js';
import { VmgenError } from '../errors/vmgen-error.js';
import { silentLogger } from '../logging/logger.js';
import type { Logger } from '../logging/logger.js';
import { safeLogger } from '../logging/safe-logger.js';
import { parseObjectKey } from '../meta/object-key.js';
import type { ObjectKey } from '../meta/object-key.js';
import type { Metrics } from '../metrics/metrics.js';
import { safeMetrics } from '../metrics/safe-metrics.js';
import { inSpan, type SafeSpan, type Tracer } from '../tracing/tracer.js';
import type { WorkQueue } from '../workqueue/work-queue.js';
import { TerminalError } from './terminal-error.js';
import { WorkersMeter, type ReconcileOutcome } from './workers-meter.js';

/** The result of a successful reconcile. */
export interface ReconcileResult {
  /**
   * Reconciles the key again after this time, in milliseconds, even without a change
   * (controller-runtime: `RequeueAfter`). A finite number above 0: any other value, 0 included, is
   * treated as a failure of the reconcile. To retry at the pace of the rate limiter, throw an error
   * instead. Defaults to no requeue: the key is reconciled after a change.
   */
  readonly requeueAfterMs?: number;
}

/** The context of one call of a {@link KeyReconciler}. */
export interface ReconcileContext {
  /** Aborts when the work must stop. Pass it to all calls. */
  readonly signal: AbortSignal;
  /** A logger whose lines contain the key and the reconcile id. */
  readonly logger: Logger;
  /** A unique id for this call. */
  readonly reconcileId: string;
}

/**
 * Brings one object to its desired state. Level-based: compares the current with the desired state
 * instead of reacting to a change. If it throws, the error is logged and the call is retried,
 * except after a {@link TerminalError}.
 */
export type KeyReconciler = (
  key: ObjectKey,
  context: ReconcileContext,
) => Promise<ReconcileResult | void>;

/** The methods of a queue that workers use. */
export type WorkersQueue = Pick<
  WorkQueue,
  'name' | 'tryGet' | 'get' | 'done' | 'forget' | 'addAfter' | 'addRateLimited' | 'close'
>;

/** Options of {@link runWorkers}. */
export interface RunWorkersOptions {
  /** The number of keys that are reconciled concurrently. At least 1. */
  readonly workers: number;
  /** Reconciles one key. */
  readonly reconcile: KeyReconciler;
  /** Defaults to no logging. */
  readonly logger?: Logger;
  /** Stops the workers: no further keys are taken when it aborts. */
  readonly signal: AbortSignal;
  /**
   * The signal of the reconciles. Defaults to `signal`. Pass another signal to let running
   * reconciles finish after `signal` aborts.
   */
  readonly workSignal?: AbortSignal;
  /**
   * The time limit of running reconciles after `signal` has aborted, in milliseconds. After that,
   * {@link runWorkers} rejects. 0 means no limit. Defaults to 25,000.
   */
  readonly shutdownTimeoutMs?: number;
  /**
   * Receives `controller_runtime_reconcile_total` and the other controller metrics, labelled with
   * the name of the queue. Defaults to no metrics.
   */
  readonly metrics?: Metrics;
  /**
   * Creates a span for each reconcile. The spans of its requests are children (`traceRequests`).
   * Defaults to no tracing.
   */
  readonly tracer?: Tracer;
  /** Defaults to {@link systemClock}. */
  readonly clock?: Clock;
  /** Creates the identifiers of reconciles. Defaults to unpredictable ones. */
  readonly random?: Random;
}

/**
 * Reconciles the keys of a queue. Resolves when no reconcile is running after the signal has
 * aborted, or after the queue was closed and is empty. If a reconcile throws, the error is logged
 * and its key is requeued with a growing delay, except after a {@link TerminalError}. Rejects with
 * `ERR_VMGEN_ARGUMENT` for an invalid option, and with a `ShutdownTimeoutError` that lists the keys
 * if reconciles are still running `shutdownTimeoutMs` after the abort because they ignore their signal.
 * Only the end of the process stops those.
 *
 * Closes the queue at the end, because delayed keys would keep the process alive.
 *
 * @example
 * await runWorkers(queue, {
 *   workers: 2,
 *   reconcile: async (key, { logger }) => {
 *     const vm = lister.find(key);
 *     if (vm === undefined) return;
 *     logger.info('the machine should run', { image: vm.spec.image });
 *     return { requeueAfterMs: 30_000 };
 *   },
 *   signal,
 * });
 */
export async function runWorkers(queue: WorkersQueue, options: RunWorkersOptions): Promise<void> {
  const workers = checkNumber('workers', options.workers, { min: 1, isWhole: true });
  const shutdownTimeoutMs = checkShutdownTimeout(options.shutdownTimeoutMs);
  const { metrics, signal, clock = systemClock } = options;
  const meter = metrics && new WorkersMeter(safeMetrics(metrics), queue.name, workers, clock);
  const keys = new Set<string>();
  const runAll = async (): Promise<void> => {
    try {
      await Promise.all(
        Array.from({ length: workers }, () => runWorker(queue, options, meter, keys)),
      );
    } finally {
      meter?.close();
      await queue.close();
    }
  };
  await new Promise<void>((resolve, reject) => {
    const endLimit = startShutdownLimit({ clock, signal, shutdownTimeoutMs }, () => {
      // Not awaited, because it waits for the same reconciles.
      void queue.close();
      const running = [...keys].slice(0, MAX_SHOWN_KEYS).map((key) => JSON.stringify(key));
      reject(
        new ShutdownTimeoutError(
          `${keys.size} reconciles of ${queue.name} did not end within ${shutdownTimeoutMs} ms after the ` +
            `abort: ${running.join(', ')}; pass the signal of the reconcile to all calls`,
        ),
      );
    });
    runAll().then(resolve, reject).finally(endLimit);
  });
}

/** The maximum number of keys in the message of an error. */
const MAX_SHOWN_KEYS = 10;

async function runWorker(
  queue: WorkersQueue,
  options: RunWorkersOptions,
  meter: WorkersMeter | undefined,
  keys: Set<string>,
): Promise<void> {
  const { signal } = options;
  try {
    while (!signal.aborted) {
      const key = queue.tryGet() ?? (await queue.get({ signal }));
      if (key === undefined) return;
      const ended = meter?.started();
      keys.add(key);
      const outcome = await work(key, queue, options);
      keys.delete(key);
      ended?.(outcome);
      queue.done(key);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** Runs one reconcile and requeues its key if necessary. */
async function work(
  key: string,
  queue: WorkersQueue,
  options: RunWorkersOptions,
): Promise<ReconcileOutcome> {
  const { reconcile, random, tracer, workSignal: signal = options.signal } = options;
  const reconcileId = randomUuid(random);
  const logger = safeLogger(options.logger ?? silentLogger).with({ key, reconcileId });
  const reconcileOnce = async (): Promise<ReconcileResult | void> =>
    reconcile(objectOf(key), { signal, logger, reconcileId });
  try {
    const attributes = { controller: queue.name, key, reconcileId };
    const result = await (tracer === undefined
      ? reconcileOnce()
      : inSpan(tracer, 'reconcile', { attributes }, (span) => withOutcome(span, reconcileOnce)));
    return requeue(key, queue, result?.requeueAfterMs);
  } catch (error) {
    const isTerminal = error instanceof TerminalError;
    if (isTerminal) {
      logger.error('the reconcile failed permanently; it is retried when its object changes', {
        error,
      });
    } else if (signal.aborted) logger.verbose(2, 'the reconcile was aborted', { error });
    else logger.error('the reconcile failed; retrying', { error });
    try {
      if (isTerminal) queue.forget(key);
      else queue.addRateLimited(key);
    } catch (limiterError) {
      logger.error('the rate limiter failed; retrying the key', { error: limiterError });
      queue.addAfter(key, FALLBACK_RETRY_MS);
    }
    return isTerminal ? 'terminal' : 'error';
  }
}

/** Sets the outcome of a reconcile in its span: the values of the label `result`, and `terminal`. */
async function withOutcome(
  span: SafeSpan,
  reconcile: () => Promise<ReconcileResult | void>,
): Promise<ReconcileResult | void> {
  let outcome: ReconcileOutcome = 'success';
  try {
    const result = await reconcile();
    if (result?.requeueAfterMs !== undefined) outcome = 'requeue_after';
    return result;
  } catch (error) {
    outcome = error instanceof TerminalError ? 'terminal' : 'error';
    throw error;
  } finally {
    span.setAttribute('outcome', outcome);
  }
}

/** The delay of a key if its rate limiter fails. */
const FALLBACK_RETRY_MS = 60_000;

/** Handles a successful reconcile. */
function requeue(key: string, queue: WorkersQueue, afterMs: number | undefined): ReconcileOutcome {
  if (afterMs === 0) {
    throw new VmgenError(
      'ERR_VMGEN_ARGUMENT',
      'requeueAfterMs is 0: return a number above 0, or throw to retry at the pace of the rate limiter',
    );
  }
  if (afterMs !== undefined) checkNumber('requeueAfterMs', afterMs, { above: 0 });
  queue.forget(key);
  if (afterMs === undefined) return 'success';
  queue.addAfter(key, afterMs);
  return 'requeue_after';
}

/** Parses a key. An invalid key is a terminal error, because retrying cannot fix it. */
function objectOf(key: string): ObjectKey {
  try {
    return parseObjectKey(key);
  } catch (cause) {
    throw new TerminalError('the queue contains an invalid object key', {
      cause,
    });
  }
}
