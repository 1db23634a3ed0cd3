import type { DeepReadonly } from '../meta/deep-readonly.js';
import type { Persisted, ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';

/**
 * An object in a cache. All readers share it, so its type is readonly at every depth: make a copy
 * (`deepCopy...`) before you change it. `S` is the scope of its kind.
 */
export type Cached<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
> = DeepReadonly<Persisted<T, S>>;

/**
 * Returns an object under its shared, readonly type. The caller must not change it any more. This is
 * the cache's only cast: TypeScript cannot relate a type parameter to its readonly form.
 */
export function asCached<T extends KubernetesObject, S extends ResourceScope>(
  object: Persisted<T, S>,
): Cached<T, S> {
  return object as Cached<T, S>;
}
