import { type JsonValue, deepEqualJson } from '@vmgen/base/json';
import { compareTyped, type Comparison } from './compare-typed.js';
import {
  intersectSets,
  isEmptySet,
  subtractRecursively,
  subtractSet,
  unionAll,
  unionSets,
  type FieldSet,
} from './field-set.js';
import { mergeTyped } from './merge-typed.js';
import { managerId, type ManagerEntry, type ManagerIdentity, type Managers } from './managers.js';
import { reconcileFieldSet } from './reconcile-field-set.js';
import { removeItems } from './remove-items.js';
import { unownedFields } from './strip-set.js';
import { toFieldSet } from './to-field-set.js';
import { type ValueType, deducedType, entryType, untypedAtomic } from './value-type.js';
import type { PathElement } from './path-element.js';

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
