import { emptySet, isEmptySet, type FieldSet } from './field-set.js';
import type { PathElement } from './path-element.js';
import { entryType, isOpenMap, type ListType, type MapType, type ValueType } from './value-type.js';
import { firstKind } from './walk-values.js';

/**
 * Converts a set of an older schema to the present one: if a list or map has become atomic, the
 * owner of any part owns the whole. Upstream: typed/reconcile_schema.go.
 */
export function reconcileFieldSet(set: FieldSet, type: ValueType): FieldSet {
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
