import type { FieldSet } from './field-set.js';
import type { PathElement } from './path-element.js';
import { deducedType, entryType, untypedAtomic, type ValueType } from './value-type.js';

/**
 * Adds each declared field above a member to the set: the owner of `spec.a.b` also owns the structs
 * `spec` and `spec.a`. Upstream: Set.EnsureNamedFieldsAreMembers.
 */
export function withNamedMembers(set: FieldSet, type: ValueType): FieldSet {
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
