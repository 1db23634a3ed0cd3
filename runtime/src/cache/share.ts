import type { DeepReadonly } from '../meta/deep-readonly.js';

/**
 * Gives an object that nobody will change any more its shared type. The one cast of the cache: a
 * compiler cannot see that a `T` is a `DeepReadonly<T>` while `T` is a parameter.
 */
export function share<T>(object: T): DeepReadonly<T> {
  return object as DeepReadonly<T>;
}
