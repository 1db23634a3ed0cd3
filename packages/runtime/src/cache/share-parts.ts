import { hasEntries } from '../meta/is-mapping.js';
import { isList, isLong, shareStrings, type Fields } from './share-strings.js';

/**
 * Replaces the parts of `object` that are equal to those of `known`, its previous version,
 * including the order of their fields, with the parts of `known`. So the versions share all memory
 * except the path to the changes. Other strings are shared with `neighbour`, as by `shareStrings`.
 *
 * Both must be objects from a JSON parser, and `object` must not be used elsewhere. Returns whether
 * they are equal.
 */
export function shareParts(object: unknown, known: unknown, neighbour: unknown): boolean {
  if (object === known) return hasEntries(object);
  if (isList(object)) {
    if (isList(known)) return shareElements(object, known, neighbour);
  } else if (hasEntries(object) && hasEntries(known) && !isList(known)) {
    return shareFields(object, known, neighbour);
  }
  shareStrings(object, neighbour);
  return false;
}

function shareFields(object: Fields, known: Fields, neighbour: unknown): boolean {
  const beside = hasEntries(neighbour) ? neighbour : {};
  // The order of the names determines the JSON text, so it is compared also.
  const names = Object.keys(known);
  let count = 0;
  let isEqual = true;
  for (const name in object) {
    if (name !== names[count++]) isEqual = false;
    const value = object[name];
    const other = known[name];
    if (hasEntries(value)) {
      // All objects inherit a property __proto__.
      const isOwn = name !== '__proto__' || Object.hasOwn(known, name);
      // A field set that several objects share cannot be modified.
      if (name === 'fieldsV1' && Object.isFrozen(value)) isEqual &&= value === other;
      else if (shareParts(value, other, beside[name]) && isOwn) object[name] = other;
      else isEqual = false;
    } else if (isSame(value, other)) {
      if (isLong(value)) object[name] = other;
    } else {
      isEqual = false;
      if (isLong(value) && value === beside[name]) object[name] = beside[name];
    }
  }
  return isEqual && count === names.length;
}

function shareElements(
  elements: unknown[],
  known: readonly unknown[],
  neighbour: unknown,
): boolean {
  const beside = isList(neighbour) ? neighbour : [];
  let isEqual = elements.length === known.length;
  for (let i = 0; i < elements.length; i++) {
    const value = elements[i];
    const other = known[i];
    if (hasEntries(value)) {
      if (shareParts(value, other, beside[i])) elements[i] = other;
      else isEqual = false;
    } else if (isSame(value, other)) {
      if (isLong(value)) elements[i] = other;
    } else {
      isEqual = false;
      if (isLong(value) && value === beside[i]) elements[i] = beside[i];
    }
  }
  return isEqual;
}

/** Compares values that are not objects. 0 and -0 differ. */
function isSame(value: unknown, other: unknown): boolean {
  return value === other && (value !== 0 || Object.is(value, other));
}
