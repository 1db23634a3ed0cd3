import type { Clock } from '../async/clock.js';

/** What a work queue tells of itself; each method may be left out. */
export interface WorkQueueMetrics {
  /** How many keys wait now. */
  depth?(count: number): void;
  /** A key was added that did not wait already. */
  added?(): void;
  /** How long a key waited from its adding to its handing out. */
  waited?(durationMs: number): void;
  /** How long a key was worked on. */
  worked?(durationMs: number): void;
  /** A key was added with a rate limit: its work failed. */
  retried?(): void;
}

/** Takes the times that the metrics need; a queue without metrics has none and pays nothing. */
export class WorkQueueMeter {
  readonly #metrics: WorkQueueMetrics;
  readonly #clock: Clock;
  readonly #addedAtMs = new Map<string, number>();
  readonly #startedAtMs = new Map<string, number>();

  constructor(metrics: WorkQueueMetrics, clock: Clock) {
    this.#metrics = metrics;
    this.#clock = clock;
  }

  added(key: string, depth: number): void {
    this.#addedAtMs.set(key, this.#clock.nowMs());
    this.#metrics.added?.();
    this.#metrics.depth?.(depth);
  }

  requeued(depth: number): void {
    this.#metrics.depth?.(depth);
  }

  started(key: string, depth: number): void {
    this.#startedAtMs.set(key, this.#clock.nowMs());
    this.#metrics.depth?.(depth);
    tellElapsed(this.#addedAtMs, key, this.#clock, (ms) => this.#metrics.waited?.(ms));
  }

  ended(key: string): void {
    tellElapsed(this.#startedAtMs, key, this.#clock, (ms) => this.#metrics.worked?.(ms));
  }

  retried(): void {
    this.#metrics.retried?.();
  }
}

function tellElapsed(
  sinceMs: Map<string, number>,
  key: string,
  clock: Clock,
  tell: (durationMs: number) => void,
): void {
  const startMs = sinceMs.get(key);
  if (startMs === undefined) return;
  sinceMs.delete(key);
  tell(clock.nowMs() - startMs);
}
