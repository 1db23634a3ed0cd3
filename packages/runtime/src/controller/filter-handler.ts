import type { InformerHandler } from '../cache/informer-handler.js';
import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import { callHandler, handlerOf } from './object-event.js';
import type { Predicate } from './predicate.js';

/**
 * Creates a handler that receives only the events that match a predicate. If the predicate throws,
 * the event is passed on as well and the error is rethrown to the informer, which logs it: an
 * unnecessary reconcile is harmless, a lost change is not.
 *
 * @example
 * const predicate = predicates.labelsChanged;
 * informer.addHandler(filterHandler({ onUpdate: (_, vm) => logger.info(objectKey(vm)) }, predicate));
 */
export function filterHandler<T extends KubernetesObject, S extends ResourceScope = ResourceScope>(
  handler: InformerHandler<T, S>,
  predicate: Predicate<T, S>,
): InformerHandler<T, S> {
  return handlerOf<T, S>((event) => {
    let passes: boolean;
    try {
      passes = predicate(event);
    } catch (error) {
      return rethrowAfter(callHandler(handler, event), error);
    }
    return passes ? callHandler(handler, event) : undefined;
  });
}

function rethrowAfter(result: void | Promise<void>, error: unknown): Promise<void> {
  if (result === undefined) throw error;
  return result.then(() => {
    throw error;
  });
}
