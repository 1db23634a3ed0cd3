import { type JsonValue, deepEqualJson, type JsonObject, setOwn } from '@vmgen/base/json';
import { compareTyped, type Comparison } from './compare-typed.js';
import {
  intersectSets,
  isEmptySet,
  subtractRecursively,
  subtractSet,
  unionAll,
  unionSets,
  type FieldSet,
  emptySet,
  hasElement,
} from './field-set.js';
import { mergeTyped } from './merge-typed.js';
import { managerId, type ManagerEntry, type ManagerIdentity, type Managers } from './managers.js';
import { unownedFields } from './strip-set.js';
import { toFieldSet } from './to-field-set.js';
import {
  type ValueType,
  deducedType,
  entryType,
  untypedAtomic,
  isOpenMap,
  type ListType,
  type MapType,
} from './value-type.js';
import { type PathElement, fieldElement } from './path-element.js';
import { firstKind, asList, asMap, kindOf } from './walk-values.js';
import { tryListItemElement } from './list-items.js';

/**
 * The rules by which fields change their owners. Upstream: structured-merge-diff/merge/update.go.
 */
export interface OwnershipRules {
  readonly type: ValueType;
  /** The paths that the request cannot change, with everything below them. */
  readonly ignored: FieldSet;
}

/** A request from the perspective of ownership. */
interface OwnershipRequest {
  readonly live: JsonValue;
  readonly managers: Managers;
  /** The manager that sends the request. */
  readonly actor: ManagerIdentity;
  readonly time: string;
}

/**
 * Returns the owners after an update: the actor takes over changed fields, and no manager owns
 * removed fields.
 */
export function ownAfterUpdate(
  rules: OwnershipRules,
  request: OwnershipRequest & { readonly next: JsonValue },
): Managers {
  const { actor, time } = request;
  const changes = compareFor(rules, request.live, request.next);
  const gained = subtractSet(unionSets(changes.modified, changes.added), unownedFields);
  const result = takeChanges(current(rules, request.managers), changes);
  if (isEmptySet(gained)) return result;
  const id = managerId(actor);
  const previous = result.get(id);
  const set = previous === undefined ? gained : unionSets(gained, previous.set);
  return result.set(id, { ...actor, time, set });
}

/** The result of an apply. */
interface ApplyOutcome {
  /** The merged object; undefined if it is equal to the live one. */
  readonly object: JsonValue | undefined;
  readonly managers: Managers;
  /** The other managers of changed fields, each with the fields that it lost to the actor. */
  readonly conflicts: readonly ManagerEntry[];
}

/**
 * Merges an applied configuration into the live object. Applied fields are set and owned. Fields
 * that the actor applied before, omits now and does not share are removed.
 */
export function ownAfterApply(
  rules: OwnershipRules,
  request: OwnershipRequest & { readonly applied: JsonValue },
): ApplyOutcome {
  const { live, applied, actor } = request;
  const id = managerId(actor);
  const managers = current(rules, request.managers);
  const last = managers.get(id);
  const set = subtractRecursively(toFieldSet(applied, rules.type), rules.ignored);
  managers.set(id, { ...actor, time: last?.time, set });
  const next = prune(rules.type, mergeTyped(live, applied, rules.type), managers, last?.set);
  managers.delete(id);

  const changes = compareFor(rules, live, next);
  const changed = !deepEqualJson(live, next);
  const result = takeChanges(managers, changes);
  const owned = subtractSet(set, unownedFields);
  if (!isEmptySet(owned)) {
    result.set(id, { ...actor, time: changed ? request.time : last?.time, set: owned });
  }
  return {
    object: changed ? next : undefined,
    managers: result,
    conflicts: findConflicts(managers, changes),
  };
}

/** Converts the sets of the managers to the present schema. */
function current(rules: OwnershipRules, managers: Managers): Map<string, ManagerEntry> {
  const result = new Map<string, ManagerEntry>();
  for (const [id, entry] of managers) {
    const set = reconcileFieldSet(entry.set, rules.type);
    result.set(id, set === entry.set ? entry : { ...entry, set });
  }
  return result;
}

function compareFor(rules: OwnershipRules, live: JsonValue, next: JsonValue): Comparison {
  const { removed, modified, added } = compareTyped(live, next, rules.type);
  return {
    removed: subtractRecursively(removed, rules.ignored),
    modified: subtractRecursively(modified, rules.ignored),
    added: subtractRecursively(added, rules.ignored),
  };
}

function findConflicts(managers: Managers, changes: Comparison): ManagerEntry[] {
  const changed = unionSets(changes.modified, changes.added);
  return [...managers.values()]
    .map((entry) => ({ ...entry, set: intersectSets(entry.set, changed) }))
    .filter((entry) => !isEmptySet(entry.set));
}

function takeChanges(managers: Managers, changes: Comparison): Map<string, ManagerEntry> {
  const taken = unionSets(unionSets(changes.modified, changes.added), changes.removed);
  const result = new Map<string, ManagerEntry>();
  for (const [id, entry] of managers) {
    const set = subtractSet(entry.set, taken);
    if (isEmptySet(set)) continue;
    result.set(id, set === entry.set ? entry : { ...entry, set });
  }
  return result;
}

/**
 * Removes what the previous configuration of the applier contains and the new one, which is already
 * among the managers, omits, unless another manager owns it.
 */
function prune(
  type: ValueType,
  merged: JsonValue,
  managers: Managers,
  last: FieldSet | undefined,
): JsonValue {
  if (last === undefined || isEmptySet(last)) return merged;
  const namedIn = (object: JsonValue): FieldSet => withNamedMembers(toFieldSet(object, type), type);
  const owned = unionAll([...managers.values()].map((entry) => entry.set));
  const lastNamed = withNamedMembers(last, type);
  const mergedNamed = namedIn(merged);
  const withoutLast = removeItems(merged, lastNamed, type);
  const kept = unionSets(namedIn(withoutLast), withNamedMembers(owned, type));
  const withOwned = removeItems(merged, subtractSet(mergedNamed, kept), type);
  const gone = subtractSet(mergedNamed, namedIn(withOwned));
  return removeItems(merged, intersectSets(gone, lastNamed), type);
}

/**
 * Adds each declared field above a member to the set: the owner of `spec.a.b` also owns the structs
 * `spec` and `spec.a`. Upstream: Set.EnsureNamedFieldsAreMembers.
 */
function withNamedMembers(set: FieldSet, type: ValueType): FieldSet {
  const children = new Map<PathElement, FieldSet>();
  for (const [element, child] of set.children) {
    if (child.children.size === 0) {
      children.set(element, child);
      continue;
    }
    const below = withNamedMembers(child, typeBelow(type, element));
    const declared = element.startsWith('f:') && (type.map?.fields.has(element.slice(2)) ?? false);
    children.set(element, { member: child.member || declared, children: below.children });
  }
  return { member: set.member, children };
}

/** Returns the type of an element; an empty type if the schema does not specify it. */
function typeBelow(type: ValueType, element: PathElement): ValueType {
  // The two open types are recursive and declare no fields.
  if (type === deducedType || type === untypedAtomic) return type;
  if (element.startsWith('f:')) {
    return (type.map && entryType(type.map, element.slice(2))) ?? {};
  }
  return element.startsWith('k:') ? (type.list?.element ?? {}) : {};
}

/**
 * Converts a set of an older schema to the present one: if a list or map has become atomic, the
 * owner of any part owns the whole. Upstream: typed/reconcile_schema.go.
 */
function reconcileFieldSet(set: FieldSet, type: ValueType): FieldSet {
  return reconcileNode(set, type, true);
}

function reconcileNode(node: FieldSet, type: ValueType, isRoot = false): FieldSet {
  const { map, list } = type;
  switch (firstKind(type, 'any')) {
    case 'map':
      return map === undefined ? node : reconcileMap(node, map, isRoot);
    case 'list':
      return list === undefined ? node : reconcileList(node, list, isRoot);
    case 'scalar':
      return node;
  }
}

function wholeOf(node: FieldSet, isRoot: boolean): FieldSet {
  return isRoot || node.children.size === 0 ? node : { ...emptySet, member: true };
}

function reconcileList(node: FieldSet, type: ListType, isRoot: boolean): FieldSet {
  if (!type.associative) return wholeOf(node, isRoot);
  return mapChildren(node, (child) => reconcileNode(child, type.element));
}

function reconcileMap(node: FieldSet, type: MapType, isRoot: boolean): FieldSet {
  if (isOpenMap(type)) return node;
  if (type.atomic) return wholeOf(node, isRoot);
  return mapChildren(node, (child, element) => {
    const expected = element.startsWith('f:') ? entryType(type, element.slice(2)) : type.element;
    return expected === undefined ? child : reconcileNode(child, expected);
  });
}

function mapChildren(
  node: FieldSet,
  change: (child: FieldSet, element: PathElement) => FieldSet,
): FieldSet {
  let children: Map<PathElement, FieldSet> | undefined;
  for (const [element, child] of node.children) {
    if (child.children.size === 0) continue;
    const changed = change(child, element);
    if (changed === child || isEmptySet(changed)) continue;
    (children ??= new Map(node.children)).set(element, changed);
  }
  return children === undefined ? node : { member: node.member, children };
}

/**
 * Returns the value without the fields and list items of a set. A list or map that becomes empty is
 * replaced by null. Upstream: typed/remove.go.
 */
function removeItems(value: JsonValue, items: FieldSet, type: ValueType): JsonValue {
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
