import type { Cached } from '../cache/cached.js';
import type { InformerHandler } from '../cache/informer-handler.js';
import { keyText, objectKey, type ObjectKey } from '../meta/object-key.js';
import type { KubernetesObject } from '../meta/types.js';
import type { WorkQueue } from '../workqueue/work-queue.js';

/**
 * A handler that puts the keys of changed objects into a queue. Initial lists and resyncs go in
 * with low priority, so that a fresh change does not wait behind a hundred thousand of them.
 *
 * @param keysOf whose keys a change concerns; the object itself when left out. Say another to
 *   reconcile an owner when its dependent changes.
 *
 * @example
 * informer.addHandler(enqueueObjects(queue));
 */
export function enqueueObjects<T extends KubernetesObject, N extends boolean = boolean>(
  queue: Pick<WorkQueue, 'add'>,
  keysOf: (object: Cached<T, N>) => readonly (ObjectKey | string)[] = (object) => [
    objectKey(object),
  ],
): InformerHandler<T, N> {
  const add = (object: Cached<T, N>, priority: 'normal' | 'low'): void => {
    for (const key of keysOf(object)) queue.add(keyText(key), { priority });
  };
  return {
    onAdd: (object, isInInitialList) => add(object, isInInitialList ? 'low' : 'normal'),
    onUpdate(before, after) {
      // Both: an object that moves from one owner to another concerns the old one too.
      const unchanged = before.metadata.resourceVersion === after.metadata.resourceVersion;
      if (!unchanged) add(before, 'normal');
      add(after, unchanged ? 'low' : 'normal');
    },
    onDelete: (object) => add(object, 'normal'),
  };
}
