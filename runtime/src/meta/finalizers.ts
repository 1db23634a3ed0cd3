import type { ObjectMeta } from './types.js';

/** Returns whether the object has a finalizer, which blocks its deletion until it is removed. */
export function hasFinalizer(
  object: { readonly metadata: { readonly finalizers?: readonly string[] | undefined } },
  finalizer: string,
): boolean {
  return object.metadata.finalizers?.includes(finalizer) ?? false;
}

/**
 * Appends a finalizer to an object in memory and returns whether anything changed. Write the object
 * before the first external effect, so that a deletion waits for the cleanup. `ensureFinalizer`
 * also writes the object.
 *
 * @example
 * if (addFinalizer(vm, 'example.com/disk')) await client.update(vm);
 */
export function addFinalizer(
  object: { readonly metadata: Pick<ObjectMeta, 'finalizers'> },
  finalizer: string,
): boolean {
  if (hasFinalizer(object, finalizer)) return false;
  (object.metadata.finalizers ??= []).push(finalizer);
  return true;
}

/**
 * Removes a finalizer from an object in memory and returns whether anything changed. A deleted
 * object disappears when its last finalizer is removed. `releaseFinalizer` also writes the object.
 */
export function removeFinalizer(
  object: { readonly metadata: Pick<ObjectMeta, 'finalizers'> },
  finalizer: string,
): boolean {
  if (!hasFinalizer(object, finalizer)) return false;
  object.metadata.finalizers = object.metadata.finalizers?.filter((each) => each !== finalizer);
  return true;
}
