import type { Cached } from '../cache/cached.js';
import type { InformerHandler } from '../cache/informer-handler.js';
import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';

/** An event of an {@link InformerHandler} as a single value, for predicates. */
export type ObjectEvent<T extends KubernetesObject, S extends ResourceScope = ResourceScope> =
  | { readonly type: 'add'; readonly object: Cached<T, S>; readonly isInInitialList: boolean }
  /** In a resync, both objects are the same. */
  | { readonly type: 'update'; readonly before: Cached<T, S>; readonly object: Cached<T, S> }
  | { readonly type: 'delete'; readonly object: Cached<T, S>; readonly finalStateUnknown: boolean };

/** Creates a handler that passes all events to one function. */
export function handlerOf<T extends KubernetesObject, S extends ResourceScope>(
  onEvent: (event: ObjectEvent<T, S>) => void | Promise<void>,
): InformerHandler<T, S> {
  return {
    onAdd: (object, isInInitialList) => onEvent({ type: 'add', object, isInInitialList }),
    onUpdate: (before, object) => onEvent({ type: 'update', before, object }),
    onDelete: (object, { finalStateUnknown }) =>
      onEvent({ type: 'delete', object, finalStateUnknown }),
  };
}

/** Calls the method of a handler for an event. */
export function callHandler<T extends KubernetesObject, S extends ResourceScope>(
  handler: InformerHandler<T, S>,
  event: ObjectEvent<T, S>,
): void | Promise<void> {
  const { object } = event;
  switch (event.type) {
    case 'add':
      return handler.onAdd?.(object, event.isInInitialList);
    case 'update':
      return handler.onUpdate?.(event.before, object);
    case 'delete':
      return handler.onDelete?.(object, { finalStateUnknown: event.finalStateUnknown });
  }
}
