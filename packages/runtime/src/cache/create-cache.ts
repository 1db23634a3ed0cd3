import { apiVersionOf, type ResourceDefinition } from '../client/resource.js';
import type { AnyResourceDefinition } from '../client/resource.js';
import { VmgenError } from '../errors/vmgen-error.js';
import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import { createCachedReader, type CachedReader } from './cached-reader.js';
import type { InformerFactory, InformerScope } from './informer-factory.js';

/** The resource definition of any kind. */
type AnyDefinition = AnyResourceDefinition & {
  readonly deepCopy: (object: never) => KubernetesObject;
};

/** A kind with its own scope, which overrides the scope of the factory. */
export interface ScopedKind {
  /** The kind. */
  readonly resource: AnyDefinition;
  /** The objects of the kind to cache, instead of the factory's scope. */
  readonly scope: InformerScope;
}

/** The kinds of a cache, by names that the program chooses. */
export type CachedKinds = Readonly<Record<string, AnyDefinition | ScopedKind>>;

type ReaderOf<Kind> = Kind extends { readonly resource: infer Definition }
  ? ReaderOf<Definition>
  : Kind extends ResourceDefinition<infer T, infer S>
    ? CachedReader<T, S>
    : never;

/** The readers of a cache, by name. */
export type Cache<Kinds extends CachedKinds> = {
  readonly [Name in keyof Kinds]: ReaderOf<Kinds[Name]>;
};

/**
 * Declares the kinds that a program reads from the cache and returns a reader for each. An
 * undeclared kind has no reader, so reading it is a compile error instead of a hidden informer. See
 * {@link readerOf} for kinds that are known only at run time. The factory starts and stops the
 * informers; after that, readers return the last state. Use typed clients to write.
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
  // Each reader has the type of the kind that is declared under its name.
  return Object.freeze(Object.fromEntries(readers)) as Cache<Kinds>;
}

/**
 * Returns the reader of a kind that is known only at run time. Throws a `VmgenError`
 * (`ERR_VMGEN_ARGUMENT`) if the cache does not contain the kind.
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
  // This cast is safe: the reader has the same kind, and a kind has one type.
  if (found !== undefined) return found as CachedReader<T, S>;
  throw new VmgenError(
    'ERR_VMGEN_ARGUMENT',
    `${apiVersion} ${resource.kind} is not cached; declare it where the cache is created, ` +
      `createCache(factory, { ${resource.plural}: ${lowerFirst(resource.kind)}Resource }), ` +
      'or use a client',
  );
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
