/**
 * The keys of a map in order. Changes are recorded, and the order is restored on the next read:
 * writes cost nothing, and a list pays for it.
 */
export class SortedKeys {
  readonly #members: ReadonlyMap<string, unknown>;
  #sorted: readonly string[] = [];
  #added: string[] = [];
  #hasRemoved = false;

  /** @param members the map with these keys; its owner reports changes */
  constructor(members: ReadonlyMap<string, unknown>) {
    this.#members = members;
  }

  noteAdded(key: string): void {
    this.#added.push(key);
  }

  noteRemoved(): void {
    this.#hasRemoved = true;
  }

  /** Returns the keys in the order of their code units. Valid until the next change. */
  all(): readonly string[] {
    if (this.#hasRemoved) {
      this.#sorted = this.#sorted.filter((key) => this.#members.has(key));
      this.#added = this.#added.filter((key) => this.#members.has(key));
    }
    if (this.#added.length > 0) this.#sorted = merge(this.#sorted, this.#added.sort(compareKeys));
    this.#added = [];
    this.#hasRemoved = false;
    return this.#sorted;
  }
}

export function compareKeys(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Merges two sorted lists without duplicates. */
function merge(a: readonly string[], b: readonly string[]): string[] {
  const merged: string[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    const left = a[i];
    const right = b[j];
    const takeLeft = right === undefined || (left !== undefined && left <= right);
    const key = takeLeft ? left : right;
    if (takeLeft) i++;
    else j++;
    if (key !== undefined && key !== merged.at(-1)) merged.push(key);
  }
  return merged;
}

/** Returns the index of the first key that is not less than `from`. */
export function lowerBound(keys: readonly string[], from: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] ?? '') < from) low = middle + 1;
    else high = middle;
  }
  return low;
}
