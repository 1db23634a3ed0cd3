import { TypedClient } from '../client/typed-client.js';
import { VmgenError } from '../errors/vmgen-error.js';
import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import type { ListWatchClient } from '../client/list-watch-client.js';

/** Where an informer has its objects from. */
export interface Source<T extends KubernetesObject, S extends ResourceScope = ResourceScope> {
  readonly client: ListWatchClient<T, S>;
  /** The part of the cache that comes from there; undefined for the whole. */
  readonly namespace: string | undefined;
}

export type Sources<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
> = readonly [Source<T, S>, ...Source<T, S>[]];

/** One client makes the whole cache; of several, each makes its namespace. */
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
        `the clients of an informer need a namespace each: ${JSON.stringify(namespace ?? '')}` +
          (namespace ? ' comes twice' : ' means all of them'),
      );
    }
    namespaces.add(namespace);
    return { client, namespace };
  };
  return [source(first), ...others.map(source)];
}

/** Whether the objects of a source are its informer's own: our clients parse each answer anew. */
export function isParsedByUs({ client }: { readonly client: object }): boolean {
  return client instanceof TypedClient;
}
