import type { History, HistoryBudget } from './history-budget.js';
import type { Revision } from './revision.js';

/** A change of an object. */
export interface StoreEvent {
  /** The resource version of the change. */
  readonly version: number;
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  /**
   * The object after the change. For a deletion, its last state with the version of the deletion.
   */
  readonly revision: Revision;
  /** The object before the change. */
  readonly previous: Revision | undefined;
}

/**
 * The latest changes of a store in order, limited by `capacity` and by the budget. Watches read it
 * at their own speed, by position, so they need no buffers.
 */
export class EventLog implements History {
  readonly #capacity: number;
  readonly #budget: HistoryBudget;
  /**
   * Contains the log from `#start` on. Earlier elements are free, and are removed from time to
   * time.
   */
  #events: (StoreEvent | undefined)[] = [];
  #start = 0;
  /** The number of events that were removed or skipped before `#events[0]`. */
  #offset = 0;
  #horizon: number;
  #bytes = 0;

  /** @param horizon the version before which no changes are known */
  constructor(capacity: number, horizon: number, budget: HistoryBudget) {
    this.#capacity = capacity;
    this.#horizon = horizon;
    this.#budget = budget;
    budget.join(this);
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The log contains all changes after this version. */
  get horizon(): number {
    return this.#horizon;
  }

  /** The position after the last event. */
  get end(): number {
    return this.#offset + this.#events.length;
  }

  append(event: StoreEvent): void {
    this.#events.push(event);
    this.#note(bytesHeldBy(event));
    if (this.#events.length - this.#start > this.#capacity) this.dropOldest();
    this.#budget.enforce();
  }

  dropOldest(): boolean {
    const event = this.#events[this.#start];
    if (event === undefined) return false;
    this.#horizon = event.version;
    this.#note(-bytesHeldBy(event));
    this.#events[this.#start] = undefined;
    this.#start++;
    if (this.#start >= this.#capacity) this.#cut();
    return true;
  }

  /**
   * Leaves the budget, because its store is closed. Watches can still read the remaining events.
   */
  close(): void {
    this.#budget.leave(this);
  }

  #note(bytes: number): void {
    this.#bytes += bytes;
    this.#budget.note(bytes);
  }

  #cut(): void {
    this.#events = this.#events.slice(this.#start);
    this.#offset += this.#start;
    this.#start = 0;
  }

  /** Returns the event at a position; undefined at the end, and before the start of the log. */
  at(position: number): StoreEvent | undefined {
    const index = position - this.#offset;
    return index < this.#start ? undefined : this.#events[index];
  }

  /** Whether the event at the position was removed. */
  hasLost(position: number): boolean {
    return position - this.#offset < this.#start;
  }

  /** Returns the position of the first event after `version`. */
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

/**
 * The memory that only an event retains: the previous state. The next event also retains the new
 * state.
 */
function bytesHeldBy({ previous }: StoreEvent): number {
  return previous?.bytes ?? 0;
}
