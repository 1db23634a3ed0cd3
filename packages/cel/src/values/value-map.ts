import { CelMap, Uint, type CelValue } from './value.js';

/** A map that an expression created. Equal numbers of different types are the same key. */
export class ValueMap extends CelMap {
  readonly #entries = new Map<string, readonly [CelValue, CelValue]>();

  static of(entries: Iterable<readonly [CelValue, CelValue]>): ValueMap {
    const map = new ValueMap();
    for (const [key, value] of entries) map.set(key, value);
    return map;
  }

  get size(): number {
    return this.#entries.size;
  }

  find(key: CelValue): CelValue | undefined {
    return this.#entries.get(identityOf(key))?.[1];
  }

  keys(): CelValue[] {
    return [...this.#entries.values()].map(([key]) => key);
  }

  set(key: CelValue, value: CelValue): void {
    this.#entries.set(identityOf(key), [key, value]);
  }

  delete(key: CelValue): void {
    this.#entries.delete(identityOf(key));
  }
}

function identityOf(key: CelValue): string {
  if (typeof key === 'string') return `s${key}`;
  if (typeof key === 'bigint') return `n${key}`;
  if (typeof key === 'number') return `n${key}`;
  if (key instanceof Uint) return `n${key.value}`;
  return `b${key === true}`;
}
