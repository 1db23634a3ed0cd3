/** Returns whether the object has a finalizer, which blocks its deletion until it is removed. */
export function hasFinalizer(
  object: { readonly metadata: { readonly finalizers?: readonly string[] | undefined } },
  finalizer: string,
): boolean {
  return object.metadata.finalizers?.includes(finalizer) ?? false;
}
