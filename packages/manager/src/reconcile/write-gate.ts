import type { Clock, Logger, Metrics, WorkQueue } from '@vmgen/runtime';
import type { PendingWrite } from '@vmgen/runtime/cache';
import type { WorkersQueue } from '@vmgen/runtime/controller';
import { Pace } from '@vmgen/runtime/internal';

/** How long a key waits for the caches to receive its writes. */
const LIMIT_MS = 10_000;

/** The writes of one key that the caches have not received. */
interface Waiting {
  /** The writes for which the key waits. */
  readonly writes: Set<PendingWrite>;
  /** All of them, also after the limit: a later reconcile may add the same write again. */
  readonly pending: Set<PendingWrite>;
  /** The withheld reconcile of the key; undefined while it is not requested. */
  withheld: { readonly limit: { cancel(): void }; proceed(): void } | undefined;
}

interface GateOptions {
  readonly controller: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics | undefined;
}

/**
 * Delays the next reconcile of a key until the caches have received all writes of its last one. The
 * own writes are visible before (`recordWrite`); the delay makes sure that a reconcile also sees
 * what others wrote before them. A key waits for 10 s at most, because a cache whose watch is
 * interrupted must not stop the controller.
 */
export class WriteGate {
  readonly #options: GateOptions;
  readonly #waiting = new Map<string, Waiting>();
  readonly #warnings: Pace;
  readonly #count: { readonly waited: () => void; readonly timedOut: () => void };

  constructor(options: GateOptions) {
    this.#options = options;
    this.#warnings = new Pace(options.clock);
    const { controller, metrics } = options;
    const counter = (name: string, help: string): (() => void) => {
      const total = metrics?.counter({ name, help, labels: ['controller'] });
      total?.add({ controller }, 0);
      return () => total?.add({ controller });
    };
    this.#count = {
      waited: counter(
        'vmgen_reconcile_cache_waits_total',
        'Number of reconciles that waited for a cache to receive their own writes.',
      ),
      timedOut: counter(
        'vmgen_reconcile_cache_wait_timeouts_total',
        'Number of reconciles that started before a cache had received their own writes.',
      ),
    };
  }

  /** Records a write of the reconcile of this key. */
  add(key: string, write: PendingWrite): void {
    const waiting: Waiting = this.#waiting.get(key) ?? {
      writes: new Set(),
      pending: new Set(),
      withheld: undefined,
    };
    waiting.writes.add(write);
    this.#waiting.set(key, waiting);
    if (waiting.pending.has(write)) return;
    waiting.pending.add(write);
    write.onObserved(() => {
      waiting.writes.delete(write);
      waiting.pending.delete(write);
      if (this.#waiting.get(key) !== waiting) return;
      if (waiting.pending.size === 0) this.#waiting.delete(key);
      if (waiting.writes.size === 0) waiting.withheld?.proceed();
    });
  }

  /** Returns a queue whose keys are withheld while their writes are pending. */
  guard(queue: WorkQueue): WorkersQueue {
    const tryGet = (): string | undefined => {
      for (let key = queue.tryGet(); key !== undefined; key = queue.tryGet()) {
        if (!this.#withholds(key, queue)) return key;
        queue.done(key);
      }
      return undefined;
    };
    return {
      name: queue.name,
      tryGet,
      get: async (options) => {
        for (;;) {
          const key = await queue.get(options);
          if (key === undefined || !this.#withholds(key, queue)) return key;
          queue.done(key);
        }
      },
      done: (key) => queue.done(key),
      forget: (key) => queue.forget(key),
      addAfter: (key, delayMs) => queue.addAfter(key, delayMs),
      addRateLimited: (key) => queue.addRateLimited(key),
      close: () => {
        for (const { withheld } of this.#waiting.values()) withheld?.limit.cancel();
        this.#waiting.clear();
        return queue.close();
      },
    };
  }

  /** Returns whether the key must wait; it is added to the queue again when it need not. */
  #withholds(key: string, queue: WorkQueue): boolean {
    const waiting = this.#waiting.get(key);
    if (waiting === undefined || waiting.writes.size === 0) return false;
    if (waiting.withheld !== undefined) return true;
    this.#count.waited();
    const limit = this.#options.clock.setTimer(LIMIT_MS, () => {
      this.#count.timedOut();
      if (this.#warnings.tryTake()) {
        const message =
          'a cache has not received all own writes of a reconcile in time; reconciling anyway';
        this.#options.logger.warn(message, { key, writes: waiting.writes.size, afterMs: LIMIT_MS });
      }
      waiting.writes.clear();
      waiting.withheld = undefined;
      queue.add(key);
    });
    const proceed = (): void => {
      limit.cancel();
      waiting.withheld = undefined;
      queue.add(key);
    };
    waiting.withheld = { limit, proceed };
    return true;
  }
}
