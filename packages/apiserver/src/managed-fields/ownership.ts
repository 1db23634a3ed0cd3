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
import { PatchError } from '../errors/patch-error.js';
import type { Steps } from '../request/steps.js';

/**
 * The rules by which fields of an object in one version change their owners. Upstream:
 * structured-merge-diff/merge/update.go.
 */
export interface OwnershipRules {
  readonly type: ValueType;
  /** The paths that the request cannot change, with everything below them. */
  readonly ignored: FieldSet;
}

/** The versions of a kind from the perspective of a request to one of them. */
export interface OwnershipVersions {
  /** The rules of the version of the request. */
  readonly own: OwnershipRules;
  /**
   * Returns the rules of another version; undefined for the version of the request.
   *
   * @throws PatchError 500 if the kind does not have the version
   */
  other(apiVersion: string): OwnershipRules | undefined;
  /**
   * Returns an object in a version.
   *
   * @throws PatchError 500 if it cannot be converted, or does not match the schema of the version
   */
  convert(object: JsonValue, apiVersion: string): Steps<JsonValue>;
}

/** A request from the perspective of ownership. */
interface OwnershipRequest {
  readonly live: JsonValue;
  readonly managers: Managers;
  /** The manager that sends the request. */
  readonly actor: ManagerIdentity;
  readonly time: string | undefined;
}

/**
 * Returns the owners after an update: the actor takes over changed fields, and no manager owns
 * removed fields.
 *
 * @throws PatchError 500 if an object cannot be converted to the version of a manager
 */
export function* ownAfterUpdate(
  versions: OwnershipVersions,
  request: OwnershipRequest & { readonly next: JsonValue },
): Steps<Managers> {
  const { actor, time, live, next } = request;
  const managers = yield* current(versions, live, request.managers);
  const changes = compareFor(versions.own, live, next);
  const changesOf = yield* compareVersions(versions, { live, next, changes }, managers);
  const gained = subtractSet(unionSets(changes.modified, changes.added), unownedFields);
  const result = takeChanges(managers, changesOf);
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
 *
 * @throws PatchError 500 if an object cannot be converted to the version of a manager
 */
export function* ownAfterApply(
  versions: OwnershipVersions,
  request: OwnershipRequest & { readonly applied: JsonValue },
): Steps<ApplyOutcome> {
  const { live, applied, actor } = request;
  const { own } = versions;
  const id = managerId(actor);
  const managers = yield* current(versions, live, request.managers);
  const last = managers.get(id);
  const set = subtractRecursively(toFieldSet(applied, own.type), own.ignored);
  managers.set(id, { ...actor, time: last?.time, set });
  const next = yield* prune(versions, mergeTyped(live, applied, own.type), managers, {
    last,
    apiVersion: actor.apiVersion,
  });
  managers.delete(id);

  const changes = compareFor(own, live, next);
  const changesOf = yield* compareVersions(versions, { live, next, changes }, managers);
  const changed = !deepEqualJson(live, next);
  const result = takeChanges(managers, changesOf);
  const owned = subtractSet(set, unownedFields);
  if (!isEmptySet(owned)) {
    result.set(id, { ...actor, time: changed ? request.time : last?.time, set: owned });
  }
  return {
    object: changed ? next : undefined,
    managers: result,
    conflicts: findConflicts(managers, changesOf),
  };
}

/** Converts the sets of the managers to the present schema. */
function* current(
  versions: OwnershipVersions,
  live: JsonValue,
  managers: Managers,
): Steps<Map<string, ManagerEntry>> {
  const result = new Map<string, ManagerEntry>();
  for (const [id, entry] of managers) {
    const other = versions.other(entry.apiVersion);
    // As upstream, an object that cannot be converted is an error.
    if (other !== undefined) yield* versions.convert(live, entry.apiVersion);
    const set = reconcileFieldSet(entry.set, (other ?? versions.own).type);
    result.set(id, set === entry.set ? entry : { ...entry, set });
  }
  return result;
}

/** Returns the changes of an object in the version of a manager. */
type ChangesOf = (entry: ManagerEntry) => Comparison;

/** Compares the objects in the versions of all managers. */
function* compareVersions(
  versions: OwnershipVersions,
  write: { readonly live: JsonValue; readonly next: JsonValue; readonly changes: Comparison },
  managers: Managers,
): Steps<ChangesOf> {
  const others = new Map<string, Comparison>();
  for (const { apiVersion } of managers.values()) {
    const other = versions.other(apiVersion);
    if (other === undefined || others.has(apiVersion)) continue;
    const step = (which: string): string => `failed to convert ${which} object: `;
    const live = yield* convertIn(step('old'), versions, write.live, apiVersion);
    const next = yield* convertIn(step('new'), versions, write.next, apiVersion);
    others.set(apiVersion, compareFor(other, live, next));
  }
  return ({ apiVersion }) => others.get(apiVersion) ?? write.changes;
}

/** Converts an object in a step that the message of an error starts with. */
function* convertIn(
  step: string,
  versions: OwnershipVersions,
  object: JsonValue,
  apiVersion: string,
): Steps<JsonValue> {
  try {
    return yield* versions.convert(object, apiVersion);
  } catch (error) {
    if (!(error instanceof PatchError)) throw error;
    throw new PatchError(error.code, error.reason, step + error.message, [], { cause: error });
  }
}

function compareFor(rules: OwnershipRules, live: JsonValue, next: JsonValue): Comparison {
  const { removed, modified, added } = compareTyped(live, next, rules.type);
  return {
    removed: subtractRecursively(removed, rules.ignored),
    modified: subtractRecursively(modified, rules.ignored),
    added: subtractRecursively(added, rules.ignored),
  };
}

function findConflicts(managers: Managers, changesOf: ChangesOf): ManagerEntry[] {
  const changedIn = ofLatest(({ modified, added }) => unionSets(modified, added));
  return [...managers.values()]
    .map((entry) => ({ ...entry, set: intersectSets(entry.set, changedIn(changesOf(entry))) }))
    .filter((entry) => !isEmptySet(entry.set));
}

function takeChanges(managers: Managers, changesOf: ChangesOf): Map<string, ManagerEntry> {
  const takenIn = ofLatest(({ modified, added, removed }) =>
    unionSets(unionSets(modified, added), removed),
  );
  const result = new Map<string, ManagerEntry>();
  for (const [id, entry] of managers) {
    const set = subtractSet(entry.set, takenIn(changesOf(entry)));
    if (isEmptySet(set)) continue;
    result.set(id, set === entry.set ? entry : { ...entry, set });
  }
  return result;
}

/** Computes a set once for consecutive managers of a version, which are usually all of them. */
function ofLatest(compute: (changes: Comparison) => FieldSet): (changes: Comparison) => FieldSet {
  let latest: Comparison | undefined;
  let set: FieldSet = emptySet;
  return (changes) => {
    if (changes !== latest) set = compute(changes);
    latest = changes;
    return set;
  };
}

const PRUNING = 'failed to prune fields: ';

/**
 * Removes what the previous configuration of the applier contains and the new one, which is already
 * among the managers, omits, unless another manager owns it.
 *
 * @param request the previous entry of the applier, and the version of the request
 */
function* prune(
  versions: OwnershipVersions,
  merged: JsonValue,
  managers: Managers,
  request: { readonly last: ManagerEntry | undefined; readonly apiVersion: string },
): Steps<JsonValue> {
  const { last } = request;
  if (last === undefined || isEmptySet(last.set)) return merged;
  const versionOf = (apiVersion: string): string =>
    versions.other(apiVersion) === undefined ? request.apiVersion : apiVersion;
  const lastVersion = versionOf(last.apiVersion);
  const typeOf = (apiVersion: string): ValueType =>
    (versions.other(apiVersion) ?? versions.own).type;
  const named = (object: JsonValue, type: ValueType): FieldSet =>
    withNamedMembers(toFieldSet(object, type), type);
  const lastType = typeOf(last.apiVersion);
  const lastNamed = withNamedMembers(last.set, lastType);
  const inLast = 'failed to convert merged object to last applied version: ';
  let version = request.apiVersion;
  let start = merged;
  if (version !== lastVersion) {
    start = yield* convertIn(PRUNING + inLast, versions, merged, lastVersion);
    version = lastVersion;
  }

  const startNamed = named(start, lastType);
  let whole = start;
  let pruned = removeItems(start, lastNamed, lastType);
  for (const [apiVersion, owned] of ownedByVersion(managers, versionOf, lastVersion)) {
    const type = typeOf(apiVersion);
    const step = (which: string): string =>
      `${PRUNING}failed add back owned items: failed to convert ${which} object at version ${apiVersion}: `;
    if (version !== apiVersion) {
      whole = yield* convertIn(step('merged'), versions, whole, apiVersion);
      pruned = yield* convertIn(step('pruned'), versions, pruned, apiVersion);
      version = apiVersion;
    }
    const kept = unionSets(named(pruned, type), withNamedMembers(owned, type));
    const wholeNamed = whole === start ? startNamed : named(whole, type);
    pruned = removeItems(whole, subtractSet(wholeNamed, kept), type);
  }

  const dangling =
    'failed add back dangling items: failed to convert pruned object to last applied version: ';
  if (version !== lastVersion) {
    pruned = yield* convertIn(PRUNING + dangling, versions, pruned, lastVersion);
  }
  const gone = subtractSet(startNamed, named(pruned, lastType));
  const result = removeItems(start, intersectSets(gone, lastNamed), lastType);
  if (lastVersion === request.apiVersion) return result;
  return yield* convertIn(PRUNING, versions, result, request.apiVersion);
}

/** Returns the fields that the managers of each version own, those of one version first. */
function ownedByVersion(
  managers: Managers,
  versionOf: (apiVersion: string) => string,
  first: string,
): [apiVersion: string, owned: FieldSet][] {
  const sets = new Map<string, FieldSet[]>();
  for (const { apiVersion, set } of managers.values()) {
    const version = versionOf(apiVersion);
    const same = sets.get(version);
    if (same === undefined) sets.set(version, [set]);
    else same.push(set);
  }
  const versions = [...sets.keys()].sort((a, b) => Number(b === first) - Number(a === first));
  return versions.map((version) => [version, unionAll(sets.get(version) ?? [])]);
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
