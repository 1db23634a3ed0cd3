import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import type { ObjectEvent } from './object-event.js';

/**
 * Returns whether an event must be handled (controller-runtime's `predicate.Predicate`). The
 * predicates of this package match all adds and deletes and filter only updates.
 *
 * @example
 * const isWeb: Predicate<VirtualMachine> = ({ object }) => object.spec.image === 'nginx';
 * const predicate = predicates.and(predicates.generationChanged, isWeb);
 * informer.addHandler(enqueueObjects(queue, { predicate }));
 */
export type Predicate<T extends KubernetesObject, S extends ResourceScope = ResourceScope> = (
  event: ObjectEvent<T, S>,
) => boolean;

/** A predicate that reads only metadata, for all kinds. */
export type MetaPredicate = <T extends KubernetesObject, S extends ResourceScope>(
  event: ObjectEvent<T, S>,
) => boolean;
