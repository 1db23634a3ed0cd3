import { comparePathElements, type PathElement } from './path-element.js';

/**
 * A set of field paths as a trie. `member` states whether the path to this node belongs to the set.
 * The parent of a member need not be a member. Sets are immutable: the results of operations share
 * unchanged parts, and are the argument itself if nothing changed. Only the root can be empty.
 *
 * Upstream: structured-merge-diff/fieldpath/set.go.
 */
export interface FieldSet {
  readonly member: boolean;
  readonly children: ReadonlyMap<PathElement, FieldSet>;
}

const NO_CHILDREN: ReadonlyMap<PathElement, FieldSet> = new Map<PathElement, FieldSet>();

export const emptySet: FieldSet = { member: false, children: NO_CHILDREN };

export function isEmptySet(set: FieldSet): boolean {
  return !set.member && set.children.size === 0;
}

/** Returns the union of two sets. */
export function unionSets(a: FieldSet, b: FieldSet): FieldSet {
  if (a === b || isEmptySet(b)) return a;
  if (isEmptySet(a)) return b;
  let children: Map<PathElement, FieldSet> | undefined;
  for (const [element, child] of b.children) {
    const own = a.children.get(element);
    const united = own === undefined ? child : unionSets(own, child);
    if (united !== own) (children ??= new Map(a.children)).set(element, united);
  }
  return withParts(a, a.member || b.member, children);
}

/**
 * Returns the union of all sets. The time is proportional to the sets, whereas a chain of {@link
 * unionSets} copies the growing result for each set.
 */
export function unionAll(sets: Iterable<FieldSet>): FieldSet {
  const union: MutableNode = { member: false, children: new Map() };
  for (const set of sets) addSet(union, set);
  return union;
}

function addSet(into: MutableNode, { member, children }: FieldSet): void {
  into.member ||= member;
  for (const [element, child] of children) {
    let own = into.children.get(element);
    if (own === undefined) {
      own = { member: false, children: new Map() };
      into.children.set(element, own);
    }
    addSet(own, child);
  }
}

/** Returns the paths that are only in `a`. Paths of `a` below a path of `b` remain. */
export function subtractSet(a: FieldSet, b: FieldSet): FieldSet {
  return subtract(a, b, subtractSet);
}

/** Returns the paths of `a` that are neither in `b` nor below a path of `b`. */
export function subtractRecursively(a: FieldSet, b: FieldSet): FieldSet {
  return subtract(a, b, (child, other) =>
    other.member ? emptySet : subtractRecursively(child, other),
  );
}

function subtract(
  a: FieldSet,
  b: FieldSet,
  below: (child: FieldSet, other: FieldSet) => FieldSet,
): FieldSet {
  let children: Map<PathElement, FieldSet> | undefined;
  for (const [element, other] of b.children) {
    const own = a.children.get(element);
    if (own === undefined) continue;
    const rest = below(own, other);
    if (rest === own) continue;
    children ??= new Map(a.children);
    if (isEmptySet(rest)) children.delete(element);
    else children.set(element, rest);
  }
  return withParts(a, a.member && !b.member, children);
}

/** Returns the intersection of two sets. */
export function intersectSets(a: FieldSet, b: FieldSet): FieldSet {
  const children = new Map<PathElement, FieldSet>();
  for (const [element, child] of a.children) {
    const other = b.children.get(element);
    if (other === undefined) continue;
    const common = intersectSets(child, other);
    if (!isEmptySet(common)) children.set(element, common);
  }
  return { member: a.member && b.member, children };
}

function withParts(
  set: FieldSet,
  member: boolean,
  children: ReadonlyMap<PathElement, FieldSet> | undefined,
): FieldSet {
  if (member === set.member && children === undefined) return set;
  return { member, children: children ?? set.children };
}

/** Whether `set` contains the path that consists of one element. */
export function hasElement(set: FieldSet, element: PathElement): boolean {
  return set.children.get(element)?.member ?? false;
}

/** Returns all paths of the set: at each level first the members, then the nested paths. */
export function listPaths(set: FieldSet): PathElement[][] {
  const paths: PathElement[][] = [];
  const walk = (node: FieldSet, prefix: readonly PathElement[]): void => {
    const sorted = [...node.children].sort(([a], [b]) => comparePathElements(a, b));
    for (const [element, child] of sorted) if (child.member) paths.push([...prefix, element]);
    for (const [element, child] of sorted) walk(child, [...prefix, element]);
  };
  walk(set, []);
  return paths;
}

interface MutableNode extends FieldSet {
  member: boolean;
  children: Map<PathElement, MutableNode>;
}

/** Collects paths into a set. */
export class FieldSetBuilder {
  readonly #root: MutableNode = { member: false, children: new Map() };

  /** Adds a path. The empty path, the whole object, is ignored. */
  insert(path: readonly PathElement[]): void {
    if (path.length === 0) return;
    let node = this.#root;
    for (const element of path) {
      let child = node.children.get(element);
      if (child === undefined) {
        child = { member: false, children: new Map() };
        node.children.set(element, child);
      }
      node = child;
    }
    node.member = true;
  }

  /** Returns the set of all paths. The builder must not be used afterwards. */
  build(): FieldSet {
    return this.#root;
  }
}

export function fieldSetOf(paths: Iterable<readonly PathElement[]>): FieldSet {
  const builder = new FieldSetBuilder();
  for (const path of paths) builder.insert(path);
  return builder.build();
}
