import type { ObjectStore } from '../storage/object-store.js';
import type { OwnerReference } from './owner-references.js';

/** An object that is stored, or that others name as their owner. */
export interface GraphNode {
  readonly uid: string;
  /** Where the object is, or was; undefined while it was not seen. */
  at: { readonly store: ObjectStore; readonly key: string } | undefined;
  /** It was here and went: whoever names it as an owner has lost this owner. */
  isGone: boolean;
  /** The objects that name this one as an owner; undefined as long as none did. */
  owned: OwnedNodes | undefined;
}

/** The dependents of an owner. */
interface OwnedNodes {
  readonly all: Set<GraphNode>;
  /** Those that its deletion in the foreground waits for. */
  readonly blocking: Set<GraphNode>;
  /** Those of the blocking ones that were not told of that deletion. */
  readonly unnotified: Set<GraphNode>;
}

/**
 * Who belongs to whom, by uid. Follows the stores change by change, so that the dependents of an
 * object are found without a search.
 *
 * Upstream: pkg/controller/garbagecollector/graph_builder.go.
 */
export class DependencyGraph {
  readonly #nodes = new Map<string, GraphNode>();

  get(uid: string): GraphNode | undefined {
    return this.#nodes.get(uid);
  }

  /** Notes that an object is stored; gives its node. */
  place(uid: string, store: ObjectStore, key: string): GraphNode {
    const node = this.#nodeOf(uid);
    if (node.at?.store !== store || node.at.key !== key) node.at = { store, key };
    node.isGone = false;
    return node;
  }

  /** Notes that an object is gone. */
  remove(node: GraphNode): void {
    node.isGone = true;
    this.#dropUnused(node);
  }

  link(dependent: GraphNode, references: readonly OwnerReference[]): void {
    for (const { uid, blocksDeletion } of references) {
      const owner = this.#nodeOf(uid);
      owner.owned ??= { all: new Set(), blocking: new Set(), unnotified: new Set() };
      owner.owned.all.add(dependent);
      if (!blocksDeletion) continue;
      owner.owned.blocking.add(dependent);
      owner.owned.unnotified.add(dependent);
    }
  }

  unlink(dependent: GraphNode, references: readonly OwnerReference[]): void {
    for (const { uid } of references) {
      const owner = this.#nodes.get(uid);
      if (owner?.owned === undefined) continue;
      owner.owned.all.delete(dependent);
      owner.owned.blocking.delete(dependent);
      owner.owned.unnotified.delete(dependent);
      this.#dropUnused(owner);
    }
  }

  #nodeOf(uid: string): GraphNode {
    let node = this.#nodes.get(uid);
    if (node === undefined) {
      node = { uid, at: undefined, isGone: false, owned: undefined };
      this.#nodes.set(uid, node);
    }
    return node;
  }

  #dropUnused(node: GraphNode): void {
    const isStored = node.at !== undefined && !node.isGone;
    if (!isStored && !node.owned?.all.size) this.#nodes.delete(node.uid);
  }
}
