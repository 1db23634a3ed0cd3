import type { FieldSet } from './field-set.js';
import type { PathElement } from './path-element.js';
import { deducedType, entryType, untypedAtomic, type ValueType } from './value-type.js';

/**
 * The set with every declared field above a member as a member too: whoever owns `spec.a.b` is
 * taken to own the structs `spec` and `spec.a`. Upstream: Set.EnsureNamedFieldsAreMembers.
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

/** The type one step down; an empty type where the schema does not say. */
function typeBelow(type: ValueType, element: PathElement): ValueType {
  // The two open types go on for ever and name no fields.
  if (type === deducedType || type === untypedAtomic) return type;
  if (element.startsWith('f:')) {
    return (type.map && entryType(type.map, element.slice(2))) ?? {};
  }
  return element.startsWith('k:') ? (type.list?.element ?? {}) : {};
}
