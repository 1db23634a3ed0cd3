import { type JsonObject, type JsonValue, deepEqualJson } from '@vmgen/base/json';
import { FieldSetBuilder, type FieldSet } from './field-set.js';
import { groupByElement } from './list-items.js';
import { fieldElement, type PathElement } from './path-element.js';
import { entryType, type ListType, type MapType, type ValueType } from './value-type.js';
import { asList, asMap, entryOf, firstKind, isEmptyMap, kindOf, type Kind } from './walk-values.js';

/** The fields that differ between two objects. The sets are disjoint. */
export interface Comparison {
  readonly removed: FieldSet;
  readonly modified: FieldSet;
  readonly added: FieldSet;
}

type Value = JsonValue | undefined;

/** Compares two values that are valid for their type. Upstream: typed/compare.go. */
export function compareTyped(left: JsonValue, right: JsonValue, type: ValueType): Comparison {
  const walk = new ComparisonWalk();
  walk.compare(left, right, type);
  return {
    removed: walk.removed.build(),
    modified: walk.modified.build(),
    added: walk.added.build(),
  };
}

class ComparisonWalk {
  readonly removed = new FieldSetBuilder();
  readonly modified = new FieldSetBuilder();
  readonly added = new FieldSetBuilder();
  readonly #path: PathElement[] = [];

  /** Compares the values at the current path. At least one of them is present. */
  compare(left: Value, right: Value, type: ValueType): void {
    if (left === right) return;
    const leftKind = kindOf(type, left);
    const rightKind = kindOf(type, right);
    let isLeaf: boolean;
    if (right === undefined) {
      isLeaf = this.#compareAs(leftKind, type, left, right);
    } else {
      // A value that changes its kind is removed as the old kind and added as the new one.
      if (left !== undefined && leftKind !== rightKind) {
        this.#compareAs(leftKind, type, left, right);
      }
      isLeaf = this.#compareAs(rightKind, type, left, right);
    }
    if (isLeaf) return;
    if (left === undefined) this.added.insert(this.#path);
    else if (right === undefined) this.removed.insert(this.#path);
  }

  /** @returns whether the values were compared as a whole */
  #compareAs(kind: Kind | 'any', type: ValueType, left: Value, right: Value): boolean {
    const { map, list } = type;
    switch (firstKind(type, kind)) {
      case 'map':
        return map === undefined || this.#compareMaps(map, left, right);
      case 'list':
        return list === undefined || this.#compareLists(list, left, right);
      case 'scalar':
        return this.#compareLeaf(left, right);
    }
  }

  #compareLeaf(left: Value, right: Value): true {
    if (left === undefined) this.added.insert(this.#path);
    else if (right === undefined) this.removed.insert(this.#path);
    else if (!deepEqualJson(left, right)) this.modified.insert(this.#path);
    return true;
  }

  #compareMaps(type: MapType, left: Value, right: Value): boolean {
    const before = asMap(left);
    const after = asMap(right);
    // A change between empty and absent is a change of the map itself, because it has no entries.
    if (type.atomic || (isEmptyMap(before) && isEmptyMap(after))) {
      return this.#compareLeaf(left, right);
    }
    for (const key in before) {
      if (before[key] !== undefined) {
        this.#compareEntry(type, key, before[key], entryOf(after, key));
      }
    }
    this.#compareNewEntries(type, before, after);
    return false;
  }

  #compareNewEntries(
    type: MapType,
    before: JsonObject | undefined,
    after: JsonObject | undefined,
  ): void {
    for (const key in after) {
      const entry = after[key];
      if (entry !== undefined && entryOf(before, key) === undefined) {
        this.#compareEntry(type, key, undefined, entry);
      }
    }
  }

  #compareEntry(type: MapType, key: string, left: Value, right: Value): void {
    if (left === right) return;
    const expected = entryType(type, key);
    if (expected === undefined) return;
    this.#path.push(fieldElement(key));
    this.compare(left, right, expected);
    this.#path.pop();
  }

  #compareLists(type: ListType, left: Value, right: Value): boolean {
    const before = asList(left) ?? [];
    const after = asList(right) ?? [];
    if (!type.associative || (before.length === 0 && after.length === 0)) {
      return this.#compareLeaf(left, right);
    }
    const old = groupByElement(type, before);
    const now = groupByElement(type, after);
    for (const element of new Set([...old.keys(), ...now.keys()])) {
      this.#path.push(element);
      this.#compareItems(type, old.get(element) ?? [], now.get(element) ?? []);
      this.#path.pop();
    }
    return false;
  }

  /** Compares the items of one key. Duplicate items are owned as a whole. */
  #compareItems(type: ListType, before: JsonValue[], after: JsonValue[]): void {
    if (before.length < 2 && after.length < 2) {
      this.compare(before[0], after[0], type.element);
    } else if (before.length >= 2 && after.length >= 2) {
      if (!deepEqualJson(before, after)) this.modified.insert(this.#path);
    } else if (before.length >= 2) {
      if (after[0] !== undefined) this.compare(undefined, after[0], type.element);
      this.removed.insert(this.#path);
    } else {
      if (before[0] !== undefined) this.compare(before[0], undefined, type.element);
      this.added.insert(this.#path);
    }
  }
}
