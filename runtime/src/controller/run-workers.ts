import { silentLogger } from '../logging/logger.js';
import type { Logger } from '../logging/logger.js';
import { safeLogger } from '../logging/safe-logger.js';
import { parseObjectKey } from '../meta/object-key.js';
import type { ObjectKey } from '../meta/object-key.js';
import type { WorkQueue } from '../workqueue/work-queue.js';
import { TerminalError } from './terminal-error.js';

/** What a reconcile asks for after a success. */
export interface ReconcileResult {
  /** Looks at the key again after so many milliseconds, even when nothing changes. */
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
  'get' | 'done' | 'forget' | 'addAfter' | 'addRateLimited' | 'close'
>;

/** How the keys of a queue are worked on. */
export interface RunWorkersOptions {
  /** How many keys are worked on at once. */
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
}

/**
 * Works on the keys of a queue; resolves when the signal has aborted, or the queue was closed and is
 * empty, and no reconcile runs. Never rejects: a reconcile that throws is logged and its key comes
 * again, later with every failure in a row, unless it threw a {@link TerminalError}.
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
  await Promise.all(Array.from({ length: options.workers }, () => runWorker(queue, options)));
  await queue.close();
}

async function runWorker(queue: WorkersQueue, options: RunWorkersOptions): Promise<void> {
  const { signal } = options;
  try {
    for (;;) {
      const key = await queue.get({ signal });
      if (key === undefined) return;
      await work(key, queue, options);
      queue.done(key);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** One reconcile, and what becomes of its key. */
async function work(key: string, queue: WorkersQueue, options: RunWorkersOptions): Promise<void> {
  const { reconcile, workSignal: signal = options.signal } = options;
  const reconcileId = crypto.randomUUID();
  const logger = safeLogger(options.logger ?? silentLogger).with({ key, reconcileId });
  try {
    const result = await reconcile(objectOf(key), { signal, logger, reconcileId });
    queue.forget(key);
    if (result?.requeueAfterMs !== undefined) queue.addAfter(key, result.requeueAfterMs);
  } catch (error) {
    if (error instanceof TerminalError) {
      queue.forget(key);
      logger.error('the reconcile failed for good; it comes again when its object changes', {
        error,
      });
      return;
    }
    if (signal.aborted) logger.verbose(2, 'the reconcile was aborted', { error });
    else logger.error('the reconcile failed; it is tried again', { error });
    queue.addRateLimited(key);
  }
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
