import type { DeepReadonly } from '../meta/deep-readonly.js';
import type { Persisted } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';

/**
 * An object of a cache: as a server gave it, and shared by all readers, so that changing it is a
 * compile error. Copy it first (`deepCopy…`). `N` is true for a namespaced kind.
 */
export type Cached<T extends KubernetesObject, N extends boolean = boolean> = DeepReadonly<
  Persisted<T, N>
>;

/**
 * Gives an object that nobody will change any more its shared type. The one cast of the cache: a
 * compiler cannot see that an object is a readonly one while its type is a parameter.
 */
export function share<T extends KubernetesObject, N extends boolean>(
  object: Persisted<T, N>,
): Cached<T, N> {
  return object as Cached<T, N>;
}
