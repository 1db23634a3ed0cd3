import { hasEntries } from '../meta/is-mapping.js';

/** V8's JSON parser already shares equal strings up to this length. */
const SHARED_LENGTH = 10;

/** The fields of a JSON object. */
export type Fields = Record<string, unknown>;

/**
 * Replaces strings of `object` that are equal to those at the same place in `known`, so that both
 * share their memory. Objects of one kind are similar, especially an object and its next version,
 * or neighbours in a list. Comparing two objects is much cheaper than looking up each string in a
 * table.
 */
export function shareStrings(object: unknown, known: unknown): void {
  if (isList(object)) {
    if (isList(known)) shareElements(object, known);
  } else if (hasEntries(object) && hasEntries(known)) {
    for (const name in object) {
      const value = object[name];
      if (isLong(value)) {
        if (value === known[name]) object[name] = known[name];
      } else if (typeof value === 'object') {
        shareStrings(value, known[name]);
      }
    }
  }
}

/** Twice as fast as `for...in` over the indexes. */
function shareElements(elements: unknown[], known: readonly unknown[]): void {
  for (let i = Math.min(elements.length, known.length) - 1; i >= 0; i--) {
    const value = elements[i];
    if (isLong(value)) {
      if (value === known[i]) elements[i] = known[i];
    } else if (typeof value === 'object') {
      shareStrings(value, known[i]);
    }
  }
}

/** Returns whether a string is long enough to be shared. */
export function isLong(value: unknown): boolean {
  return typeof value === 'string' && value.length > SHARED_LENGTH;
}

export function isList(value: unknown): value is unknown[] {
  return Array.isArray(value);
}
