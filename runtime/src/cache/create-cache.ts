import { apiVersionOf, type ResourceDefinition } from '../client/resource.js';
import type { AnyResourceDefinition } from '../client/resource.js';
import { VmgenError } from '../errors/vmgen-error.js';
import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import { createCachedReader, type CachedReader } from './cached-reader.js';
import type { InformerFactory, InformerScope } from './informer-factory.js';

/** A definition of any kind. */
type AnyDefinition = AnyResourceDefinition & {
  readonly deepCopy: (object: never) => KubernetesObject;
};

/** A kind, and which of its objects are kept where that is not what the factory says. */
export interface ScopedKind {
  readonly resource: AnyDefinition;
  readonly scope: InformerScope;
}

/** The kinds that a cache keeps, by the names that a program has for them. */
export type CachedKinds = Readonly<Record<string, AnyDefinition | ScopedKind>>;

type ReaderOf<Kind> = Kind extends { readonly resource: infer Definition }
  ? ReaderOf<Definition>
  : Kind extends ResourceDefinition<infer T, infer S>
    ? CachedReader<T, S>
    : never;

/** A reader of each kind that is kept, by its name. */
export type Cache<Kinds extends CachedKinds> = {
  readonly [Name in keyof Kinds]: ReaderOf<Kinds[Name]>;
};

/**
 * Declares what a program reads from the cache, and gives a reader of each kind. What was not declared
 * has no reader, so that reading it is a compile error and not a hidden informer; see {@link readerOf}
 * for kinds that are known only at run time. The informers are those of the factory, which starts and
 * ends them; after their end, readers show the last state. Writes go to the server, by typed clients.
 *
 * @example
 * const cache = createCache(factory, {
 *   machines: virtualMachineResource,
 *   leases: { resource: leaseResource, scope: { namespace: 'kube-system' } },
 * });
 * cache.machines.informer.addHandler(enqueueObjects(queue));
 * factory.start();
 * await factory.waitForSync({ signal });
 * const machine = cache.machines.get('default/vm-1');
 * console.log(machine.status?.phase, cache.leases.list().length);
 */
export function createCache<const Kinds extends CachedKinds>(
  factory: Pick<InformerFactory, 'informerFor' | 'scopeOf'>,
  kinds: Kinds,
): Cache<Kinds> {
  const readers = Object.entries(kinds).map(([name, kind]) => {
    const [resource, scope] = 'resource' in kind ? [kind.resource, kind.scope] : [kind];
    const informer = factory.informerFor(resource as ResourceDefinition, scope);
    return [name, createCachedReader(informer, factory.scopeOf(resource, scope))];
  });
  // Each reader is one of the kind that its name was declared with.
  return Object.freeze(Object.fromEntries(readers)) as Cache<Kinds>;
}

/**
 * The reader of a kind that is known only at run time. Throws a `VmgenError` (`ERR_VMGEN_ARGUMENT`)
 * where the cache was not declared with it.
 *
 * @example
 * const cache = createCache(factory, { machines: virtualMachineResource });
 * console.log(readerOf(cache, virtualMachineResource).list().length);
 */
export function readerOf<T extends KubernetesObject, S extends ResourceScope>(
  cache: Readonly<Record<string, { readonly resource: AnyResourceDefinition }>>,
  resource: ResourceDefinition<T, S>,
): CachedReader<T, S> {
  const apiVersion = apiVersionOf(resource);
  const found = Object.values(cache).find(
    (reader) =>
      reader.resource.kind === resource.kind && apiVersionOf(reader.resource) === apiVersion,
  );
  // The key names the kind, and one kind has one type.
  if (found !== undefined) return found as CachedReader<T, S>;
  throw new VmgenError(
    'ERR_VMGEN_ARGUMENT',
    `${apiVersion} ${resource.kind} is not cached: declare it where the cache is made, ` +
      `createCache(factory, { ${resource.plural}: ${lowerFirst(resource.kind)}Resource }), ` +
      'or read it by a client',
  );
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
