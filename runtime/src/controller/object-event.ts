import type { Cached } from '../cache/cached.js';
import type { InformerHandler } from '../cache/informer-handler.js';
import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';

/** What an {@link InformerHandler} is told, as one value: what predicates judge. */
export type ObjectEvent<T extends KubernetesObject, S extends ResourceScope = ResourceScope> =
  | { readonly type: 'add'; readonly object: Cached<T, S>; readonly isInInitialList: boolean }
  /** A resync gives the same object twice. */
  | { readonly type: 'update'; readonly before: Cached<T, S>; readonly object: Cached<T, S> }
  | { readonly type: 'delete'; readonly object: Cached<T, S>; readonly finalStateUnknown: boolean };

/** A handler whose events all come to one function. */
export function handlerOf<T extends KubernetesObject, S extends ResourceScope>(
  tell: (event: ObjectEvent<T, S>) => void | Promise<void>,
): InformerHandler<T, S> {
  return {
    onAdd: (object, isInInitialList) => tell({ type: 'add', object, isInInitialList }),
    onUpdate: (before, object) => tell({ type: 'update', before, object }),
    onDelete: (object, { finalStateUnknown }) =>
      tell({ type: 'delete', object, finalStateUnknown }),
  };
}

/** Tells a handler of an event. */
export function tellHandler<T extends KubernetesObject, S extends ResourceScope>(
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
