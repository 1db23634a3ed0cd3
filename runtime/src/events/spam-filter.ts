import type { Clock } from '../async/clock.js';

const BURST = 25;
const REFILL_MS = 300_000;
/** The maximum number of remembered objects. The least recent one is removed first. */
const MAX_OBJECTS = 4096;

interface Bucket {
  tokens: number;
  countedAtMs: number;
}

/**
 * Prevents one object from flooding the API server: allows a burst of 25 events, then one in 5
 * minutes (client-go: tools/events and tools/record, EventSourceObjectSpamFilter).
 */
export class SpamFilter {
  readonly #clock: Clock;
  readonly #buckets = new Map<string, Bucket>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts an event of an object and returns whether it may be sent. */
  allows(object: string): boolean {
    const bucket = this.#bucket(object);
    if (bucket.tokens < 1) return false;
    bucket.tokens--;
    return true;
  }

  #bucket(object: string): Bucket {
    const nowMs = this.#clock.nowMs();
    const known = this.#buckets.get(object) ?? { tokens: BURST, countedAtMs: nowMs };
    known.tokens = Math.min(BURST, known.tokens + (nowMs - known.countedAtMs) / REFILL_MS);
    known.countedAtMs = nowMs;
    this.#buckets.delete(object);
    this.#buckets.set(object, known);
    if (this.#buckets.size > MAX_OBJECTS) {
      for (const oldest of this.#buckets.keys()) {
        this.#buckets.delete(oldest);
        break;
      }
    }
    return known;
  }
}
