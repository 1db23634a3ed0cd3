import type { Cached } from '../cache/cached.js';
import { isOlderVersion } from '../cache/resource-version.js';
import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject, ObjectMeta } from '../meta/types.js';
import type { DeepReadonly } from '../meta/deep-readonly.js';
import type { MetaPredicate, Predicate } from './predicate.js';

type Meta = DeepReadonly<ObjectMeta>;

/**
 * Matches updates that may have changed the spec: writes of the status or of metadata do not
 * increase `metadata.generation` if the kind has it (a custom resource needs the status
 * subresource). Also matches the start of a deletion, and a state that is older than the one before it:
 * the server's store was restored from a backup, and later writes, such as those of the status, are lost.
 *
 * For kinds without a generation, such as ConfigMap, all updates match; controller-runtime's
 * predicate drops them all. Resyncs do not match. Combine it with the predicates for labels,
 * annotations and finalizers by {@link or}.
 *
 * @example
 * const predicate = predicates.or(predicates.generationChanged, predicates.labelsChanged);
 * informer.addHandler(enqueueObjects(queue, { predicate }));
 */
export const generationChanged: MetaPredicate = ofUpdates(
  (before, after) =>
    (before.generation === undefined && after.generation === undefined
      ? before.resourceVersion !== after.resourceVersion
      : before.generation !== after.generation) ||
    before.deletionTimestamp !== after.deletionTimestamp ||
    isOlderVersion(after.resourceVersion, before.resourceVersion),
);

/** Matches all updates except resyncs. */
export const resourceVersionChanged: MetaPredicate = ofUpdates(
  (before, after) => before.resourceVersion !== after.resourceVersion,
);

/** Matches updates that add, remove or change a label. */
export const labelsChanged: MetaPredicate = ofUpdates(
  (before, after) => !sameEntries(before.labels, after.labels),
);

/** Matches updates that add, remove or change an annotation. */
export const annotationsChanged: MetaPredicate = ofUpdates(
  (before, after) => !sameEntries(before.annotations, after.annotations),
);

/** Matches updates that add, remove or reorder finalizers. */
export const finalizersChanged: MetaPredicate = ofUpdates(
  ({ finalizers: before = [] }, { finalizers: after = [] }) =>
    before.length !== after.length || before.some((finalizer, i) => finalizer !== after[i]),
);

/**
 * Matches events of objects that meet a condition. An update matches if the object meets it before
 * or after, because the reconciler must also see that an object no longer meets it.
 *
 * @example
 * const isActive = predicates.objectMatches<VirtualMachine>((vm) => vm.spec.action === 'active');
 * informer.addHandler(enqueueObjects(queue, { predicate: isActive }));
 */
export function objectMatches<T extends KubernetesObject, S extends ResourceScope = ResourceScope>(
  condition: (object: Cached<T, S>) => boolean,
): Predicate<T, S> {
  return (event) => condition(event.object) || (event.type === 'update' && condition(event.before));
}

/** Matches if all predicates match. Stops at the first that does not. */
export function and<T extends KubernetesObject, S extends ResourceScope = ResourceScope>(
  ...predicates: readonly Predicate<T, S>[]
): Predicate<T, S> {
  return (event) => predicates.every((predicate) => predicate(event));
}

/** Matches if any of the predicates matches. */
export function or<T extends KubernetesObject, S extends ResourceScope = ResourceScope>(
  ...predicates: readonly Predicate<T, S>[]
): Predicate<T, S> {
  return (event) => predicates.some((predicate) => predicate(event));
}

/**
 * Matches if the predicate does not match. This also applies to adds and deletes, which most
 * predicates match.
 */
export function not<T extends KubernetesObject, S extends ResourceScope = ResourceScope>(
  predicate: Predicate<T, S>,
): Predicate<T, S> {
  return (event) => !predicate(event);
}

function ofUpdates(changed: (before: Meta, after: Meta) => boolean): MetaPredicate {
  return (event) =>
    event.type !== 'update' || changed(event.before.metadata, event.object.metadata);
}

type Entries = Readonly<Record<string, string>>;

function sameEntries(before: Entries = {}, after: Entries = {}): boolean {
  const keys = Object.keys(before);
  return (
    keys.length === Object.keys(after).length &&
    keys.every((key) => Object.hasOwn(after, key) && before[key] === after[key])
  );
}
