import { encodeBase64 } from '@vmgen/base/bytes';
import type { JsonObject, JsonValue } from '@vmgen/base/json';
import type { VisitBudget } from '../values/cost-limit-error.js';
import { JsonList, JsonMap } from '../values/json-value.js';
import {
  ArrayList,
  CelError,
  CelList,
  CelMap,
  CelObject,
  Uint,
  typeNameOf,
  type CelValue,
} from '../values/value.js';
import { ValueMap } from '../values/value-map.js';
import { textOf } from './conversions.js';
import type { CelFunction } from './function-library.js';
import { isEqual } from '../values/equality.js';
import { WELL_KNOWN_MESSAGES } from './well-known-messages.js';

/** `Object{...}` or `JSONPatch{...}`: a value that an expression of a mutation creates. */
export class MessageValue extends CelObject {
  readonly typeName: string;
  readonly fields: ReadonlyMap<string, CelValue>;

  constructor(typeName: string, fields: ReadonlyMap<string, CelValue>) {
    super();
    this.typeName = typeName;
    this.fields = fields;
  }

  override equals(other: MessageValue): boolean {
    if (other.fields.size !== this.fields.size) return false;
    return [...this.fields].every(([name, value]) => {
      const its = other.fields.get(name);
      return its !== undefined && isEqual(value, its);
    });
  }
}

/**
 * Returns the value of a field as expressions read it: objects inside it are maps. Null if the
 * expression did not set it.
 */
export function messageField(value: MessageValue, field: string): CelValue {
  return withoutMessages(value.fields.get(field) ?? null);
}

/** Converts each object that the expression created to a map. */
function withoutMessages(value: CelValue): CelValue {
  if (value instanceof MessageValue) {
    return ValueMap.of([...value.fields].map(([name, field]) => [name, withoutMessages(field)]));
  }
  return value instanceof ArrayList ? new ArrayList(value.items.map(withoutMessages)) : value;
}

/**
 * Creates the value of `NAME{fields}`.
 *
 * @throws CostLimitError if the fields contain too many values
 */
export function createMessage(
  name: string,
  fields: ReadonlyMap<string, CelValue>,
  budget: VisitBudget,
): CelValue {
  const plain = name.startsWith('.') ? name.slice(1) : name;
  const known = WELL_KNOWN_MESSAGES.get(plain);
  return known === undefined ? new MessageValue(plain, fields) : known.create(fields, budget);
}

/**
 * Returns each object inside a value whose type name does not match the path of its field:
 * `Object.spec` is the type of the field `spec` of an `Object`.
 */
export function misnamedMessages(value: CelValue, path: readonly string[]): string[] {
  if (!(value instanceof MessageValue)) return [];
  const expected = path.join('.');
  const own =
    value.typeName === expected
      ? []
      : [
          `unexpected type name ${JSON.stringify(value.typeName)}, expected ${JSON.stringify(expected)}, which matches field name path from root Object type`,
        ];
  const below = [...value.fields].flatMap(([name, field]) => itemsOf(field, [...path, name]));
  return [...own, ...below];
}

/** Lists and maps have no name: their members have the path of the field. */
function itemsOf(value: CelValue, path: readonly string[]): string[] {
  if (value instanceof CelList) return [...value].flatMap((item) => itemsOf(item, path));
  if (value instanceof CelMap) {
    return value.keys().flatMap((key) => itemsOf(value.find(key) ?? null, path));
  }
  return misnamedMessages(value, path);
}

/**
 * Converts a value to JSON.
 *
 * @returns an error for values without a JSON form
 */
export function celToJson(value: CelValue): JsonValue | CelError {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (value instanceof JsonMap) return value.json;
  if (value instanceof JsonList) return [...value.items];
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (typeof value === 'number') return value;
  if (value instanceof Uint) return celToJson(value.value);
  if (value instanceof Uint8Array) return encodeBase64(value);
  if (value instanceof CelError) return value;
  if (value instanceof CelList) return listToJson(value);
  if (value instanceof CelMap) {
    return entriesToJson(value.keys().map((key) => [key, value.find(key) ?? null]));
  }
  if (value instanceof MessageValue) return entriesToJson([...value.fields]);
  const text = textOf(value);
  return typeof text === 'string' ? text : new CelError(`unsupported type: ${typeNameOf(value)}`);
}

function listToJson(list: CelList): JsonValue | CelError {
  const items: JsonValue[] = [];
  for (const item of list) {
    const json = celToJson(item);
    if (json instanceof CelError) return json;
    items.push(json);
  }
  return items;
}

function entriesToJson(entries: readonly (readonly [CelValue, CelValue])[]): JsonValue | CelError {
  const object: JsonObject = {};
  for (const [key, value] of entries) {
    const name = textOf(key);
    if (typeof name !== 'string') return new CelError(`unsupported key type: ${typeNameOf(key)}`);
    const json = celToJson(value);
    if (json instanceof CelError) return json;
    Object.defineProperty(object, name, {
      value: json,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return object;
}

export const PATCHES: ReadonlyMap<string, CelFunction> = new Map<string, CelFunction>([
  [
    'jsonpatch_escapeKey_string',
    ([key = '']) =>
      typeof key === 'string' ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key,
  ],
]);
