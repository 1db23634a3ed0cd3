import { goJson } from './go-json.js';
import { isJsonObject, type JsonObject, type JsonValue } from './json-value.js';

/** The items of a list-type `map`, found by their keys; of several with the same keys the first. */
export class ItemsByKeys {
  readonly #list: readonly JsonValue[];
  readonly #names: readonly string[];
  #items: Map<string, JsonObject> | undefined;

  constructor(list: readonly JsonValue[], names: readonly string[]) {
    this.#list = list;
    this.#names = names;
  }

  /** The item that has the keys of another; undefined if that lacks a key, as in kube-apiserver. */
  find(item: JsonObject): JsonObject | undefined {
    if (!this.#names.every((name) => isScalar(item[name]))) return undefined;
    this.#items ??= this.#index();
    return this.#items.get(keysText(item, this.#names));
  }

  #index(): Map<string, JsonObject> {
    const items = new Map<string, JsonObject>();
    for (const item of this.#list) {
      if (!isJsonObject(item)) continue;
      const text = keysText(item, this.#names);
      if (!items.has(text)) items.set(text, item);
    }
    return items;
  }
}

const isScalar = (value: JsonValue | undefined): boolean =>
  value !== undefined && value !== null && typeof value !== 'object';

/** A text that two items share when their keys are the same JSON. */
export function keysText(item: JsonObject, names: readonly string[]): string {
  return names
    .map((name) => {
      const value = item[name];
      return value === undefined ? '' : goJson(value);
    })
    .join();
}
