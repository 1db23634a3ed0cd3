import { getOwn, isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';
import type { FieldSet } from './field-set.js';

/**
 * The maximum length of an object's shape, and the maximum number of shapes' characters in total.
 */
const MAX_SHAPE_LENGTH = 4 * 1024;
const MAX_LENGTH = 32 * 1024;

/**
 * Caches the fields that the creators of objects own, by the shapes of the objects. Objects of one
 * kind often have the same shape: the set is computed once, and they share its FieldsV1 object.
 */
export class CreatedFields {
  readonly #sets = new Map<string, FieldSet>();
  #length = 0;

  /**
   * @param blank what the server holds before the object exists
   * @param compute computes the set of an object of this shape; empty if the creator owns nothing
   */
  of(object: JsonObject, blank: JsonObject, compute: () => FieldSet): FieldSet {
    const shape = appendShape('', object, blank, false);
    if (shape === undefined) return compute();
    const known = this.#sets.get(shape);
    if (known !== undefined) return known;
    const set = compute();
    this.#length += shape.length;
    if (this.#length > MAX_LENGTH) {
      this.#sets.clear();
      this.#length = shape.length;
    }
    this.#sets.set(shape, set);
    return set;
  }
}

/**
 * Appends what ownership depends on: the names of all fields and the types of their values. The
 * values matter only in lists, whose items they identify, and where the server already has a value.
 *
 * @returns undefined if the text is too long
 */
function appendShape(
  text: string,
  value: JsonValue,
  blank: JsonValue | undefined,
  isExact: boolean,
): string | undefined {
  if (text.length > MAX_SHAPE_LENGTH) return undefined;
  if (Array.isArray(value)) {
    let list: string | undefined = `${text}[`;
    for (const item of value) {
      list = appendShape(list, item, undefined, true);
      if (list === undefined) return undefined;
    }
    return `${list}]`;
  }
  if (!isJsonObject(value)) return text + (isExact ? exactly(value) : typeOf(value));
  let object: string | undefined = `${text}{`;
  for (const key in value) {
    const entry = value[key];
    if (entry === undefined) continue;
    const held = isJsonObject(blank) ? getOwn(blank, key) : undefined;
    const isCompared = isExact || (held !== undefined && !isJsonObject(held));
    object = appendShape(`${object}${key.length}:${key}`, entry, held, isCompared);
    if (object === undefined) return undefined;
  }
  return `${object}}`;
}

type Scalar = string | number | bigint | boolean | null;

const typeOf = (value: Scalar): string =>
  value === null ? '-' : typeof value === 'string' ? '"' : typeof value === 'boolean' ? '?' : '#';

const exactly = (value: Scalar): string =>
  typeof value === 'string' ? `"${value.length}:${value}` : `${String(value)};`;
