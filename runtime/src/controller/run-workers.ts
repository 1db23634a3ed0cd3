import { silentLogger } from '../logging/logger.js';
import type { Logger } from '../logging/logger.js';
import type { WorkQueue } from '../workqueue/work-queue.js';
import { TerminalError } from './terminal-error.js';

/** What a reconcile asks for after a success. */
export interface Result {
  /** Looks at the key again after so many milliseconds, even when nothing changes. */
  readonly requeueAfterMs?: number;
}

export interface ReconcileContext {
  /** Aborts when the work must stop; hand it on to every call. */
  readonly signal: AbortSignal;
  /** Its lines carry the key and the reconcile id. */
  readonly logger: Logger;
  /** Another one for each call. */
  readonly reconcileId: string;
}

/** Brings the state of one key to what is wanted: from what is now, not from what changed. */
export type Reconciler = (key: string, context: ReconcileContext) => Promise<Result | void>;

export interface RunWorkersOptions {
  readonly queue: Pick<
    WorkQueue,
    'get' | 'done' | 'forget' | 'addAfter' | 'addRateLimited' | 'shutDown'
  >;
  /** How many keys are worked on at once. */
  readonly workers: number;
  readonly reconcile: Reconciler;
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
 * Works on the keys of a queue; resolves when the signal has aborted, or the queue was shut down, and
 * no reconcile runs. Never rejects: a reconcile that throws is logged and its key comes again, later
 * with every failure in a row, unless it threw a {@link TerminalError}.
 *
 * Shuts the queue down at its end: keys that are due later would keep the process alive for nobody.
 */
export async function runWorkers(options: RunWorkersOptions): Promise<void> {
  await Promise.all(Array.from({ length: options.workers }, () => runWorker(options)));
  options.queue.shutDown();
}

async function runWorker(options: RunWorkersOptions): Promise<void> {
  const { queue, signal } = options;
  while (!signal.aborted) {
    const key = await queue.get(signal);
    if (key === undefined) return;
    await work(key, options);
    queue.done(key);
  }
}

/** One reconcile, and what becomes of its key. */
async function work(key: string, options: RunWorkersOptions): Promise<void> {
  const { queue, reconcile, workSignal: signal = options.signal } = options;
  const reconcileId = crypto.randomUUID();
  const logger = (options.logger ?? silentLogger).with({ key, reconcileId });
  try {
    const result = await reconcile(key, { signal, logger, reconcileId });
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
