import type { Cached } from '../cache/cached.js';
import type { InformerHandler } from '../cache/informer-handler.js';
import type { KubernetesObject } from '../meta/types.js';

/** What an {@link InformerHandler} is told, as one value: what predicates judge. */
export type ObjectEvent<T extends KubernetesObject, N extends boolean = boolean> =
  | { readonly type: 'add'; readonly object: Cached<T, N>; readonly isInInitialList: boolean }
  /** A resync gives the same object twice. */
  | { readonly type: 'update'; readonly before: Cached<T, N>; readonly object: Cached<T, N> }
  | { readonly type: 'delete'; readonly object: Cached<T, N>; readonly finalStateUnknown: boolean };

/** A handler whose events all come to one function. */
export function handlerOf<T extends KubernetesObject, N extends boolean>(
  tell: (event: ObjectEvent<T, N>) => void | Promise<void>,
): InformerHandler<T, N> {
  return {
    onAdd: (object, isInInitialList) => tell({ type: 'add', object, isInInitialList }),
    onUpdate: (before, object) => tell({ type: 'update', before, object }),
    onDelete: (object, { finalStateUnknown }) =>
      tell({ type: 'delete', object, finalStateUnknown }),
  };
}

/** Tells a handler of an event. */
export function tellHandler<T extends KubernetesObject, N extends boolean>(
  handler: InformerHandler<T, N>,
  event: ObjectEvent<T, N>,
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
