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

/** How a key is added. */
export interface AddKeyOptions {
  /**
   * Keys of low priority are handed out when no other waits: for initial lists and resyncs, which
   * yield to fresh events. A key that waits with low priority is raised by a normal add. So that none
   * waits for ever under a constant flow of others, the oldest one has a turn after every 16 others:
   * the n-th low key in line is handed out after 17 n keys at the latest.
   */
  readonly priority?: 'normal' | 'low';
}

/** What a work queue is made of. */
export interface WorkQueueOptions {
  /** The system's when left out. */
  readonly clock?: Clock;
  /** That of {@link createDefaultRateLimiter} when left out. */
  readonly rateLimiter?: RateLimiter;
  /** Where `workqueue_depth` and its like go, with the queue's name. */
  readonly metrics?: Metrics;
}

/**
 * A queue of keys to be worked on (client-go: util/workqueue). A key waits at most once; one that is
 * added while it is worked on comes once more after `done`; no key is ever with two workers.
 */
export interface WorkQueue extends AsyncDisposable {
  /** How people call the queue. */
  readonly name: string;
  /** How many keys wait to be handed out; neither those worked on nor the delayed ones count. */
  readonly length: number;
  /** {@link close} was called. */
  readonly isClosed: boolean;
  /** Adds the key now; does nothing once the queue is closed. */
  add(key: string, options?: AddKeyOptions): void;
  /**
   * Adds the key after `delayMs` milliseconds, at once when there are none left. Of several such calls
   * for one key, the earliest time counts. Throws `ERR_VMGEN_ARGUMENT` for what is no finite number.
   */
  addAfter(key: string, delayMs: number): void;
  /** Adds the key after the wait that the rate limiter says; throws as {@link addAfter} does. */
  addRateLimited(key: string): void;
  /** Resets the rate limiter's count of the key's failures. */
  forget(key: string): void;
  /** How many failures of the key the rate limiter counts. */
  retries(key: string): number;
  /**
   * Hands out the next key, if one waits: {@link get} without waiting, and without the cost of a
   * promise. Workers ask it first: `queue.tryGet() ?? (await queue.get({ signal }))`.
   */
  tryGet(): string | undefined;
  /**
   * Hands out the next key, as soon as there is one; undefined when the queue is closed and empty.
   * Rejects with the signal's reason when it aborts, and no key is lost. Every key handed out must be
   * given back with {@link done}.
   */
  get(options?: WaitOptions): Promise<string | undefined>;
  /** The work on a key handed out has ended, well or badly. */
  done(key: string): void;
  /**
   * Takes no new keys from now on, and drops the delayed ones; those that wait are still handed out.
   * Resolves when none is worked on. Twice does no harm.
   */
  close(): Promise<void>;
}

/**
 * Creates an empty queue; `name` is how people call it.
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
 * The state of a key, in one number: where it waits, or that it is worked on and, if it was added
 * meanwhile, where it will wait.
 */
const WAITS_LOW = 1;
const WAITS_NORMAL = 2;
const IN_WORK = 4;

/** How many keys of normal priority go before one that waits with low priority. */
const NORMAL_RUN = 16;

class KeyQueue implements WorkQueue {
  readonly name: string;
  readonly #limiter: RateLimiter;
  readonly #meter: WorkQueueMeter | undefined;
  readonly #delayed: DelayedKeys;
  readonly #entries = new KeyEntries();
  readonly #normal = new RingBuffer<KeyEntry>();
  /** May hold leftovers: keys that were raised to normal, which {@link tryGet} skips. */
  readonly #low = new RingBuffer<KeyEntry>();
  readonly #getters = new Set<(key: string | undefined) => void>();
  readonly #closers: (() => void)[] = [];
  /** How many normal keys were handed out in a row while low ones waited. */
  #normalRun = 0;
  #waiting = 0;
  #inWork = 0;
  #isClosed = false;

  constructor(name: string, options: WorkQueueOptions) {
    const clock = options.clock ?? systemClock;
    this.name = name;
    this.#limiter = options.rateLimiter ?? createDefaultRateLimiter({ clock });
    this.#meter =
      options.metrics &&
      new WorkQueueMeter(safeMetrics(options.metrics), name, clock, () => this.#waiting);
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
    const place = options?.priority === 'low' ? WAITS_LOW : WAITS_NORMAL;
    const entry = this.#entries.find(key);
    if (entry === undefined || entry.state === IDLE) {
      this.#enqueue(this.#entries.wake(key, entry, place));
      this.#meter?.added(key);
      this.#serveGetter();
    } else if ((entry.state & ~IN_WORK) < place) {
      this.#raise(entry, place);
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
    this.addAfter(key, checkNumber("the rate limiter's wait", this.#limiter.when(key)));
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
    const place = entry.state & ~IN_WORK;
    if (place === 0) {
      this.#entries.rest(entry);
    } else {
      entry.state = place;
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
    (entry.state === WAITS_LOW ? this.#low : this.#normal).push(entry);
    this.#waiting++;
  }

  /** Gives a key that waits, or is worked on, a better place than it had. */
  #raise(entry: KeyEntry, place: number): void {
    const { state } = entry;
    entry.state = (state & IN_WORK) | place;
    if ((state & IN_WORK) === 0) this.#normal.push(entry);
    else if (state === IN_WORK) this.#meter?.added(entry.key);
  }

  /** The entry whose turn it is. */
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
    return entry;
  }

  /** Getters wait only while no key does, so each new key goes to the one that waits longest. */
  #serveGetter(): void {
    for (const settle of this.#getters) {
      settle(this.tryGet());
      return;
    }
  }
}
