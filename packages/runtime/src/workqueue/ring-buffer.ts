/** A buffer with no more slots than this does not shrink. */
const MIN_SHRINK_SLOTS = 1024;

/**
 * An unbounded first-in-first-out queue. Adding and removing take constant time, and memory is
 * released as items are removed.
 */
export class RingBuffer<T> {
  /** The length is a power of two, so positions wrap by a mask. */
  #slots: (T | undefined)[] = new Array<T | undefined>(16);
  #head = 0;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(item: T): void {
    if (this.#length === this.#slots.length) this.#resize(this.#length * 2);
    this.#slots[(this.#head + this.#length) & (this.#slots.length - 1)] = item;
    this.#length++;
  }

  /** Removes and returns the oldest item. Undefined if the buffer is empty. */
  shift(): T | undefined {
    if (this.#length === 0) return undefined;
    const item = this.#slots[this.#head];
    this.#slots[this.#head] = undefined;
    this.#head = (this.#head + 1) & (this.#slots.length - 1);
    this.#length--;
    const { length } = this.#slots;
    if (length > MIN_SHRINK_SLOTS && this.#length <= length / 4) this.#resize(length / 2);
    return item;
  }

  clear(): void {
    this.#slots = new Array<T | undefined>(16);
    this.#head = 0;
    this.#length = 0;
  }

  #resize(size: number): void {
    const slots = new Array<T | undefined>(size);
    for (let i = 0; i < this.#length; i++) {
      slots[i] = this.#slots[(this.#head + i) & (this.#slots.length - 1)];
    }
    this.#slots = slots;
    this.#head = 0;
  }
}
