import { type JsonObject, type JsonValue, setOwn } from '@vmgen/base/json';
import { hasElement, type FieldSet } from './field-set.js';
import { tryListItemElement } from './list-items.js';
import { fieldElement } from './path-element.js';
import { entryType, type ListType, type MapType, type ValueType } from './value-type.js';
import { asList, asMap, firstKind, kindOf } from './walk-values.js';

/**
 * Returns the value without the fields and list items of a set. A list or map that becomes empty is
 * replaced by null. Upstream: typed/remove.go.
 */
export function removeItems(value: JsonValue, items: FieldSet, type: ValueType): JsonValue {
  if (items.children.size === 0) return value;
  switch (firstKind(type, kindOf(type, value))) {
    case 'map':
      return type.map === undefined ? null : removeFromMap(asMap(value), items, type.map);
    case 'list':
      return type.list === undefined ? null : removeFromList(asList(value), items, type.list);
    case 'scalar':
      return value;
  }
}

function removeFromList(list: JsonValue[] | undefined, items: FieldSet, type: ListType): JsonValue {
  if (list === undefined || !type.associative) return null;
  const kept: JsonValue[] = [];
  for (const item of list) {
    const element = tryListItemElement(type, item);
    const below = element === undefined ? undefined : items.children.get(element);
    if (below === undefined) kept.push(item);
    else if (!below.member) kept.push(removeItems(item, below, type.element));
  }
  return kept.length > 0 ? kept : null;
}

function removeFromMap(map: JsonObject | undefined, items: FieldSet, type: MapType): JsonValue {
  if (map === undefined || type.atomic) return null;
  const kept: JsonObject = {};
  let size = 0;
  for (const key in map) {
    const entry = map[key];
    const element = fieldElement(key);
    if (entry === undefined || hasElement(items, element)) continue;
    const below = items.children.get(element);
    const expected = entryType(type, key);
    const rest =
      below === undefined || expected === undefined ? entry : removeItems(entry, below, expected);
    setOwn(kept, key, rest);
    size++;
  }
  return size > 0 ? kept : null;
}
