import type { DeepReadonly } from '../meta/deep-readonly.js';
import type { Persisted } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';

/**
 * An object in a cache. All readers share it, so its type is readonly at every depth: make a copy
 * (`deepCopy...`) before you change it. `N` is true for a namespaced kind.
 */
export type Cached<T extends KubernetesObject, N extends boolean = boolean> = DeepReadonly<
  Persisted<T, N>
>;

/**
 * Returns an object under its shared, readonly type. The caller must not change it any more. This is
 * the cache's only cast: TypeScript cannot relate a type parameter to its readonly form.
 */
export function asCached<T extends KubernetesObject, N extends boolean>(
  object: Persisted<T, N>,
): Cached<T, N> {
  return object as Cached<T, N>;
}
