import type { Revision } from './revision.js';

/** One change of one object. */
export interface StoreEvent {
  /** The resource version of the change. */
  readonly version: number;
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  /** The object after the change; of a deletion, its last state with the deletion's version. */
  readonly revision: Revision;
  /** The object before the change. */
  readonly previous: Revision | undefined;
}

/**
 * The latest changes of a store in order, at most `capacity` of them. Watches read it at their own
 * pace, by position, so that no watch needs a buffer of its own.
 */
export class EventLog {
  readonly #capacity: number;
  /** Holds the log from `#start` on; what lies before is cut off now and then. */
  #events: StoreEvent[] = [];
  #start = 0;
  /** How many events were ever cut off or skipped before `#events[0]`. */
  #offset = 0;
  #horizon: number;

  /** @param horizon the version before which nothing is known */
  constructor(capacity: number, horizon: number) {
    this.#capacity = capacity;
    this.#horizon = horizon;
  }

  /** Changes after this version, and only those, are all in the log. */
  get horizon(): number {
    return this.#horizon;
  }

  /** The position behind the last event. */
  get end(): number {
    return this.#offset + this.#events.length;
  }

  append(event: StoreEvent): void {
    this.#events.push(event);
    if (this.#events.length - this.#start <= this.#capacity) return;
    this.#horizon = this.#events[this.#start]?.version ?? this.#horizon;
    this.#start++;
    if (this.#start >= this.#capacity) this.#cut();
  }

  #cut(): void {
    this.#events = this.#events.slice(this.#start);
    this.#offset += this.#start;
    this.#start = 0;
  }

  /** The event at a position; undefined at the end, and where the log no longer reaches back. */
  at(position: number): StoreEvent | undefined {
    const index = position - this.#offset;
    return index < this.#start ? undefined : this.#events[index];
  }

  /** True when the event at the position has left the log. */
  hasLost(position: number): boolean {
    return position - this.#offset < this.#start;
  }

  /** The position of the first event after `version`. */
  positionAfter(version: number): number {
    let low = this.#start;
    let high = this.#events.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#events[middle]?.version ?? 0) <= version) low = middle + 1;
      else high = middle;
    }
    return this.#offset + low;
  }
}
