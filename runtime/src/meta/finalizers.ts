import type { ObjectMeta } from './types.js';

/** Whether the object has a finalizer: something is to be done before it may go. */
export function hasFinalizer(
  object: { readonly metadata: { readonly finalizers?: readonly string[] | undefined } },
  finalizer: string,
): boolean {
  return object.metadata.finalizers?.includes(finalizer) ?? false;
}

/**
 * Adds a finalizer to an object that is to be written, behind those that it has; returns whether that
 * changed anything. Write it before the first outside effect: a deletion then waits for the cleaning
 * up. `ensureFinalizer` writes it as well.
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
 * Removes a finalizer from an object that is to be written; returns whether that changed anything. The
 * last one that goes lets a deleted object go. `releaseFinalizer` writes it as well.
 */
export function removeFinalizer(
  object: { readonly metadata: Pick<ObjectMeta, 'finalizers'> },
  finalizer: string,
): boolean {
  if (!hasFinalizer(object, finalizer)) return false;
  object.metadata.finalizers = object.metadata.finalizers?.filter((each) => each !== finalizer);
  return true;
}
