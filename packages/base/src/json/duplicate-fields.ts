import type { JsonObject, JsonValue } from './json-value.js';

/**
 * The maximum number of reported fields, as upstream: the size of a response must not depend on the
 * body.
 */
const MAX_NAMED = 100;

/** The duplicate keys of objects, with the values that the last one replaced. */
export type DuplicateKeys = ReadonlyMap<JsonObject, ReadonlyMap<string, readonly JsonValue[]>>;

/** The paths of the duplicate fields of objects, without repetition. */
export class DuplicateFields {
  readonly #byObject = new Map<JsonObject, Map<string, JsonValue[]>>();
  /** By path: the key and the offset of its second occurrence. */
  readonly #found = new Map<string, { readonly key: string; readonly offset: number }>();

  /**
   * @param steps the keys and list positions that lead to the field
   * @param offset the offset of the duplicate in the text
   * @param object the object that has the field, with its value before the duplicate
   */
  add(steps: readonly (string | number)[], offset: number, object?: JsonObject): void {
    if (this.#found.size === MAX_NAMED) return;
    const path = steps.map(printStep).join('');
    const key = String(steps.at(-1));
    if (!this.#found.has(path)) this.#found.set(path, { key, offset });
    if (object !== undefined) this.#addTo(object, key);
  }

  #addTo(object: JsonObject, key: string): void {
    const keys = this.#byObject.get(object) ?? new Map<string, JsonValue[]>();
    const values = keys.get(key) ?? [];
    values.push(object[key] ?? null);
    this.#byObject.set(object, keys.set(key, values));
  }

  /** The duplicate keys of each object. */
  get byObject(): DuplicateKeys {
    return this.#byObject;
  }

  /** The paths, such as `spec.items[0].name`. */
  get paths(): string[] {
    return [...this.#found.keys()];
  }

  /** The offset of each path, in the same order. */
  get offsets(): number[] {
    return Array.from(this.#found.values(), ({ offset }) => offset);
  }

  /** The last step of each path. */
  get keys(): string[] {
    return Array.from(this.#found.values(), ({ key }) => key);
  }
}

function printStep(step: string | number, position: number): string {
  if (typeof step === 'number') return `[${step}]`;
  return position === 0 ? step : `.${step}`;
}
