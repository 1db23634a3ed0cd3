import { checkNumber } from '../errors/check-number.js';
import { systemClock, type Clock } from '../async/clock.js';
import { checkShutdownMs, startShutdownLimit } from '../async/shutdown-limit.js';
import { ShutdownTimeoutError } from '../errors/shutdown-timeout-error.js';
import { silentLogger } from '../logging/logger.js';
import type { Logger } from '../logging/logger.js';
import { safeLogger } from '../logging/safe-logger.js';
import { parseObjectKey } from '../meta/object-key.js';
import type { ObjectKey } from '../meta/object-key.js';
import type { Metrics } from '../metrics/metrics.js';
import { safeMetrics } from '../metrics/safe-metrics.js';
import { inSpan, type Tracer } from '../tracing/tracer.js';
import type { WorkQueue } from '../workqueue/work-queue.js';
import { TerminalError } from './terminal-error.js';
import { WorkersMeter, type ReconcileOutcome } from './workers-meter.js';

/** What a reconcile asks for after a success. */
export interface ReconcileResult {
  /**
   * Looks at the key again after so many milliseconds, even when nothing changes. 0 means as soon as
   * the rate limiter allows, which is later each time in a row (controller-runtime: `Requeue`); left
   * out, only a change brings the key again. What is negative or no finite number is a mistake of the
   * reconciler: it counts as a failure.
   */
  readonly requeueAfterMs?: number;
}

/** What one call of a {@link Reconciler} gets besides its key. */
export interface ReconcileContext {
  /** Aborts when the work must stop; hand it on to every call. */
  readonly signal: AbortSignal;
  /** Its lines carry the key and the reconcile id. */
  readonly logger: Logger;
  /** Another one for each call. */
  readonly reconcileId: string;
}

/**
 * Brings the state of one object to what is wanted: from what is now, not from what changed. What it
 * throws is logged, and it is called again; see {@link TerminalError}.
 */
export type Reconciler = (
  key: ObjectKey,
  context: ReconcileContext,
) => Promise<ReconcileResult | void>;

/** What workers need of a queue. */
export type WorkersQueue = Pick<
  WorkQueue,
  'name' | 'tryGet' | 'get' | 'done' | 'forget' | 'addAfter' | 'addRateLimited' | 'close'
>;

/** How the keys of a queue are worked on. */
export interface RunWorkersOptions {
  /** How many keys are worked on at once: a whole number from 1. */
  readonly workers: number;
  /** Works on one key. */
  readonly reconcile: Reconciler;
  /** Silent when left out. */
  readonly logger?: Logger;
  /** No further key is taken once it aborts. */
  readonly signal: AbortSignal;
  /**
   * What reconciles get as their signal: `signal` when left out. Give another one so that those
   * which run when `signal` aborts may come to their end.
   */
  readonly workSignal?: AbortSignal;
  /**
   * How long reconciles may take to end after `signal` has aborted, in milliseconds. After that the
   * workers do not wait for them any longer; see {@link runWorkers}. 25,000 by default; 0 for no limit.
   */
  readonly shutdownMs?: number;
  /** Where `controller_runtime_reconcile_total` and its like go, with the queue's name. */
  readonly metrics?: Metrics;
  /** Gives each reconcile a span; those of its requests come under it (`traceRequests`). */
  readonly tracer?: Tracer;
  /** The system's when left out. */
  readonly clock?: Clock;
}

/**
 * Works on the keys of a queue; resolves when the signal has aborted, or the queue was closed and is
 * empty, and no reconcile runs. A reconcile that throws is logged and its key comes again, later with
 * every failure in a row, unless it threw a {@link TerminalError}. Rejects for a number of workers or a
 * limit that is invalid (`ERR_VMGEN_ARGUMENT`), and with a `ShutdownTimeoutError` that names the keys
 * when reconciles still run `shutdownMs` after the abort because they ignore their signal. Only the
 * end of the process ends those.
 *
 * Closes the queue at its end: keys that are due later would keep the process alive for nobody.
 *
 * @example
 * await runWorkers(queue, {
 *   workers: 2,
 *   reconcile: async (key, { logger }) => {
 *     const vm = lister.find(key);
 *     if (vm === undefined) return;
 *     logger.info('is to run', { image: vm.spec.image });
 *     return { requeueAfterMs: 30_000 };
 *   },
 *   signal,
 * });
 */
export async function runWorkers(queue: WorkersQueue, options: RunWorkersOptions): Promise<void> {
  const workers = checkNumber('workers', options.workers, { min: 1, isWhole: true });
  const shutdownMs = checkShutdownMs(options.shutdownMs);
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
    const endLimit = startShutdownLimit({ clock, signal, shutdownMs }, () => {
      // Not awaited: it waits for the same reconciles.
      void queue.close();
      const running = [...keys].slice(0, MAX_SHOWN_KEYS).map((key) => JSON.stringify(key));
      reject(
        new ShutdownTimeoutError(
          `${keys.size} reconciles of ${queue.name} did not end within ${shutdownMs} ms after the ` +
            `abort: ${running.join(', ')}: pass the signal of the reconcile on to every call`,
        ),
      );
    });
    runAll().then(resolve, reject).finally(endLimit);
  });
}

/** How many keys an error names. */
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

/** One reconcile, and what becomes of its key. */
async function work(
  key: string,
  queue: WorkersQueue,
  options: RunWorkersOptions,
): Promise<ReconcileOutcome> {
  const { reconcile, tracer, workSignal: signal = options.signal } = options;
  const reconcileId = crypto.randomUUID();
  const logger = safeLogger(options.logger ?? silentLogger).with({ key, reconcileId });
  const reconcileOnce = async (): Promise<ReconcileResult | void> =>
    reconcile(objectOf(key), { signal, logger, reconcileId });
  try {
    const attributes = { controller: queue.name, key, reconcileId };
    const result = await (tracer === undefined
      ? reconcileOnce()
      : inSpan(tracer, 'reconcile', { attributes }, reconcileOnce));
    return comeAgain(key, queue, result?.requeueAfterMs);
  } catch (error) {
    const isTerminal = error instanceof TerminalError;
    if (isTerminal) {
      logger.error('the reconcile failed for good; it comes again when its object changes', {
        error,
      });
    } else if (signal.aborted) logger.verbose(2, 'the reconcile was aborted', { error });
    else logger.error('the reconcile failed; it is tried again', { error });
    try {
      if (isTerminal) queue.forget(key);
      else queue.addRateLimited(key);
    } catch (limiterError) {
      logger.error('the rate limiter failed; the key is tried again', { error: limiterError });
      queue.addAfter(key, UNLIMITED_RETRY_MS);
    }
    return isTerminal ? 'terminal' : 'error';
  }
}

/** When a key comes again whose rate limiter cannot tell. */
const UNLIMITED_RETRY_MS = 60_000;

/** After a success. */
function comeAgain(
  key: string,
  queue: WorkersQueue,
  afterMs: number | undefined,
): ReconcileOutcome {
  if (afterMs !== undefined) checkNumber('requeueAfterMs', afterMs, { min: 0 });
  if (afterMs === 0) {
    queue.addRateLimited(key);
    return 'requeue';
  }
  queue.forget(key);
  if (afterMs === undefined) return 'success';
  queue.addAfter(key, afterMs);
  return 'requeue_after';
}

/** A text that is no key does not become one by another try. */
function objectOf(key: string): ObjectKey {
  try {
    return parseObjectKey(key);
  } catch (cause) {
    throw new TerminalError('the queue holds something that is not the key of an object', {
      cause,
    });
  }
}
