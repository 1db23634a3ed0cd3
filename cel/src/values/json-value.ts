import { isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';
import { CelList, CelMap, noSuchOverload, type CelValue } from './value.js';

/**
 * Converts a JSON value without a schema (apiserver's cel/common UnstructuredReflectToVal). Whole
 * numbers are ints. Copies nothing: members are converted when they are read.
 */
export function jsonToCel(value: JsonValue | undefined): CelValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : value;
  if (Array.isArray(value)) return new JsonList(value);
  return isJsonObject(value) ? new JsonMap(value) : value;
}

/** An object without a schema. Its keys are not escaped. */
export class JsonMap extends CelMap {
  readonly json: JsonObject;

  constructor(json: JsonObject) {
    super();
    this.json = json;
  }

  get size(): number {
    return Object.keys(this.json).length;
  }

  find(key: CelValue): CelValue | undefined {
    if (typeof key !== 'string') return noSuchOverload;
    return Object.hasOwn(this.json, key) ? jsonToCel(this.json[key]) : undefined;
  }

  keys(): CelValue[] {
    return Object.keys(this.json);
  }
}

/** A list without a schema. */
export class JsonList extends CelList {
  readonly items: readonly JsonValue[];

  constructor(items: readonly JsonValue[]) {
    super();
    this.items = items;
  }

  get size(): number {
    return this.items.length;
  }

  at(position: number): CelValue {
    return jsonToCel(this.items[position]);
  }
}
