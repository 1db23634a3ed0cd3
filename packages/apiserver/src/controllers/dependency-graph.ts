import type { ObjectStore } from '../storage/object-store.js';
import type { OwnerReference } from './owner-references.js';

/** A stored object, or an object that others reference as their owner. */
export interface GraphNode {
  readonly uid: string;
  /** The current or last location of the object; undefined if it was never stored. */
  at: { readonly store: ObjectStore; readonly key: string } | undefined;
  /** Whether the object was removed. References to it are dangling. */
  isGone: boolean;
  /** The objects that reference this one as an owner; undefined if none ever did. */
  owned: OwnedNodes | undefined;
}

/** The dependents of an owner. */
interface OwnedNodes {
  readonly all: Set<GraphNode>;
  /** Dependents that block a foreground deletion of the owner. */
  readonly blocking: Set<GraphNode>;
  /** The blocking dependents that were not yet notified of the foreground deletion. */
  readonly unnotified: Set<GraphNode>;
}

/**
 * The ownership graph by uid. It is updated with each change of the stores, so that the dependents
 * of an object are found without a search.
 *
 * Upstream: pkg/controller/garbagecollector/graph_builder.go.
 */
export class DependencyGraph {
  readonly #nodes = new Map<string, GraphNode>();

  get(uid: string): GraphNode | undefined {
    return this.#nodes.get(uid);
  }

  /** Records that an object is stored, and returns its node. */
  place(uid: string, store: ObjectStore, key: string): GraphNode {
    const node = this.#nodeOf(uid);
    if (node.at?.store !== store || node.at.key !== key) node.at = { store, key };
    node.isGone = false;
    return node;
  }

  /** Records that an object was removed. */
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
