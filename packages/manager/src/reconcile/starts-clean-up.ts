import type { KubernetesObject, Predicate, ResourceScope } from '@vmgen/runtime';

/** Selects the beginning of a deletion that waits for a finalizer. Without its cleanup, the object would remain. */
export const startsCleanUp =
  <T extends KubernetesObject, S extends ResourceScope>(finalizer: string): Predicate<T, S> =>
  (event) => {
    const { deletionTimestamp, finalizers = [] } = event.object.metadata;
    if (deletionTimestamp === undefined || !finalizers.includes(finalizer)) return false;
    return event.type !== 'update' || event.before.metadata.deletionTimestamp === undefined;
  };
