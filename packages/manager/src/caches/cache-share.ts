import { controllerOf, interceptTransport, objectKey } from '@vmgen/runtime';
import type { KubernetesObject, Logger, Transport } from '@vmgen/runtime';
import type { AnyResourceDefinition } from '@vmgen/runtime/client';
import { groupOf } from '@vmgen/runtime/internal';
import type { OwnShards } from '../election/election.js';

/** What a controller does with caches. */
export interface CacheUser {
  readonly resource: Pick<AnyResourceDefinition, 'group' | 'kind' | 'scope'>;
  /** The reader of its objects. */
  readonly reader: unknown;
  /** The readers of their children. */
  readonly owned: readonly unknown[];
  /** The readers of other kinds whose changes reconcile objects. */
  readonly watched: readonly unknown[];
}

interface ShareOptions {
  readonly shards: OwnShards;
  /** The controllers of the manager, also those that are added later. */
  readonly controllers: readonly CacheUser[];
  readonly resource: Pick<AnyResourceDefinition, 'scope'>;
  /** See `CachedKind.sharded`. */
  readonly sharded: boolean | undefined;
  readonly logger: Logger;
  /** Returns the reader of the cache. */
  readonly reader: () => unknown;
}

/**
 * The objects of one cache that belong to the shards of this process. The server selects them where
 * it can (`shardSelector`, Kubernetes' feature gate `ShardedListAndWatch`); all others are dropped
 * when they arrive.
 */
export class CacheShare {
  readonly #options: ShareOptions;
  #hasLogged = false;

  constructor(options: ShareOptions) {
    this.#options = options;
  }

  /** Whether the cache contains only the objects of the shards of this process. */
  get isSharded(): boolean {
    const { controllers, sharded } = this.#options;
    if (sharded !== undefined) return sharded;
    const own = this.#options.reader();
    const isRelated = controllers.some(
      ({ owned, watched }) => owned.includes(own) || watched.includes(own),
    );
    return !isRelated && controllers.some(({ reader }) => reader === own);
  }

  /** Whether this process stores an object. */
  stores(object: KubernetesObject): boolean {
    if (!this.isSharded) return true;
    const key = this.#keyOf(object);
    const isOwn = key === undefined || this.#options.shards.holds(key);
    if (!isOwn) this.#logOnce();
    return isOwn;
  }

  /** Adds the selector of the shards to lists and watches, if the server can evaluate it. */
  select(transport: Transport): Transport {
    return interceptTransport(transport, [
      (request, next) => {
        const selector = this.isSharded && this.#isByNamespace && this.#options.shards.selector;
        if (!selector) return next(request);
        const separator = request.path.includes('?') ? '&' : '?';
        const path = `${request.path}${separator}shardSelector=${encodeURIComponent(selector)}`;
        return next({ ...request, path });
      },
    ]);
  }

  /** Whether the namespace of an object alone determines its shard. */
  get #isByNamespace(): boolean {
    const { shards, resource } = this.#options;
    const scopes = [resource, ...this.#owners.map((owner) => owner.resource)];
    return shards.by === 'namespace' && scopes.every(({ scope }) => scope === 'Namespaced');
  }

  /** The controllers that own objects of the cache. */
  get #owners(): readonly CacheUser[] {
    const own = this.#options.reader();
    return this.#options.controllers.filter(({ owned }) => owned.includes(own));
  }

  /** Returns the key that determines the shard of an object; undefined for all shards. */
  #keyOf(object: KubernetesObject): string | undefined {
    const owners = this.#owners;
    if (owners.length === 0 || this.#isByNamespace) return objectKey(object);
    const controller = controllerOf(object);
    const owner = owners.find(
      ({ resource: { group, kind } }) =>
        kind === controller?.kind && group === groupOf(controller.apiVersion),
    );
    if (owner === undefined || controller === undefined) return undefined;
    const { name } = controller;
    const { namespace = '' } = object.metadata;
    const isNamespaced = owner.resource.scope === 'Namespaced';
    return objectKey({ namespace: isNamespaced ? namespace : '', name });
  }

  #logOnce(): void {
    if (this.#hasLogged) return;
    this.#hasLogged = true;
    const why = this.#isByNamespace
      ? 'enable the feature gate ShardedListAndWatch of the API server'
      : 'API servers select by namespace only';
    this.#options.logger.info(
      `the server does not select the objects of shards (${why}); dropping the others as they arrive`,
    );
  }
}
