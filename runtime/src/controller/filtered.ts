import type { InformerHandler } from '../cache/informer-handler.js';
import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import { handlerOf, tellHandler } from './object-event.js';
import type { Predicate } from './predicates.js';

/**
 * A handler that is told only of the events that a predicate lets pass. An event that the predicate
 * throws on passes too, and the error goes on to the informer, which logs it: one mistake too many
 * costs a reconcile, one too few would lose a change.
 *
 * @example
 * informer.addHandler(filtered({ onUpdate: (_, vm) => logger.info(objectKey(vm)) }, labelsChanged));
 */
export function filtered<T extends KubernetesObject, S extends ResourceScope = ResourceScope>(
  handler: InformerHandler<T, S>,
  when: Predicate<T, S>,
): InformerHandler<T, S> {
  return handlerOf<T, S>((event) => {
    let passes: boolean;
    try {
      passes = when(event);
    } catch (error) {
      return rethrowAfter(tellHandler(handler, event), error);
    }
    return passes ? tellHandler(handler, event) : undefined;
  });
}

function rethrowAfter(told: void | Promise<void>, error: unknown): Promise<void> {
  if (told === undefined) throw error;
  return told.then(() => {
    throw error;
  });
}
