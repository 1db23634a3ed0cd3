import { deepEqualJson, type JsonObject } from '@vmgen/base/json';
import type { StoreEvent } from '../storage/event-log.js';
import type { ObjectStore } from '../storage/object-store.js';
import type { Revision } from '../storage/revision.js';
import { keyOf } from '../resource/endpoint.js';
import { finalizersOf, isDeleting, metaString, metadataOf } from '../resource/object-meta.js';
import { groupVersionOf, type ServedResource } from '../resource/served-resource.js';
import type { Controller } from './controller.js';
import {
  deleteStored,
  isRefusal,
  type ControllerHost,
  type Stored,
  updateStored,
  tryWrite,
  createStored,
} from './controller-writes.js';
import { DependencyGraph, type GraphNode } from './dependency-graph.js';
import {
  ownerReferencesOf,
  rawOwnerReferencesOf,
  type OwnerReference,
} from './owner-references.js';
import { UnresolvedOwners } from './unresolved-owners.js';
import { randomHex } from '@vmgen/runtime/async';
import { timestamp } from '../registry/commit.js';

const ORPHAN = 'orphan';
const FOREGROUND = 'foregroundDeletion';

/** The owner references of an object by the state of their owners. */
interface ClassifiedReferences {
  /** The owner exists. */
  readonly solid: readonly OwnerReference[];
  /**
   * No object with this kind, name and uid exists in a namespace that the reference can refer to.
   */
  readonly dangling: readonly OwnerReference[];
  /** The owner has a foreground deletion. */
  readonly waiting: readonly OwnerReference[];
}

/**
 * Deletes objects that have lost all owners, and completes foreground and orphaning deletions. It
 * follows the changes of the stores and never searches them.
 *
 * Upstream: pkg/controller/garbagecollector.
 */
export class GarbageCollector implements Controller {
  readonly #host: ControllerHost;
  readonly #graph = new DependencyGraph();
  /** The nodes that may require work, in order. */
  readonly #queue = new Set<GraphNode>();
  /** Objects with an owner of a kind that is not served. The owner may or may not exist. */
  readonly #unresolved = new UnresolvedOwners();
  #served: readonly ServedResource[] | undefined;

  constructor(host: ControllerHost) {
    this.#host = host;
  }

  observe(store: ObjectStore, { type, revision, previous }: StoreEvent): void {
    const uid = metaString(revision.object, 'uid');
    if (uid === '' || this.#isIgnored(store)) return;
    if (type === 'DELETED') {
      const node = this.#graph.get(uid);
      if (node !== undefined) this.#observeDeletion(node, revision.object);
    } else {
      const node = this.#graph.place(uid, store, revision.key);
      this.#observeState(node, previous?.object, revision);
    }
  }

  /** Events are ignored, because they expire. */
  #isIgnored(store: ObjectStore): boolean {
    const resource = this.#host.registry.endpointOf(store)?.resource;
    return resource?.plural === 'events' && ['', 'events.k8s.io'].includes(resource.group);
  }

  #observeDeletion(node: GraphNode, last: JsonObject): void {
    const references = ownerReferencesOf(last);
    this.#enqueueOwners(references);
    this.#graph.unlink(node, references);
    for (const dependent of node.owned?.all ?? []) this.#queue.add(dependent);
    this.#graph.remove(node);
    this.#queue.delete(node);
    this.#unresolved.delete(node);
  }

  #observeState(node: GraphNode, before: JsonObject | undefined, revision: Revision): void {
    const after = revision.object;
    const old = before === undefined ? [] : rawOwnerReferencesOf(before);
    const references = rawOwnerReferencesOf(after);
    if (before === undefined ? references.length > 0 : !sameReferences(old, references)) {
      const lost = before === undefined ? [] : ownerReferencesOf(before);
      this.#graph.unlink(node, lost);
      this.#graph.link(node, ownerReferencesOf(after));
      this.#enqueueOwners(lost);
      const known = new Set(lost.map(({ uid }) => uid));
      const added = ownerReferencesOf(after).filter(({ uid }) => !known.has(uid));
      if (added.some((reference) => !this.#isFound(reference, revision))) this.#queue.add(node);
    }
    if (!isDeleting(after)) return;
    if (hasFinalizer(after, ORPHAN)) {
      this.#queue.add(node);
    } else if (hasFinalizer(after, FOREGROUND)) {
      if (before === undefined || !isDeletingDependents(before)) {
        for (const dependent of node.owned?.all ?? []) this.#queue.add(dependent);
      }
      this.#queue.add(node);
    }
  }

  /** Whether an owner is known to exist. Its dependents require no work until it is removed. */
  #isFound({ uid, apiVersion, kind, name }: OwnerReference, { key }: Revision): boolean {
    const owner = this.#graph.get(uid);
    if (owner?.at === undefined || owner.isGone) return false;
    const resource = this.#host.registry.endpointOf(owner.at.store)?.resource;
    return (
      resource?.kind === kind &&
      groupVersionOf(resource) === apiVersion &&
      owner.at.key === keyOf(resource.namespaced ? namespaceOf(key) : undefined, name)
    );
  }

  /** Enqueues owners that may no longer wait for dependents. */
  #enqueueOwners(references: readonly OwnerReference[]): void {
    for (const { uid, blocksDeletion } of references) {
      const owner = blocksDeletion ? this.#graph.get(uid) : undefined;
      if (owner !== undefined) this.#queue.add(owner);
    }
  }

  get hasWork(): boolean {
    return this.#queue.size > 0 || this.#isRetryDue;
  }

  *run(): Generator<void> {
    this.#retryUnresolved();
    for (const node of this.#queue) {
      this.#queue.delete(node);
      yield* this.#process(node);
    }
  }

  get #isRetryDue(): boolean {
    return this.#unresolved.size > 0 && this.#host.registry.served() !== this.#served;
  }

  /** Enqueues objects whose owners' kinds are now served. */
  #retryUnresolved(): void {
    if (!this.#isRetryDue) return;
    const { registry } = this.#host;
    this.#served = registry.served();
    const isServed = (apiVersion: string, kind: string): boolean =>
      registry.lookupKind(apiVersion, kind) !== undefined;
    for (const node of this.#unresolved.takeServed(isServed)) this.#queue.add(node);
  }

  *#process(node: GraphNode): Generator<void> {
    const stored = this.#storedOf(node);
    if (stored === undefined) return;
    try {
      yield* this.#settle(node, stored);
    } catch (error) {
      // Rejected deletions, for example of a protected namespace, are not retried.
      if (!isRefusal(error)) throw error;
    }
    yield;
  }

  #storedOf({ at, isGone }: GraphNode): Stored | undefined {
    if (isGone) return undefined;
    const revision = at?.store.get(at.key);
    const endpoint = at && this.#host.registry.endpointOf(at.store, revision?.object);
    return endpoint && revision && { endpoint, revision };
  }

  *#settle(node: GraphNode, stored: Stored): Generator<void> {
    const object = stored.endpoint.read(stored.revision);
    if (!isDeleting(object)) {
      this.#attemptToDelete(node, stored, object);
    } else if (hasFinalizer(object, ORPHAN)) {
      yield* this.#orphanDependents(node);
      // The owner may have changed in the meantime.
      const current = this.#orphaning(node);
      if (current !== undefined) removeFinalizer(this.#host, current, ORPHAN);
    } else if (hasFinalizer(object, FOREGROUND)) {
      if (!node.owned?.blocking.size) removeFinalizer(this.#host, stored, FOREGROUND);
      for (const dependent of node.owned?.unnotified ?? []) this.#queue.add(dependent);
      node.owned?.unnotified.clear();
    }
  }

  /** Deletes an object without remaining owners. */
  #attemptToDelete(node: GraphNode, stored: Stored, object: JsonObject): void {
    const references = ownerReferencesOf(object);
    if (references.length === 0) return;
    const classified = this.#classify(node, stored, references);
    if (classified === undefined) return;
    const { solid, dangling, waiting } = classified;
    if (solid.length > 0) {
      removeReferences(this.#host, stored, [...dangling, ...waiting]);
    } else if (waiting.length > 0 && node.owned?.all.size) {
      if (this.#mayBeCycle(node)) unblockOwners(this.#host, stored);
      const current = this.#storedOf(node);
      if (current !== undefined) deleteStored(this.#host, current, 'Foreground');
    } else {
      deleteStored(this.#host, stored, ownPropagation(object));
    }
  }

  /** Returns undefined if the state of an owner cannot be determined. The object then remains. */
  #classify(
    node: GraphNode,
    stored: Stored,
    references: readonly OwnerReference[],
  ): ClassifiedReferences | undefined {
    const { registry } = this.#host;
    const { namespaced } = stored.endpoint.resource;
    const namespace = metaString(stored.revision.object, 'namespace');
    const solid: OwnerReference[] = [];
    const dangling: OwnerReference[] = [];
    const waiting: OwnerReference[] = [];
    for (const reference of references) {
      const known = this.#graph.get(reference.uid);
      const ownerNamespace = known?.at && namespaceOf(known.at.key);
      const isElsewhere = ownerNamespace !== undefined && ownerNamespace !== namespace;
      if (known?.isGone === true && !isElsewhere) {
        dangling.push(reference);
        continue;
      }
      if (known?.isGone === false && isElsewhere) {
        reportInvalidNamespace(this.#host, stored, reference);
      }
      const kind = registry.lookupKind(reference.apiVersion, reference.kind);
      if (kind === undefined) this.#unresolved.add(node, reference);
      // A cluster-scoped object cannot have a namespaced owner.
      if (kind === undefined || (kind.resource.namespaced && !namespaced)) return undefined;
      const key = keyOf(kind.resource.namespaced ? namespace : undefined, reference.name);
      const owner = kind.store.get(key)?.object;
      if (owner === undefined || metaString(owner, 'uid') !== reference.uid) {
        dangling.push(reference);
      } else if (isDeletingDependents(owner)) {
        waiting.push(reference);
      } else {
        solid.push(reference);
      }
    }
    return { solid, dangling, waiting };
  }

  /** Like upstream, this is also true for some graphs without a cycle. The result is the same. */
  #mayBeCycle({ owned }: GraphNode): boolean {
    for (const dependent of owned?.all ?? []) {
      const stored = this.#storedOf(dependent);
      if (stored !== undefined && isDeletingDependents(stored.revision.object)) return true;
    }
    return false;
  }

  /** Also handles dependents that are added in the meantime: the set grows during the loop. */
  *#orphanDependents(node: GraphNode): Generator<void> {
    for (const dependent of node.owned?.all ?? []) {
      // A restore ends the deletion, and adds the dependents again.
      if (this.#orphaning(node) === undefined) return;
      const stored = this.#storedOf(dependent);
      if (stored !== undefined) removeReferences(this.#host, stored, [{ uid: node.uid }]);
      yield;
    }
  }

  /** Returns an owner while it is deleted without its dependents. */
  #orphaning(node: GraphNode): Stored | undefined {
    const stored = this.#storedOf(node);
    const object = stored?.revision.object;
    return object && isDeleting(object) && hasFinalizer(object, ORPHAN) ? stored : undefined;
  }
}

function hasFinalizer(object: JsonObject, finalizer: string): boolean {
  return finalizersOf(object).includes(finalizer);
}

function isDeletingDependents(object: JsonObject): boolean {
  return isDeleting(object) && hasFinalizer(object, FOREGROUND);
}

/** Returns the propagation policy that the object's finalizers specify. */
function ownPropagation(object: JsonObject): 'Orphan' | 'Foreground' | 'Background' {
  if (hasFinalizer(object, ORPHAN)) return 'Orphan';
  return hasFinalizer(object, FOREGROUND) ? 'Foreground' : 'Background';
}

function sameReferences(a: readonly JsonObject[], b: readonly JsonObject[]): boolean {
  return a.length === b.length && deepEqualJson([...a], [...b]);
}

/** Returns undefined for cluster-scoped objects. */
function namespaceOf(key: string): string | undefined {
  const end = key.indexOf('/');
  return end === -1 ? undefined : key.slice(0, end);
}

/** Removes references to missing owners from an object. */
function removeReferences(
  host: ControllerHost,
  stored: Stored,
  lost: readonly Pick<OwnerReference, 'uid'>[],
): void {
  if (lost.length === 0) return;
  const uids = new Set<unknown>(lost.map(({ uid }) => uid));
  const references = rawOwnerReferencesOf(stored.revision.object);
  const kept = references.filter(({ uid }) => !uids.has(uid));
  updateList(host, stored, 'ownerReferences', kept);
}

/** Sets `blockOwnerDeletion` of all owner references to false. */
function unblockOwners(host: ControllerHost, stored: Stored): void {
  const references = rawOwnerReferencesOf(stored.revision.object).map((reference) =>
    reference['blockOwnerDeletion'] === true
      ? { ...reference, blockOwnerDeletion: false }
      : reference,
  );
  updateList(host, stored, 'ownerReferences', references);
}

/** Removes a finalizer from an object. The object is removed with its last finalizer. */
function removeFinalizer(host: ControllerHost, stored: Stored, finalizer: string): void {
  const kept = finalizersOf(stored.revision.object).filter((name) => name !== finalizer);
  updateList(host, stored, 'finalizers', kept);
}

function updateList(
  host: ControllerHost,
  stored: Stored,
  field: 'finalizers' | 'ownerReferences',
  list: (string | JsonObject)[],
): void {
  const object = stored.endpoint.read(stored.revision);
  const metadata = { ...metadataOf(object) };
  if (list.length === 0) Reflect.deleteProperty(metadata, field);
  else metadata[field] = list;
  updateStored(host, stored, { ...object, metadata });
}

const COMPONENT = 'garbage-collector-controller';

/**
 * Creates a warning Event for an owner reference to another namespace. The garbage collector treats
 * the owner as absent.
 *
 * Upstream: reportInvalidNamespaceOwnerRef in pkg/controller/garbagecollector/graph_builder.go.
 */
function reportInvalidNamespace(
  host: ControllerHost,
  dependent: Stored,
  reference: OwnerReference,
): void {
  const endpoint = host.registry.lookup('', 'v1', 'events');
  if (endpoint === undefined) return;
  const { object } = dependent.revision;
  const { kind } = dependent.endpoint.resource;
  const [name, namespace] = [metaString(object, 'name'), metaString(object, 'namespace')];
  const apiVersion = groupVersionOf(dependent.endpoint.resource);
  const uid = metaString(object, 'uid');
  const time = timestamp(host.clock);
  const owner = `[${reference.apiVersion}/${reference.kind}, namespace: ${namespace}, name: ${reference.name}, uid: ${reference.uid}]`;
  const event: JsonObject = {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: {
      name: `${name}.${randomHex(16, host.registry.random)}`,
      namespace: namespace || 'default',
    },
    involvedObject: { kind, ...(namespace === '' ? {} : { namespace }), name, uid, apiVersion },
    reason: 'OwnerRefInvalidNamespace',
    message: `ownerRef ${owner} does not exist in namespace ${JSON.stringify(namespace)}`,
    source: { component: COMPONENT },
    firstTimestamp: time,
    lastTimestamp: time,
    count: 1,
    type: 'Warning',
    reportingComponent: COMPONENT,
    reportingInstance: '',
  };
  tryWrite(() => createStored(host, endpoint, event));
}
