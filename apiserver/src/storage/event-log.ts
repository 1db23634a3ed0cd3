import type { History, HistoryBudget } from './history-budget.js';
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
 * The latest changes of a store in order, at most `capacity` of them and no more than fit into the
 * budget. Watches read it at their own pace, by position, so that no watch needs a buffer of its
 * own.
 */
export class EventLog implements History {
  readonly #capacity: number;
  readonly #budget: HistoryBudget;
  /** Holds the log from `#start` on; what lies before is gone, its places are cut now and then. */
  #events: (StoreEvent | undefined)[] = [];
  #start = 0;
  /** How many events were ever cut off or skipped before `#events[0]`. */
  #offset = 0;
  #horizon: number;
  #bytes = 0;

  /** @param horizon the version before which nothing is known */
  constructor(capacity: number, horizon: number, budget: HistoryBudget) {
    this.#capacity = capacity;
    this.#horizon = horizon;
    this.#budget = budget;
    budget.join(this);
  }

  get bytes(): number {
    return this.#bytes;
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

  /** Leaves the budget, as its store is gone. Watches still read what is there. */
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

/** What an event alone keeps alive: the state before it. The state after is the next event's. */
function bytesHeldBy({ previous }: StoreEvent): number {
  return previous?.bytes ?? 0;
}
