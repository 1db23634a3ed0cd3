import { isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';
import { CelList, CelMap, noSuchOverload, type CelValue } from './value.js';

/**
 * Converts a JSON value without a schema (apiserver's cel/common UnstructuredReflectToVal). Whole
 * numbers are ints. Copies nothing: members are converted when they are read.
 *
 * @param isTyped whether the value has a Go type upstream. Maps and lists in it are then never zero,
 * and cannot be compared with values of other types. Defaults to true
 * @param goType the Go type of an object in error messages, such as `v1.Pod`
 */
export function jsonToCel(value: JsonValue | undefined, isTyped = true, goType?: string): CelValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : value;
  if (Array.isArray(value)) return new JsonList(value, isTyped);
  return isJsonObject(value) ? new JsonMap(value, isTyped, goType) : value;
}

/** An object without a schema. Its keys are not escaped. */
export class JsonMap extends CelMap {
  readonly json: JsonObject;
  readonly isTyped: boolean;
  /** The Go type of an object of the API and of its metadata. Undefined for other objects and maps. */
  readonly goType: string | undefined;

  constructor(json: JsonObject, isTyped: boolean, goType?: string) {
    super();
    this.json = json;
    this.isTyped = isTyped;
    this.goType = goType;
  }

  get size(): number {
    return Object.keys(this.json).length;
  }

  find(key: CelValue): CelValue | undefined {
    if (typeof key !== 'string') return noSuchOverload;
    if (!Object.hasOwn(this.json, key)) return undefined;
    const isMetadata = this.goType !== undefined && key === 'metadata';
    return jsonToCel(this.json[key], this.isTyped, isMetadata ? 'v1.ObjectMeta' : undefined);
  }

  keys(): CelValue[] {
    return Object.keys(this.json);
  }
}

/** A list without a schema. */
export class JsonList extends CelList {
  readonly items: readonly JsonValue[];
  readonly isTyped: boolean;

  constructor(items: readonly JsonValue[], isTyped: boolean) {
    super();
    this.items = items;
    this.isTyped = isTyped;
  }

  get size(): number {
    return this.items.length;
  }

  at(position: number): CelValue {
    return jsonToCel(this.items[position], this.isTyped);
  }
}

/** Whether a value is a map or list that has a Go type upstream. */
export const isTypedJson = (value: CelValue): boolean =>
  (value instanceof JsonMap || value instanceof JsonList) && value.isTyped;
