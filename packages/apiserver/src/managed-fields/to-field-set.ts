import type { JsonObject, JsonValue } from '@vmgen/base/json';
import { FieldSetBuilder, type FieldSet } from './field-set.js';
import { groupByElement } from './list-items.js';
import { fieldElement, type PathElement } from './path-element.js';
import { entryType, type ListType, type MapType, type ValueType } from './value-type.js';
import { asList, asMap, firstKind, isEmptyMap, kindOf } from './walk-values.js';

/**
 * Returns the paths of everything in a value, which an apply of it owns. Upstream:
 * typed/tofieldset.go.
 */
export function toFieldSet(value: JsonValue, type: ValueType): FieldSet {
  const walk = new FieldWalk();
  walk.visit(value, type);
  return walk.set.build();
}

class FieldWalk {
  readonly set = new FieldSetBuilder();
  readonly #path: PathElement[] = [];

  visit(value: JsonValue, type: ValueType): void {
    switch (firstKind(type, kindOf(type, value))) {
      case 'map':
        return type.map && this.#visitMap(asMap(value), type.map);
      case 'list':
        return type.list && this.#visitList(asList(value), type.list);
      case 'scalar':
        return this.set.insert(this.#path);
    }
  }

  #visitList(list: JsonValue[] | undefined, type: ListType): void {
    if (!type.associative) return this.set.insert(this.#path);
    if (list === undefined) return;
    const groups = groupByElement(type, list);
    for (const [element, [item, repetition]] of groups) {
      this.#path.push(element);
      if (item !== undefined && repetition === undefined) this.visit(item, type.element);
      this.set.insert(this.#path);
      this.#path.pop();
    }
  }

  #visitMap(map: JsonObject | undefined, type: MapType): void {
    if (type.atomic) return this.set.insert(this.#path);
    for (const key in map) {
      const entry = map[key];
      const expected = entryType(type, key);
      if (entry === undefined || expected === undefined) continue;
      this.#path.push(fieldElement(key));
      this.visit(entry, expected);
      if (isLeafEntry(entry) || !type.fields.has(key)) this.set.insert(this.#path);
      this.#path.pop();
    }
  }
}

/** Null and empty maps have no nested fields, so they are owned themselves. */
function isLeafEntry(entry: JsonValue): boolean {
  const map = asMap(entry);
  return entry === null || (map !== undefined && isEmptyMap(map));
}
