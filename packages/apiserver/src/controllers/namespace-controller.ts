import { isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';
import { getObject, getStrings } from '../built-in/strategies/fields.js';
import type { StoreEvent } from '../storage/event-log.js';
import type { ObjectStore } from '../storage/object-store.js';
import { timestamp } from '../registry/commit.js';
import type { Endpoint } from '../resource/endpoint.js';
import { isDeleting, finalizersOf } from '../resource/object-meta.js';
import type { ServedResource } from '../resource/served-resource.js';
import type { Controller } from './controller.js';
import {
  tryWrite,
  deleteStored,
  isRefusal,
  updateStored,
  type ControllerHost,
  type Stored,
} from './controller-writes.js';

const FINALIZER = 'kubernetes';

/**
 * Deletes the content of namespaces that are being deleted, pods first, and removes the finalizer
 * of an empty namespace. It waits for objects with finalizers, which the conditions of the
 * namespace list.
 *
 * Upstream: pkg/controller/namespace/deletion/namespaced_resources_deleter.go.
 */
export class NamespaceController implements Controller {
  readonly #host: ControllerHost;
  readonly #endpoint: Endpoint;
  /** The namespaces that are being deleted, with their remaining content. */
  readonly #terminating = new Map<string, NamespaceContent>();
  /** The namespaces with changes. */
  readonly #queue = new Set<string>();

  /** @param endpoint the endpoint of the namespaces */
  constructor(host: ControllerHost, endpoint: Endpoint) {
    this.#host = host;
    this.#endpoint = endpoint;
  }

  observe(store: ObjectStore, event: StoreEvent): void {
    const { type, revision, previous } = event;
    if (store === this.#endpoint.store) {
      this.#observeNamespace(revision.key, type !== 'DELETED' && isDeleting(revision.object));
      return;
    }
    if (this.#terminating.size === 0) return;
    const namespace = revision.key.slice(0, Math.max(0, revision.key.indexOf('/')));
    const content = this.#terminating.get(namespace);
    if (content === undefined) return;
    if (previous !== undefined) content.remove(store, previous.object);
    if (type !== 'DELETED') content.add(store, revision.object);
    if (type === 'ADDED') content.swept.delete(store);
    this.#queue.add(namespace);
  }

  #observeNamespace(name: string, isTerminating: boolean): void {
    if (isTerminating) {
      if (!this.#terminating.has(name)) this.#terminating.set(name, this.#contentOf(name));
      this.#queue.add(name);
    } else {
      this.#terminating.delete(name);
      this.#queue.delete(name);
    }
  }

  #contentOf(namespace: string): NamespaceContent {
    const content = new NamespaceContent();
    for (const { store } of this.#namespaced()) {
      for (const { object } of store.scan(`${namespace}/`)) content.add(store, object);
    }
    return content;
  }

  #namespaced(): Endpoint[] {
    const { registry } = this.#host;
    return [...registry.stores()].flatMap((store) => {
      const endpoint = registry.endpointOf(store);
      return endpoint?.resource.namespaced === true ? [endpoint] : [];
    });
  }

  get hasWork(): boolean {
    return this.#queue.size > 0;
  }

  *run(): Generator<void> {
    for (const name of this.#queue) {
      this.#queue.delete(name);
      try {
        yield* this.#empty(name);
      } catch (error) {
        if (!isRefusal(error)) throw error;
      }
      yield;
    }
  }

  *#empty(name: string): Generator<void> {
    const content = this.#terminating.get(name);
    // The finalizer was already removed. The namespace waits for finalizers of other controllers.
    if (content === undefined || this.#finalizing(name) === undefined) return;
    const waitsForPods = !(yield* this.#sweepPods(name, content));
    if (!waitsForPods) yield* this.#sweep(this.#namespaced(), name, content);
    // The namespace may have changed in the meantime, or a restore has ended the deletion.
    const namespace = this.#finalizing(name);
    if (namespace === undefined || this.#terminating.get(name) !== content) return;
    this.#writeConditions(namespace, waitsForPods ? undefined : this.#remaining(content));
    if (content.sizes.size === 0) this.#finalize(name);
  }

  /** Returns the stored namespace while it has the finalizer of this controller. */
  #finalizing(name: string): Stored | undefined {
    const namespace = this.#storedOf(name);
    if (namespace === undefined) return undefined;
    return specFinalizersOf(namespace.revision.object).includes(FINALIZER) ? namespace : undefined;
  }

  #storedOf(name: string): Stored | undefined {
    const revision = this.#endpoint.store.get(name);
    return revision && { endpoint: this.#endpoint, revision };
  }

  /** @returns whether no pod remains */
  *#sweepPods(name: string, content: NamespaceContent): Generator<void, boolean> {
    const pods = this.#namespaced().find(({ resource }) => isPods(resource));
    if (pods === undefined) return true;
    yield* this.#sweep([pods], name, content);
    return !content.sizes.has(pods.store);
  }

  /** Deletes the objects of a namespace in the endpoints, once. */
  *#sweep(
    endpoints: readonly Endpoint[],
    name: string,
    content: NamespaceContent,
  ): Generator<void> {
    for (const { store } of endpoints) {
      if (content.swept.has(store)) continue;
      content.swept.add(store);
      if (!content.sizes.has(store)) continue;
      for (const { key } of [...store.scan(`${name}/`)]) {
        if (this.#terminating.get(name) !== content) return;
        const revision = store.get(key);
        if (revision === undefined) continue;
        const endpoint = this.#host.registry.endpointOf(store, revision.object);
        if (endpoint === undefined) continue;
        tryWrite(() => deleteStored(this.#host, { endpoint, revision }, 'Background'));
        yield;
      }
    }
  }

  #remaining({ sizes, finalizers }: NamespaceContent): RemainingContent {
    const resources = new Map<string, number>();
    for (const [store, size] of sizes) {
      const resource = this.#host.registry.endpointOf(store)?.resource;
      if (resource !== undefined) resources.set(`${resource.plural}.${resource.group}`, size);
    }
    return { resources, finalizers };
  }

  #writeConditions(namespace: Stored, remaining: RemainingContent | undefined): void {
    const { object } = namespace.revision;
    const status = getObject(object, 'status');
    const time = timestamp(this.#host.clock);
    const conditions = namespaceConditions(status['conditions'], remaining, time);
    if (conditions === status['conditions'] && status['phase'] === 'Terminating') return;
    const next = { ...object, status: { ...status, phase: 'Terminating', conditions } };
    updateStored(this.#host, namespace, next, 'status');
  }

  #finalize(name: string): void {
    const namespace = this.#storedOf(name);
    if (namespace === undefined) return;
    const { object } = namespace.revision;
    const finalizers = specFinalizersOf(object).filter((finalizer) => finalizer !== FINALIZER);
    const spec: JsonObject = finalizers.length === 0 ? {} : { finalizers };
    updateStored(this.#host, namespace, { ...object, spec }, 'finalize');
  }
}

const specFinalizersOf = (namespace: JsonObject): readonly string[] =>
  getStrings(namespace, 'spec', 'finalizers');

function isPods({ group, plural }: ServedResource): boolean {
  return group === '' && plural === 'pods';
}

/** The number of objects that remain in a namespace that is being deleted. */
interface RemainingContent {
  /** By `PLURAL.GROUP`. */
  readonly resources: ReadonlyMap<string, number>;
  /** By finalizer. */
  readonly finalizers: ReadonlyMap<string, number>;
}

interface Found {
  readonly status: 'True' | 'False';
  readonly reason: string;
  readonly message: string;
}

/**
 * Returns the conditions of a namespace that is being deleted. Upstream:
 * pkg/controller/namespace/deletion/status_condition_utils.go.
 *
 * @param content undefined if it was not counted because the namespace still has pods
 * @returns the same array if nothing changes
 */
function namespaceConditions(
  before: JsonValue | undefined,
  content: RemainingContent | undefined,
  time: string,
): JsonValue[] {
  const conditions = Array.isArray(before) ? before : [];
  let next = conditions;
  for (const [type, found] of Object.entries(findings(content))) {
    const index = conditions.findIndex((each) => isJsonObject(each) && each['type'] === type);
    const old = conditions[index];
    if (isJsonObject(old) && isSame(old, found)) continue;
    if (next === conditions) next = [...conditions];
    const isTurn = !isJsonObject(old) || old['status'] !== found.status;
    const lastTransitionTime = isTurn ? time : (old['lastTransitionTime'] ?? time);
    const { status, reason, message } = found;
    next[index === -1 ? next.length : index] = {
      type,
      status,
      lastTransitionTime,
      reason,
      message,
    };
  }
  return next;
}

function isSame(old: JsonObject, { status, reason, message }: Found): boolean {
  return old['status'] === status && old['reason'] === reason && old['message'] === message;
}

function findings(content: RemainingContent | undefined): Readonly<Record<string, Found>> {
  const fine = (reason: string, message: string): Found => ({ status: 'False', reason, message });
  const all = 'All resources successfully discovered';
  return {
    NamespaceDeletionDiscoveryFailure: fine('ResourcesDiscovered', all),
    NamespaceDeletionGroupVersionParsingFailure: fine(
      'ParsedGroupVersions',
      'All legacy kube types successfully parsed',
    ),
    NamespaceDeletionContentFailure: fine(
      'ContentDeleted',
      'All content successfully deleted, may be waiting on finalization',
    ),
    NamespaceContentRemaining: content?.resources.size
      ? {
          status: 'True',
          reason: 'SomeResourcesRemain',
          message: `Some resources are remaining: ${counted(content.resources, 'has')}`,
        }
      : fine('ContentRemoved', 'All content successfully removed'),
    NamespaceFinalizersRemaining: content?.finalizers.size
      ? {
          status: 'True',
          reason: 'SomeFinalizersRemain',
          message: `Some content in the namespace has finalizers remaining: ${counted(content.finalizers, 'in')}`,
        }
      : fine('ContentHasNoFinalizers', 'All content-preserving finalizers finished'),
  };
}

function counted(counts: ReadonlyMap<string, number>, word: string): string {
  return [...counts]
    .map(([what, count]) => `${what} ${word} ${count} resource instances`)
    .sort()
    .join(', ');
}

/** Counts the objects that remain in a namespace that is being deleted. */
class NamespaceContent {
  /** The stores whose objects were all deleted or marked as deleted. */
  readonly swept = new Set<ObjectStore>();
  readonly #sizes = new Map<ObjectStore, number>();
  readonly #finalizers = new Map<string, number>();

  /** The number of objects in each store that is not empty. */
  get sizes(): ReadonlyMap<ObjectStore, number> {
    return this.#sizes;
  }

  /** The number of objects with each finalizer. */
  get finalizers(): ReadonlyMap<string, number> {
    return this.#finalizers;
  }

  add(store: ObjectStore, object: JsonObject): void {
    this.#count(store, object, 1);
  }

  remove(store: ObjectStore, object: JsonObject): void {
    this.#count(store, object, -1);
  }

  #count(store: ObjectStore, object: JsonObject, change: 1 | -1): void {
    addTo(this.#sizes, store, change);
    for (const finalizer of finalizersOf(object)) addTo(this.#finalizers, finalizer, change);
  }
}

function addTo<K>(counts: Map<K, number>, key: K, change: number): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
