import { getOwn, isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';
import type { FieldSet } from './field-set.js';

/** The maximum number of retained shapes, and the maximum size of each, in characters and values. */
const MAX_SHAPES = 16;
const MAX_SHAPE_SIZE = 2 * 1024;

/**
 * Caches the fields that the creators of objects own, by the shapes of the objects. Objects of one
 * kind often have the same shape: the set is computed once, and they share its FieldsV1 object.
 */
export class CreatedFields {
  /** The shape that was used last is first. */
  readonly #known: { readonly shape: readonly Token[]; readonly set: FieldSet }[] = [];

  /**
   * @param blank what the server holds before the object exists
   * @param compute computes the set of an object of this shape; empty if the creator owns nothing
   */
  of(object: JsonObject, blank: JsonObject, compute: () => FieldSet): FieldSet {
    const at = this.#known.findIndex(({ shape }) => hasShape(object, blank, shape));
    const found = this.#known[at];
    if (found !== undefined) {
      if (at > 0) {
        this.#known.splice(at, 1);
        this.#known.unshift(found);
      }
      return found.set;
    }
    const set = compute();
    const shape = shapeOf(object, blank);
    if (shape !== undefined) this.#known.unshift({ shape, set });
    if (this.#known.length > MAX_SHAPES) this.#known.pop();
    return set;
  }
}

/**
 * A part of a shape: the name of a field, a compared value, or a symbol. A shape is a list, because
 * objects are compared with it much faster than a text is created.
 */
type Token = Scalar | symbol;
type Scalar = string | number | bigint | boolean | null;

const OBJECT = Symbol('{');
const LIST = Symbol('[');
const END = Symbol('end');
const NULL = Symbol('null');
const TEXT = Symbol('text');
const BOOLEAN = Symbol('boolean');
const NUMBER = Symbol('number');

function hasShape(object: JsonObject, blank: JsonObject, shape: readonly Token[]): boolean {
  let at = 0;
  return visitShape(object, blank, false, (token) => token === shape[at++]);
}

/** @returns undefined if the shape is too large */
function shapeOf(object: JsonObject, blank: JsonObject): Token[] | undefined {
  const shape: Token[] = [];
  let size = 0;
  const isWhole = visitShape(object, blank, false, (token) => {
    shape.push(token);
    size += typeof token === 'string' ? 1 + token.length : 1;
    return size <= MAX_SHAPE_SIZE;
  });
  return isWhole ? shape : undefined;
}

/**
 * Visits what ownership depends on: the names of all fields and the types of their values. The
 * values matter only in lists, whose items they identify, and where the server already has a value.
 *
 * @param visit returns whether to continue
 * @returns whether all tokens were visited
 */
function visitShape(
  value: JsonValue,
  blank: JsonValue | undefined,
  isExact: boolean,
  visit: (token: Token) => boolean,
): boolean {
  if (Array.isArray(value)) {
    if (!visit(LIST)) return false;
    for (const item of value) if (!visitShape(item, undefined, true, visit)) return false;
    return visit(END);
  }
  if (!isJsonObject(value)) return visit(isExact ? value : typeOf(value));
  if (!visit(OBJECT)) return false;
  for (const key in value) {
    const entry = value[key];
    if (entry === undefined) continue;
    const held = isJsonObject(blank) ? getOwn(blank, key) : undefined;
    const isCompared = isExact || (held !== undefined && !isJsonObject(held));
    if (!visit(key) || !visitShape(entry, held, isCompared, visit)) return false;
  }
  return visit(END);
}

function typeOf(value: Scalar): symbol {
  if (value === null) return NULL;
  return typeof value === 'string' ? TEXT : typeof value === 'boolean' ? BOOLEAN : NUMBER;
}
