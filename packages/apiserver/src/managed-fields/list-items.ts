import { isJsonObject, type JsonObject, type JsonValue, getOwn, setOwn } from '@vmgen/base/json';
import { keyElement, valueElement, type PathElement } from './path-element.js';
import type { ListType } from './value-type.js';

/**
 * Returns the path element that identifies an item of an associative list.
 *
 * @throws Error with upstream's message if the item cannot be identified
 */
export function listItemElement(list: ListType, item: JsonValue): PathElement {
  return list.keys.length > 0 ? keyedElement(list, item) : setElement(item);
}

/** As {@link listItemElement}, for validated lists: returns undefined instead of throwing. */
export function tryListItemElement(list: ListType, item: JsonValue): PathElement | undefined {
  try {
    return listItemElement(list, item);
  } catch {
    return undefined;
  }
}

/**
 * Groups the items of an associative list by their path elements. Items that cannot be identified
 * are omitted.
 */
export function groupByElement(
  type: ListType,
  list: readonly JsonValue[],
): Map<PathElement, JsonValue[]> {
  const groups = new Map<PathElement, JsonValue[]>();
  for (const item of list) {
    const element = tryListItemElement(type, item);
    if (element === undefined) continue;
    const group = groups.get(element);
    if (group === undefined) groups.set(element, [item]);
    else group.push(item);
  }
  return groups;
}

function keyedElement(list: ListType, item: JsonValue): PathElement {
  if (item === null) throw new Error('associative list with keys may not have a null element');
  if (!isJsonObject(item)) {
    throw new Error('associative list with keys may not have non-map elements');
  }
  const keys: JsonObject = {};
  let found = false;
  for (const name of list.keys) {
    const own = getOwn(item, name);
    const value = own === undefined ? list.element.map?.fields.get(name)?.default : own;
    if (value === undefined) continue;
    setOwn(keys, name, value);
    found = true;
  }
  if (!found) {
    const names = `[${list.keys.map((name) => JSON.stringify(name)).join(' ')}]`;
    throw new Error(
      `associative list with keys has an element that omits all key fields ${names} ` +
        `(and doesn't have default values for any key fields)`,
    );
  }
  return keyElement(keys);
}

function setElement(item: JsonValue): PathElement {
  if (Array.isArray(item)) {
    throw new Error('not supported: associative list with lists as elements');
  }
  if (isJsonObject(item)) {
    throw new Error("associative list without keys has an element that's a map type");
  }
  if (item === null) {
    throw new Error("associative list without keys has an element that's an explicit null");
  }
  return valueElement(item);
}
