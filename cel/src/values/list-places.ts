import { isJsonObject, type JsonObject, type JsonValue } from '../json/json-value.js';
import { keysText } from '../json/items-by-keys.js';
import { PanicError } from './panic-error.js';
import { CelList, CelMap, type CelValue } from './value.js';

/** Where the items of a list stand, found by what its type makes them the same by. */
export interface ListPlaces {
  /** Notes the item at a position; the positions come in order. */
  note(item: JsonValue, position: number): void;
  /** The position of an item that is the same; undefined where there is none. */
  find(item: CelValue, json: JsonValue | undefined): number | undefined;
}

/** The places in a list of type `set`: of equal items the first. */
export class SetPlaces implements ListPlaces {
  readonly #positions = new Map<CelValue, number>();
  #isEmpty = true;

  note(item: JsonValue, position: number): void {
    this.#isEmpty = false;
    if (typeof item === 'object' && item !== null) return;
    const identity = typeof item === 'number' && Number.isInteger(item) ? BigInt(item) : item;
    if (!this.#positions.has(identity)) this.#positions.set(identity, position);
  }

  /**
   * Finds as Go's map of the items would: a whole number of a field of type number is an integer in
   * the object and a float in CEL, which are not the same.
   */
  find(item: CelValue): number | undefined {
    if (this.#isEmpty) return undefined;
    const unhashable = unhashableType(item);
    if (unhashable !== undefined) {
      throw new PanicError(`runtime error: hash of unhashable type ${unhashable}`);
    }
    return this.#positions.get(item);
  }
}

/** The Go type of what cannot be a key in Go. */
function unhashableType(value: CelValue): string | undefined {
  if (value instanceof Uint8Array) return '[]uint8';
  if (value instanceof CelMap) return 'map[string]interface {}';
  return value instanceof CelList ? '[]interface {}' : undefined;
}

/** The places in a list of type `map`: of items with the same keys the last. */
export class MapPlaces implements ListPlaces {
  readonly #positions = new Map<string, number>();
  readonly #names: readonly string[];

  constructor(names: readonly string[]) {
    this.#names = names;
  }

  note(item: JsonValue, position: number): void {
    if (isJsonObject(item)) this.#positions.set(this.#textOf(item), position);
  }

  find(_item: CelValue, json: JsonValue | undefined): number | undefined {
    return isJsonObject(json) ? this.#positions.get(this.#textOf(json)) : undefined;
  }

  #textOf(item: JsonObject): string {
    return keysText(item, this.#names);
  }
}
