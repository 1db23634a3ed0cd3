/** Below this, a ring keeps its slots when it runs empty. */
const KEPT_SLOTS = 1024;

/** An unbounded first-in-first-out queue; both ends cost the same at any length. */
export class RingBuffer<T> {
  /** Its length is a power of two, so that a mask wraps positions. */
  #slots: (T | undefined)[] = new Array<T | undefined>(16);
  #head = 0;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(item: T): void {
    if (this.#length === this.#slots.length) this.#grow();
    this.#slots[(this.#head + this.#length) & (this.#slots.length - 1)] = item;
    this.#length++;
  }

  /** Takes the oldest item; undefined when there is none. */
  shift(): T | undefined {
    if (this.#length === 0) return undefined;
    const item = this.#slots[this.#head];
    this.#slots[this.#head] = undefined;
    this.#head = (this.#head + 1) & (this.#slots.length - 1);
    this.#length--;
    if (this.#length === 0 && this.#slots.length > KEPT_SLOTS) this.clear();
    return item;
  }

  clear(): void {
    this.#slots = new Array<T | undefined>(16);
    this.#head = 0;
    this.#length = 0;
  }

  #grow(): void {
    const slots = new Array<T | undefined>(this.#slots.length * 2);
    for (let i = 0; i < this.#length; i++) {
      slots[i] = this.#slots[(this.#head + i) & (this.#slots.length - 1)];
    }
    this.#slots = slots;
    this.#head = 0;
  }
}
