import type { InformerHandler } from '../cache/informer-handler.js';
import type { DeepReadonly } from '../meta/deep-readonly.js';
import { objectKey, type ObjectKey } from '../meta/object-key.js';
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
export function enqueueObjects<T extends KubernetesObject>(
  queue: Pick<WorkQueue, 'add'>,
  keysOf: (object: DeepReadonly<T>) => readonly (ObjectKey | string)[] = (object) => [
    objectKey(object),
  ],
): InformerHandler<T> {
  const add = (object: DeepReadonly<T>, priority: 'normal' | 'low'): void => {
    for (const key of keysOf(object)) {
      queue.add(typeof key === 'string' ? key : objectKey(key), { priority });
    }
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
