import { systemClock } from '../async/clock.js';
import type { Clock } from '../async/clock.js';
import { onAbort } from '../async/on-abort.js';
import { defaultRateLimiter } from './rate-limiter.js';
import { DelayedKeys } from './delayed-keys.js';
import type { RateLimiter } from './rate-limiter.js';
import { RingBuffer } from './ring-buffer.js';
import { WorkQueueMeter } from './work-queue-metrics.js';
import type { WorkQueueMetrics } from './work-queue-metrics.js';

export interface AddOptions {
  /**
   * Keys of low priority are handed out when no other waits: for initial lists and resyncs, which
   * yield to fresh events. A key that waits with low priority is raised by a normal add.
   */
  readonly priority?: 'normal' | 'low';
}

export interface WorkQueueOptions {
  /** How people call the queue. */
  readonly name: string;
  readonly clock?: Clock;
  /** {@link defaultRateLimiter} when left out. */
  readonly rateLimiter?: RateLimiter;
  readonly metrics?: WorkQueueMetrics;
}

/**
 * A queue of keys to be worked on (client-go: util/workqueue). A key waits at most once; one that is
 * added while it is worked on comes once more after `done`; no key is ever with two workers.
 */
export interface WorkQueue {
  readonly name: string;
  /** How many keys wait to be handed out; neither those worked on nor the delayed ones count. */
  readonly length: number;
  readonly isShuttingDown: boolean;
  add(key: string, options?: AddOptions): void;
  /** Adds the key after `delayMs`. Of several such calls for one key, the earliest time counts. */
  addAfter(key: string, delayMs: number): void;
  /** Adds the key after the wait that the rate limiter says. */
  addRateLimited(key: string): void;
  /** Resets the rate limiter's count of the key's failures. */
  forget(key: string): void;
  /** How many failures of the key the rate limiter counts. */
  retries(key: string): number;
  /** Hands out the next key, if one waits: {@link get} without waiting. */
  tryGet(): string | undefined;
  /**
   * Hands out the next key, as soon as there is one. Undefined when the signal aborts, or when the
   * queue was shut down and is empty. Every key handed out must be given back with {@link done}.
   */
  get(signal?: AbortSignal): Promise<string | undefined>;
  /** The work on a key handed out has ended, well or badly. */
  done(key: string): void;
  /** Takes no new keys, and drops the delayed ones; those that wait are still handed out. */
  shutDown(): void;
  /** Shuts down; resolves when no key is worked on any more. */
  shutDownWithDrain(): Promise<void>;
}

/** Creates an empty queue. */
export function createWorkQueue(options: WorkQueueOptions): WorkQueue {
  return new KeyQueue(options);
}

/**
 * The state of a key, in one number: where it waits, or that it is worked on and, if it was added
 * meanwhile, where it will wait. A key without a state is unknown to the queue.
 */
const WAITS_LOW = 1;
const WAITS_NORMAL = 2;
const IN_WORK = 4;

class KeyQueue implements WorkQueue {
  readonly name: string;
  readonly #limiter: RateLimiter;
  readonly #meter: WorkQueueMeter | undefined;
  readonly #delayed: DelayedKeys;
  readonly #states = new Map<string, number>();
  readonly #normal = new RingBuffer<string>();
  /** May hold leftovers: keys that were raised to normal, which {@link tryGet} skips. */
  readonly #low = new RingBuffer<string>();
  readonly #getters = new Set<(key: string | undefined) => void>();
  readonly #drainers: (() => void)[] = [];
  #waiting = 0;
  #inWork = 0;
  #isShuttingDown = false;

  constructor(options: WorkQueueOptions) {
    const clock = options.clock ?? systemClock;
    this.name = options.name;
    this.#limiter = options.rateLimiter ?? defaultRateLimiter(clock);
    this.#meter = options.metrics && new WorkQueueMeter(options.metrics, clock);
    this.#delayed = new DelayedKeys(clock, (key) => this.add(key));
  }

  get length(): number {
    return this.#waiting;
  }

  get isShuttingDown(): boolean {
    return this.#isShuttingDown;
  }

  add(key: string, options?: AddOptions): void {
    if (this.#isShuttingDown) return;
    const place = options?.priority === 'low' ? WAITS_LOW : WAITS_NORMAL;
    const state = this.#states.get(key) ?? 0;
    if (state === 0) {
      this.#enqueue(key, place);
      this.#meter?.added(key, this.#waiting);
      this.#serveGetter();
    } else if ((state & ~IN_WORK) < place) {
      this.#raise(key, state, place);
    }
  }

  addAfter(key: string, delayMs: number): void {
    if (this.#isShuttingDown) return;
    if (delayMs > 0) this.#delayed.add(key, delayMs);
    else this.add(key);
  }

  addRateLimited(key: string): void {
    if (this.#isShuttingDown) return;
    this.#meter?.retried();
    this.addAfter(key, this.#limiter.when(key));
  }

  forget(key: string): void {
    this.#limiter.forget(key);
  }

  retries(key: string): number {
    return this.#limiter.retries(key);
  }

  tryGet(): string | undefined {
    const key = this.#next(this.#normal, WAITS_NORMAL) ?? this.#next(this.#low, WAITS_LOW);
    if (key === undefined) return undefined;
    this.#states.set(key, IN_WORK);
    this.#waiting--;
    this.#inWork++;
    this.#meter?.started(key, this.#waiting);
    return key;
  }

  get(signal?: AbortSignal): Promise<string | undefined> {
    if (signal?.aborted) return Promise.resolve(undefined);
    const key = this.tryGet();
    if (key !== undefined || this.#isShuttingDown) return Promise.resolve(key);
    return new Promise((resolve) => {
      const abandon = (): void => settle(undefined);
      const settle = (found: string | undefined): void => {
        this.#getters.delete(settle);
        stopListening();
        resolve(found);
      };
      this.#getters.add(settle);
      const stopListening = onAbort(signal, abandon);
    });
  }

  done(key: string): void {
    const state = this.#states.get(key) ?? 0;
    if ((state & IN_WORK) === 0) return;
    this.#inWork--;
    this.#meter?.ended(key);
    const place = state & ~IN_WORK;
    if (place === 0) {
      this.#states.delete(key);
    } else {
      this.#enqueue(key, place);
      this.#meter?.requeued(this.#waiting);
      this.#serveGetter();
    }
    if (this.#inWork === 0) for (const resolve of this.#drainers.splice(0)) resolve();
  }

  shutDown(): void {
    this.#isShuttingDown = true;
    this.#delayed.clear();
    for (const settle of [...this.#getters]) settle(undefined);
  }

  shutDownWithDrain(): Promise<void> {
    this.shutDown();
    if (this.#inWork === 0) return Promise.resolve();
    return new Promise((resolve) => this.#drainers.push(resolve));
  }

  #enqueue(key: string, place: number): void {
    this.#states.set(key, place);
    (place === WAITS_LOW ? this.#low : this.#normal).push(key);
    this.#waiting++;
  }

  /** Gives a key that waits, or is worked on, a better place than it had. */
  #raise(key: string, state: number, place: number): void {
    this.#states.set(key, (state & IN_WORK) | place);
    if ((state & IN_WORK) === 0) this.#normal.push(key);
    else if (state === IN_WORK) this.#meter?.added(key, this.#waiting);
  }

  #next(ring: RingBuffer<string>, place: number): string | undefined {
    for (let key = ring.shift(); key !== undefined; key = ring.shift()) {
      if (this.#states.get(key) === place) return key;
    }
    return undefined;
  }

  /** Getters wait only while no key does, so each new key goes to the one that waits longest. */
  #serveGetter(): void {
    for (const settle of this.#getters) {
      settle(this.tryGet());
      return;
    }
  }
}
