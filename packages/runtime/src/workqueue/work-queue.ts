import { checkNumber } from '../errors/check-number.js';
import { systemClock } from '../async/clock.js';
import type { Clock } from '../async/clock.js';
import { onAbort } from '../async/on-abort.js';
import type { WaitOptions } from '../async/wait-options.js';
import type { Metrics } from '../metrics/metrics.js';
import { safeMetrics } from '../metrics/safe-metrics.js';
import { createDefaultRateLimiter } from './rate-limiter.js';
import { DelayedKeys } from './delayed-keys.js';
import { IDLE, KeyEntries } from './key-entries.js';
import type { KeyEntry } from './key-entries.js';
import type { RateLimiter } from './rate-limiter.js';
import { RingBuffer } from './ring-buffer.js';
import { WorkQueueMeter } from './work-queue-meter.js';

/** Options of {@link WorkQueue.add}. */
export interface AddKeyOptions {
  /**
   * Keys of low priority are returned when no other key is queued. For initial lists and resyncs,
   * which should not delay new events. A normal add raises the priority of a queued key. To prevent
   * starvation, the oldest low-priority key is returned after every 16 others, so the n-th
   * low-priority key is returned after at most 17 n keys. Defaults to `normal`.
   */
  readonly priority?: 'normal' | 'low';
}

/** Options of {@link createWorkQueue}. */
export interface WorkQueueOptions {
  /** Defaults to {@link systemClock}. */
  readonly clock?: Clock;
  /** Defaults to {@link createDefaultRateLimiter}. */
  readonly rateLimiter?: RateLimiter;
  /**
   * Receives `workqueue_depth` and the other queue metrics, labelled with the name of the queue.
   * Defaults to no metrics.
   */
  readonly metrics?: Metrics;
}

/**
 * A queue of keys to process (client-go: util/workqueue). A key is queued at most once. A key that
 * is added while it is being processed is queued again after `done`, so two workers never process
 * the same key.
 */
export interface WorkQueue extends AsyncDisposable {
  /** The name of the queue in logs and metrics. */
  readonly name: string;
  /** The number of queued keys, without delayed keys and keys in progress. */
  readonly length: number;
  /** Whether {@link close} was called. */
  readonly isClosed: boolean;
  /** Adds a key. Has no effect after `close`. */
  add(key: string, options?: AddKeyOptions): void;
  /**
   * Adds a key after `delayMs` milliseconds, immediately if that is 0 or less. If a key is added
   * several times, the earliest time is used. Throws `ERR_VMGEN_ARGUMENT` if the delay is not a
   * finite number.
   */
  addAfter(key: string, delayMs: number): void;
  /** Adds a key after the delay of the rate limiter. Throws like {@link addAfter}. */
  addRateLimited(key: string): void;
  /** Resets the failures of a key in the rate limiter. */
  forget(key: string): void;
  /** Returns the number of failures of a key in the rate limiter. */
  retries(key: string): number;
  /**
   * Returns the next key, or undefined if none is queued. Avoids the cost of the promise of
   * {@link get}: workers call `queue.tryGet() ?? (await queue.get({ signal }))`.
   */
  tryGet(): string | undefined;
  /**
   * Resolves with the next key, or with undefined when the queue is closed and empty. Rejects with
   * the signal's reason when it aborts, without losing a key. Call {@link done} for each key.
   */
  get(options?: WaitOptions): Promise<string | undefined>;
  /** Marks the processing of a key as ended, successfully or not. Ignores other keys. */
  done(key: string): void;
  /**
   * Rejects new keys and drops delayed ones. Queued keys are still returned. Resolves when no key
   * is in progress. Idempotent.
   */
  close(): Promise<void>;
}

/**
 * Creates an empty queue. `name` identifies it in logs and metrics.
 *
 * @example
 * await using queue = createWorkQueue('virtualmachines');
 * queue.add('default/test-vm');
 * queue.addAfter('default/other-vm', 30_000);
 * const key = await queue.get();
 * if (key !== undefined) queue.done(key);
 */
export function createWorkQueue(name: string, options: WorkQueueOptions = {}): WorkQueue {
  return new KeyQueue(name, options);
}

/**
 * The state of a key in one number: its priority if it is queued, and `IN_WORK` while it is being
 * processed. Both are set if it was added again in the meantime.
 */
const WAITS_LOW = 1;
const WAITS_NORMAL = 2;
const IN_WORK = 4;

/** The number of normal keys before one with low priority. */
const NORMAL_RUN = 16;

class KeyQueue implements WorkQueue {
  readonly name: string;
  readonly #limiter: RateLimiter;
  readonly #meter: WorkQueueMeter | undefined;
  readonly #delayed: DelayedKeys;
  readonly #entries = new KeyEntries();
  readonly #normal = new RingBuffer<KeyEntry>();
  /** May contain leftovers: keys whose priority was raised, which {@link tryGet} skips. */
  readonly #low = new RingBuffer<KeyEntry>();
  readonly #getters = new Set<(key: string | undefined) => void>();
  readonly #closers: (() => void)[] = [];
  /** The number of consecutive normal keys that were returned while low ones were queued. */
  #normalRun = 0;
  #waiting = 0;
  /** Those of {@link #waiting} with low priority. */
  #waitingLow = 0;
  #inWork = 0;
  #isClosed = false;

  constructor(name: string, options: WorkQueueOptions) {
    const clock = options.clock ?? systemClock;
    this.name = name;
    this.#limiter = options.rateLimiter ?? createDefaultRateLimiter({ clock });
    this.#meter =
      options.metrics &&
      new WorkQueueMeter(safeMetrics(options.metrics), name, clock, () => ({
        normal: this.#waiting - this.#waitingLow,
        low: this.#waitingLow,
      }));
    this.#delayed = new DelayedKeys(clock, (key) => this.add(key));
  }

  get length(): number {
    return this.#waiting;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  add(key: string, options?: AddKeyOptions): void {
    if (this.#isClosed) return;
    const priority = options?.priority === 'low' ? WAITS_LOW : WAITS_NORMAL;
    const entry = this.#entries.find(key);
    if (entry === undefined || entry.state === IDLE) {
      this.#enqueue(this.#entries.wake(key, entry, priority));
      this.#meter?.added(key);
      this.#serveGetter();
    } else if ((entry.state & ~IN_WORK) < priority) {
      this.#raise(entry, priority);
    }
  }

  addAfter(key: string, delayMs: number): void {
    checkNumber('delayMs', delayMs);
    if (this.#isClosed) return;
    if (delayMs > 0) this.#delayed.add(key, delayMs);
    else this.add(key);
  }

  addRateLimited(key: string): void {
    if (this.#isClosed) return;
    this.#meter?.retried();
    this.addAfter(key, checkNumber("the rate limiter's delay", this.#limiter.when(key)));
  }

  forget(key: string): void {
    this.#limiter.forget(key);
  }

  retries(key: string): number {
    return this.#limiter.retries(key);
  }

  tryGet(): string | undefined {
    const entry = this.#next();
    if (entry === undefined) return undefined;
    entry.state = IN_WORK;
    this.#waiting--;
    this.#inWork++;
    this.#meter?.started(entry.key);
    return entry.key;
  }

  get({ signal }: WaitOptions = {}): Promise<string | undefined> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const key = this.tryGet();
    if (key !== undefined || this.#isClosed) return Promise.resolve(key);
    return new Promise((resolve, reject) => {
      const settle = (found: string | undefined): void => {
        this.#getters.delete(settle);
        stopListening();
        resolve(found);
      };
      this.#getters.add(settle);
      const stopListening = onAbort(signal, () => {
        this.#getters.delete(settle);
        reject(signal?.reason);
      });
    });
  }

  done(key: string): void {
    const entry = this.#entries.find(key);
    if (entry === undefined || (entry.state & IN_WORK) === 0) return;
    this.#inWork--;
    this.#meter?.ended(key);
    const priority = entry.state & ~IN_WORK;
    if (priority === 0) {
      this.#entries.rest(entry);
    } else {
      entry.state = priority;
      this.#enqueue(entry);
      this.#serveGetter();
    }
    if (this.#inWork === 0) for (const resolve of this.#closers.splice(0)) resolve();
  }

  close(): Promise<void> {
    this.#isClosed = true;
    this.#meter?.close();
    this.#delayed.clear();
    for (const settle of [...this.#getters]) settle(undefined);
    if (this.#inWork === 0) return Promise.resolve();
    return new Promise((resolve) => this.#closers.push(resolve));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #enqueue(entry: KeyEntry): void {
    const isLow = entry.state === WAITS_LOW;
    (isLow ? this.#low : this.#normal).push(entry);
    this.#waiting++;
    if (isLow) this.#waitingLow++;
  }

  /** Raises the priority of a key that is queued or in progress. */
  #raise(entry: KeyEntry, priority: number): void {
    const { state } = entry;
    entry.state = (state & IN_WORK) | priority;
    if ((state & IN_WORK) === 0) {
      this.#normal.push(entry);
      this.#waitingLow--;
    } else if (state === IN_WORK) this.#meter?.added(entry.key);
  }

  /** Removes and returns the next entry. */
  #next(): KeyEntry | undefined {
    if (this.#low.length === 0) return this.#normal.shift();
    const isTurnOfLow = this.#normalRun === NORMAL_RUN || this.#normal.length === 0;
    const low = isTurnOfLow ? this.#nextLow() : undefined;
    this.#normalRun = isTurnOfLow ? 0 : this.#normalRun + 1;
    return low ?? this.#normal.shift();
  }

  #nextLow(): KeyEntry | undefined {
    let entry = this.#low.shift();
    while (entry !== undefined && entry.state !== WAITS_LOW) entry = this.#low.shift();
    if (entry !== undefined) this.#waitingLow--;
    return entry;
  }

  /** Getters wait only while no key is queued, so each new key is passed to the oldest getter. */
  #serveGetter(): void {
    for (const settle of this.#getters) {
      settle(this.tryGet());
      return;
    }
  }
}
