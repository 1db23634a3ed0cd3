import { TypedClient } from '../client/typed-client.js';
import { VmgenError } from '../errors/vmgen-error.js';
import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import type { ListWatchClient } from '../client/list-watch-client.js';

/** A client from which an informer gets objects. */
export interface Source<T extends KubernetesObject, S extends ResourceScope = ResourceScope> {
  readonly client: ListWatchClient<T, S>;
  /** The namespace of the cache that this client fills; undefined if it fills the whole cache. */
  readonly namespace: string | undefined;
}

export type Sources<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
> = readonly [Source<T, S>, ...Source<T, S>[]];

/**
 * Converts clients to sources. A single client fills the whole cache; each of several fills one
 * namespace.
 */
export function sourcesOf<T extends KubernetesObject, S extends ResourceScope>(
  clients: ListWatchClient<T, S> | readonly ListWatchClient<T, S>[],
): Sources<T, S> {
  if ('resource' in clients) return [{ client: clients, namespace: undefined }];
  const [first, ...others] = clients;
  if (first === undefined) {
    throw new VmgenError('ERR_VMGEN_ARGUMENT', 'an informer needs at least one client');
  }
  if (others.length === 0) return [{ client: first, namespace: undefined }];
  const namespaces = new Set<string>();
  const source = (client: ListWatchClient<T, S>): Source<T, S> => {
    const { namespace } = client;
    if (!namespace || namespaces.has(namespace)) {
      throw new VmgenError(
        'ERR_VMGEN_ARGUMENT',
        'each client of an informer must have its own namespace: ' +
          (namespace ? `duplicate namespace ${JSON.stringify(namespace)}` : 'one has none'),
      );
    }
    namespaces.add(namespace);
    return { client, namespace };
  };
  return [source(first), ...others.map(source)];
}

/**
 * Returns whether the objects of a source belong to its informer alone. Our clients parse each
 * response separately; the objects of a user's client may be shared.
 */
export function isParsedByUs({ client }: { readonly client: object }): boolean {
  return client instanceof TypedClient;
}
