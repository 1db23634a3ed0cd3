import type { Cached } from '../cache/cached.js';
import type { InformerHandler } from '../cache/informer-handler.js';
import { keyText, objectKey, type ObjectKey } from '../meta/object-key.js';
import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import type { AddKeyOptions, WorkQueue } from '../workqueue/work-queue.js';
import { filtered } from './filtered.js';
import { handlerOf, type ObjectEvent } from './object-event.js';
import type { Predicate } from './predicates.js';

/** Whose keys an object concerns; see {@link ownerKeys}. */
export type KeysOf<T extends KubernetesObject, S extends ResourceScope = ResourceScope> = (
  object: Cached<T, S>,
) => readonly (ObjectKey | string)[];

/** Which keys go into the queue, and for which events. */
export interface EnqueueOptions<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
> {
  /**
   * Whose keys a change concerns; the object's own when left out. Say another to reconcile an owner
   * when its dependent changes: {@link ownerKeys}, or a function of your own.
   */
  readonly keysOf?: KeysOf<T, S>;
  /** Which events count, such as {@link generationChanged}; all of them when left out. */
  readonly when?: Predicate<T, S>;
}

/**
 * A handler that puts the keys of changed objects into a queue, each once for an event. Initial lists
 * and resyncs go in with low priority, so that a fresh change does not wait behind a hundred thousand
 * of them. An update concerns the keys of the new state and those of the old one: an object that
 * moves from one owner to another concerns both.
 *
 * @example
 * informer.addHandler(enqueueObjects(queue, { when: generationChanged }));
 */
export function enqueueObjects<T extends KubernetesObject, S extends ResourceScope = ResourceScope>(
  queue: Pick<WorkQueue, 'add'>,
  { keysOf = ownKey, when }: EnqueueOptions<T, S> = {},
): InformerHandler<T, S> {
  const add = (event: ObjectEvent<T, S>): void => {
    const options = { priority: priorityOf(event) };
    const added = new Set<string>();
    for (const object of statesOf(event)) {
      for (const key of keysOf(object)) {
        const text = keyText(key);
        if (added.has(text)) continue;
        added.add(text);
        queue.add(text, options);
      }
    }
  };
  const handler = handlerOf(add);
  return when === undefined ? handler : filtered(handler, when);
}

function ownKey<T extends KubernetesObject, S extends ResourceScope>(
  object: Cached<T, S>,
): string[] {
  return [objectKey(object)];
}

/** The newest first: a function that throws on the old state costs no key of the new one. */
function statesOf<T extends KubernetesObject, S extends ResourceScope>(
  event: ObjectEvent<T, S>,
): readonly Cached<T, S>[] {
  return event.type === 'update' ? [event.object, event.before] : [event.object];
}

function priorityOf<T extends KubernetesObject, S extends ResourceScope>(
  event: ObjectEvent<T, S>,
): AddKeyOptions['priority'] {
  if (event.type === 'add') return event.isInInitialList ? 'low' : 'normal';
  return isResync(event) ? 'low' : 'normal';
}

function isResync<T extends KubernetesObject, S extends ResourceScope>(
  event: ObjectEvent<T, S>,
): boolean {
  if (event.type !== 'update') return false;
  const { before, object } = event;
  return before.metadata.resourceVersion === object.metadata.resourceVersion;
}
