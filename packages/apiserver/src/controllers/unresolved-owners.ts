import type { GraphNode } from './dependency-graph.js';
import type { OwnerReference } from './owner-references.js';

type KindName = Pick<OwnerReference, 'apiVersion' | 'kind'>;

/**
 * Objects by the kind of an owner that is not served. A new kind enqueues only the objects that
 * wait for it.
 */
export class UnresolvedOwners {
  readonly #waiting = new Map<
    string,
    { readonly kind: KindName; readonly nodes: Set<GraphNode> }
  >();
  readonly #kindOf = new Map<GraphNode, string>();

  get size(): number {
    return this.#kindOf.size;
  }

  add(node: GraphNode, { apiVersion, kind }: KindName): void {
    this.delete(node);
    const key = `${apiVersion} ${kind}`;
    let entry = this.#waiting.get(key);
    if (entry === undefined) {
      entry = { kind: { apiVersion, kind }, nodes: new Set() };
      this.#waiting.set(key, entry);
    }
    entry.nodes.add(node);
    this.#kindOf.set(node, key);
  }

  delete(node: GraphNode): void {
    const key = this.#kindOf.get(node);
    if (key === undefined) return;
    this.#kindOf.delete(node);
    const nodes = this.#waiting.get(key)?.nodes;
    nodes?.delete(node);
    if (nodes?.size === 0) this.#waiting.delete(key);
  }

  /** Removes and returns the objects that wait for a kind that is now served. */
  takeServed(isServed: (apiVersion: string, kind: string) => boolean): GraphNode[] {
    const taken: GraphNode[] = [];
    for (const { kind, nodes } of [...this.#waiting.values()]) {
      if (!isServed(kind.apiVersion, kind.kind)) continue;
      for (const node of nodes) taken.push(node);
    }
    for (const node of taken) this.delete(node);
    return taken;
  }
}
