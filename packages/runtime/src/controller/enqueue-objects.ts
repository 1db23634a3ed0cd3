import type { Cached } from '../cache/cached.js';
import type { InformerHandler } from '../cache/informer-handler.js';
import { keyText, objectKey, type ObjectKey } from '../meta/object-key.js';
import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import type { AddKeyOptions, WorkQueue } from '../workqueue/work-queue.js';
import { filterHandler } from './filter-handler.js';
import { handlerOf, type ObjectEvent } from './object-event.js';
import type { Predicate } from './predicate.js';

/** Returns the keys to enqueue for an object; see {@link ownerKeys}. */
export type KeysOf<T extends KubernetesObject, S extends ResourceScope = ResourceScope> = (
  object: Cached<T, S>,
) => readonly (ObjectKey | string)[];

/** Options of {@link enqueueObjects}. */
export interface EnqueueOptions<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
> {
  /**
   * Returns the keys to enqueue for a change. Defaults to the key of the object itself. Use
   * {@link ownerKeys} to reconcile owners when a dependent changes. If it throws, the change adds no keys, and
   * the informer logs the error; the manager of `@vmgen/manager` tries again.
   */
  readonly keysOf?: KeysOf<T, S>;
  /** Selects events, such as `predicates.generationChanged`. Defaults to all events. */
  readonly predicate?: Predicate<T, S>;
}

/**
 * Creates a handler that adds the keys of changed objects to a queue, each once per event. Initial
 * lists and resyncs have low priority, so that a new change does not wait behind them. An update
 * adds the keys of the new and of the old state, so a change of the owner enqueues both owners.
 *
 * @example
 * informer.addHandler(enqueueObjects(queue, { predicate: predicates.generationChanged }));
 */
export function enqueueObjects<T extends KubernetesObject, S extends ResourceScope = ResourceScope>(
  queue: Pick<WorkQueue, 'add'>,
  { keysOf = ownKey, predicate }: EnqueueOptions<T, S> = {},
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
  return predicate === undefined ? handler : filterHandler(handler, predicate);
}

function ownKey<T extends KubernetesObject, S extends ResourceScope>(
  object: Cached<T, S>,
): string[] {
  return [objectKey(object)];
}

/**
 * The new state first, so that its keys are added even if the key function throws for the old
 * state.
 */
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
