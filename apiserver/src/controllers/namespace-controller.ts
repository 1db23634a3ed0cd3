import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import type { StoreEvent } from '../storage/event-log.js';
import type { ObjectStore } from '../storage/object-store.js';
import { timestamp } from '../registry/commit.js';
import type { Endpoint } from '../resource/endpoint.js';
import { isDeleting } from '../resource/object-meta.js';
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
import { namespaceConditions, type RemainingContent } from './namespace-conditions.js';
import { NamespaceContent } from './namespace-content.js';

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
    // The namespace may have changed in the meantime.
    const namespace = this.#finalizing(name);
    if (namespace === undefined) return;
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
    for (const endpoint of endpoints) {
      const { store } = endpoint;
      if (content.swept.has(store)) continue;
      content.swept.add(store);
      if (!content.sizes.has(store)) continue;
      for (const { key } of [...store.scan(`${name}/`)]) {
        const revision = store.get(key);
        if (revision === undefined) continue;
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
    const status = isJsonObject(object['status']) ? object['status'] : {};
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

function specFinalizersOf({ spec }: JsonObject): readonly string[] {
  const finalizers = isJsonObject(spec) ? spec['finalizers'] : undefined;
  return Array.isArray(finalizers)
    ? finalizers.filter((finalizer) => typeof finalizer === 'string')
    : [];
}

function isPods({ group, plural }: ServedResource): boolean {
  return group === '' && plural === 'pods';
}
