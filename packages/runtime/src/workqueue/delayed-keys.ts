import type { Clock, ClockTimer } from '../async/clock.js';

interface Entry {
  readonly key: string;
  readonly dueMs: number;
}

/** Removing fewer leftovers than this is not worthwhile. */
const MAX_EXTRA_LEFTOVERS = 64;

/**
 * Delayed keys: a heap ordered by time with a single timer for the first entry. If a key is added
 * several times, the earliest time is used.
 */
export class DelayedKeys {
  readonly #clock: Clock;
  readonly #onDue: (key: string) => void;
  #heap: Entry[] = [];
  /** The due time of each key. A heap entry with another time is a leftover and is skipped. */
  readonly #dueMs = new Map<string, number>();
  #timer: ClockTimer | undefined;
  #timerDueMs = Infinity;

  constructor(clock: Clock, onDue: (key: string) => void) {
    this.#clock = clock;
    this.#onDue = onDue;
  }

  /** The size of the heap, including leftovers. */
  get places(): number {
    return this.#heap.length;
  }

  add(key: string, delayMs: number): void {
    const dueMs = this.#clock.nowMs() + delayMs;
    if (dueMs >= (this.#dueMs.get(key) ?? Infinity)) return;
    this.#dueMs.set(key, dueMs);
    this.#heap.push({ key, dueMs });
    siftUp(this.#heap);
    if (this.#heap.length > 2 * this.#dueMs.size + MAX_EXTRA_LEFTOVERS) this.#dropLeftovers();
    if (dueMs < this.#timerDueMs) this.#arm(dueMs);
  }

  clear(): void {
    this.#heap.length = 0;
    this.#dueMs.clear();
    this.#disarm();
  }

  /**
   * Removes leftovers. A key that is repeatedly added with an earlier time leaves one each time.
   */
  #dropLeftovers(): void {
    const live = this.#heap.filter(({ key, dueMs }) => this.#dueMs.get(key) === dueMs);
    // A sorted array is a heap.
    this.#heap = live.sort((a, b) => a.dueMs - b.dueMs);
  }

  #arm(dueMs: number): void {
    this.#disarm();
    this.#timerDueMs = dueMs;
    this.#timer = this.#clock.setTimer(dueMs - this.#clock.nowMs(), () => this.#fire());
  }

  #disarm(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#timerDueMs = Infinity;
  }

  /**
   * Also called early if a delay exceeds the clock's longest timer. Then it only sets the timer
   * again.
   */
  #fire(): void {
    this.#disarm();
    const nowMs = this.#clock.nowMs();
    for (let first = this.#heap[0]; first !== undefined; first = this.#heap[0]) {
      const isLeftover = this.#dueMs.get(first.key) !== first.dueMs;
      if (!isLeftover && first.dueMs > nowMs) {
        this.#arm(first.dueMs);
        return;
      }
      removeFirst(this.#heap);
      if (isLeftover) continue;
      this.#dueMs.delete(first.key);
      this.#onDue(first.key);
    }
  }
}

/** Moves the last entry up to its position. */
function siftUp(heap: Entry[]): void {
  let position = heap.length - 1;
  const entry = heap[position];
  if (entry === undefined) return;
  while (position > 0) {
    const above = (position - 1) >> 1;
    const parent = heap[above];
    if (parent === undefined || parent.dueMs <= entry.dueMs) break;
    heap[position] = parent;
    position = above;
  }
  heap[position] = entry;
}

function removeFirst(heap: Entry[]): void {
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return;
  let position = 0;
  for (;;) {
    const child = smallerChild(heap, position);
    const entry = heap[child];
    if (entry === undefined || entry.dueMs >= last.dueMs) break;
    heap[position] = entry;
    position = child;
  }
  heap[position] = last;
}

function smallerChild(heap: readonly Entry[], position: number): number {
  const left = heap[2 * position + 1];
  const right = heap[2 * position + 2];
  const isRightSmaller = right !== undefined && left !== undefined && right.dueMs < left.dueMs;
  return 2 * position + (isRightSmaller ? 2 : 1);
}
