import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  setOwn,
  stringifyJson,
} from '@vmgen/base/json';
import { compareText } from './compare-text.js';

/**
 * An element of a path, as FieldsV1 encodes it: `f:NAME` is a field, `k:{"type":"x"}` the list item
 * with these keys, `v:"x"` the item of a set, `i:0` an index. Equal elements are equal strings:
 * keys are sorted, and the JSON has no spaces.
 */
export type PathElement = string;

export function fieldElement(name: string): PathElement {
  return `f:${name}`;
}

/** @param keys the key fields of the item, without absent ones */
export function keyElement(keys: JsonObject): PathElement {
  return `k:${stringifyJson(sortKeys(keys))}`;
}

export function valueElement(value: JsonValue): PathElement {
  return `v:${stringifyJson(value)}`;
}

/**
 * Parses a key of a FieldsV1 object.
 *
 * @returns undefined for an unknown kind of element
 * @throws Error for invalid text
 */
export function parsePathElement(text: string): PathElement | undefined {
  if (text.length < 2 || text[1] !== ':') throw new Error(`"${text}" is not a path element`);
  const rest = text.slice(2);
  switch (text[0]) {
    case 'f':
      return text;
    case 'v':
      return valueElement(parseJson(rest));
    case 'k': {
      const keys = parseJson(rest);
      if (!isJsonObject(keys)) throw new Error(`"${text}" does not hold an object of keys`);
      return keyElement(keys);
    }
    case 'i':
      if (!/^[+-]?\d+$/.test(rest)) throw new Error(`"${text}" does not hold an index`);
      return `i:${BigInt(rest).toString()}`;
    default:
      return undefined;
  }
}

/** Formats an element for messages: `.name`, `[type="x"]`, `[="x"]`, `[0]`. */
export function formatPathElement(element: PathElement): string {
  const rest = element.slice(2);
  switch (element[0]) {
    case 'f':
      return `.${rest}`;
    case 'i':
      return `[${rest}]`;
    case 'v':
      return `[=${rest}]`;
    default: {
      const keys = Object.entries(keysOf(element));
      return `[${keys.map(([name, value]) => `${name}=${formatValue(value)}`).join(',')}]`;
    }
  }
}

/** Upstream: ToString in structured-merge-diff/value. */
function formatValue(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(formatValue).join(',')}]`;
  if (!isJsonObject(value)) return stringifyJson(value);
  return Object.entries(value)
    .map(([name, member]) => `${name}=${formatValue(member)}`)
    .join('');
}

/** The order of elements in messages: fields, keys, values (numbers by size), indices. */
export function comparePathElements(a: PathElement, b: PathElement): number {
  const kind = 'fkvi'.indexOf(a.charAt(0)) - 'fkvi'.indexOf(b.charAt(0));
  if (kind !== 0) return kind;
  if (a.startsWith('k:')) return compareKeys(keysOf(a), keysOf(b));
  if (a.startsWith('f:')) return compareText(a, b);
  return compareScalars(parseJson(a.slice(2)), parseJson(b.slice(2)));
}

function compareKeys(a: JsonObject, b: JsonObject): number {
  const left = Object.entries(a);
  const right = Object.entries(b);
  for (const [i, [name, value]] of left.entries()) {
    const other = right[i];
    if (other === undefined) return 1;
    const order = compareText(name, other[0]) || compareScalars(value, other[1]);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

function compareScalars(a: JsonValue, b: JsonValue): number {
  if (isNumeric(a) && isNumeric(b)) return a < b ? -1 : Number(a > b);
  return scalarRank(a) - scalarRank(b) || compareText(stringifyJson(a), stringifyJson(b));
}

function scalarRank(value: JsonValue): number {
  if (isNumeric(value)) return 0;
  return ['string', 'boolean', 'object'].indexOf(typeof value) + 1;
}

function isNumeric(value: JsonValue): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

function keysOf(element: PathElement): JsonObject {
  const keys = parseJson(element.slice(2));
  return isJsonObject(keys) ? keys : {};
}

function sortKeys(keys: JsonObject): JsonObject {
  const names = Object.keys(keys);
  if (names.length < 2) return keys;
  const sorted: JsonObject = {};
  for (const name of names.sort()) {
    const value = keys[name];
    if (value !== undefined) setOwn(sorted, name, value);
  }
  return sorted;
}
