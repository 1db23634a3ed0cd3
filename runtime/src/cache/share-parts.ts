import { isFields, isList, isLong, shareStrings, type Fields } from './share-strings.js';

/**
 * Gives `object` the parts of `known`, its last version, wherever both are equal down to the order of
 * their fields, so that memory has them once: all that is left of a new version is the way to what
 * changed. Strings that differ from those of `known` are taken of `neighbour`, as by `shareStrings`.
 *
 * Both must be what a parser of JSON made, and `object` nobody else's. Returns whether they are equal.
 */
export function shareParts(object: unknown, known: unknown, neighbour: unknown): boolean {
  if (isList(object) && isList(known)) return shareElements(object, known, neighbour);
  if (isFields(object) && isFields(known) && !isList(object) && !isList(known)) {
    return shareFields(object, known, neighbour);
  }
  shareStrings(object, neighbour);
  return false;
}

function shareFields(object: Fields, known: Fields, neighbour: unknown): boolean {
  const beside = isFields(neighbour) ? neighbour : {};
  let isEqual = true;
  for (const name in object) {
    const value = object[name];
    const other = known[name];
    if (isFields(value)) {
      // Every object inherits a field __proto__.
      if (shareParts(value, other, beside[name]) && Object.hasOwn(known, name))
        object[name] = other;
      else isEqual = false;
    } else if (isSame(value, other)) {
      if (isLong(value)) object[name] = other;
    } else {
      isEqual = false;
      if (isLong(value) && value === beside[name]) object[name] = beside[name];
    }
  }
  return isEqual && haveSameNames(object, known);
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
    if (isFields(value)) {
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

/** Of values that are no objects. Zeros have a sign. */
function isSame(value: unknown, other: unknown): boolean {
  return value === other && (value !== 0 || Object.is(value, other));
}

/** In the same order: in another one, the text would be another one. */
function haveSameNames(object: Fields, known: Fields): boolean {
  const names = Object.keys(known);
  let i = 0;
  for (const name in object) if (name !== names[i++]) return false;
  return i === names.length;
}
