import type { Cached } from '../cache/cached.js';
import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject, ObjectMeta } from '../meta/types.js';
import type { DeepReadonly } from '../meta/deep-readonly.js';
import type { ObjectEvent } from './object-event.js';

/**
 * Says whether an event is worth work (controller-runtime's `predicate.Predicate`): a plain function.
 * Those of this package let every add and delete pass and judge updates alone.
 *
 * @example
 * const isWeb: Predicate<VirtualMachine> = ({ object }) => object.spec.image === 'nginx';
 * informer.addHandler(enqueueObjects(queue, { when: and(generationChanged, isWeb) }));
 */
export type Predicate<T extends KubernetesObject, S extends ResourceScope = ResourceScope> = (
  event: ObjectEvent<T, S>,
) => boolean;

/** A predicate that looks at nothing but metadata, and so serves every kind. */
export type MetaPredicate = <T extends KubernetesObject, S extends ResourceScope>(
  event: ObjectEvent<T, S>,
) => boolean;

type Meta = DeepReadonly<ObjectMeta>;

/**
 * Lets an update pass when the spec may have changed: writes of the status and of the metadata do not
 * raise `metadata.generation`, where the kind has it (a custom resource must have the status
 * subresource). The beginning of a deletion passes as well.
 *
 * Differs from controller-runtime's for kinds without a generation, such as ConfigMap: all their
 * updates pass, where controller-runtime drops them all. As there, a resync does not pass: nothing
 * has changed. Labels, annotations and finalizers have predicates of their own; see {@link or}.
 *
 * @example
 * informer.addHandler(enqueueObjects(queue, { when: or(generationChanged, labelsChanged) }));
 */
export const generationChanged: MetaPredicate = ofUpdates(
  (before, after) =>
    (before.generation === undefined && after.generation === undefined
      ? before.resourceVersion !== after.resourceVersion
      : before.generation !== after.generation) ||
    before.deletionTimestamp !== after.deletionTimestamp,
);

/** Lets an update pass when anything was written: all but resyncs. */
export const resourceVersionChanged: MetaPredicate = ofUpdates(
  (before, after) => before.resourceVersion !== after.resourceVersion,
);

/** Lets an update pass when a label came, went or changed. */
export const labelsChanged: MetaPredicate = ofUpdates(
  (before, after) => !sameEntries(before.labels, after.labels),
);

/** Lets an update pass when an annotation came, went or changed. */
export const annotationsChanged: MetaPredicate = ofUpdates(
  (before, after) => !sameEntries(before.annotations, after.annotations),
);

/** Lets an update pass when a finalizer came, went or changed its place. */
export const finalizersChanged: MetaPredicate = ofUpdates(
  ({ finalizers: before = [] }, { finalizers: after = [] }) =>
    before.length !== after.length || before.some((finalizer, i) => finalizer !== after[i]),
);

/**
 * Lets events of objects pass that fulfil a condition. An update passes when the object did so before
 * or does so after: that it no longer does is a change that its reconciler must see.
 *
 * @example
 * const isActive = objectMatches<VirtualMachine>((vm) => vm.spec.action === 'active');
 * informer.addHandler(enqueueObjects(queue, { when: isActive }));
 */
export function objectMatches<T extends KubernetesObject, S extends ResourceScope = ResourceScope>(
  condition: (object: Cached<T, S>) => boolean,
): Predicate<T, S> {
  return (event) => condition(event.object) || (event.type === 'update' && condition(event.before));
}

/** Lets pass what all predicates let pass; what comes after a refusal is not asked. */
export function and<T extends KubernetesObject, S extends ResourceScope = ResourceScope>(
  ...predicates: readonly Predicate<T, S>[]
): Predicate<T, S> {
  return (event) => predicates.every((predicate) => predicate(event));
}

/** Lets pass what any of the predicates lets pass. */
export function or<T extends KubernetesObject, S extends ResourceScope = ResourceScope>(
  ...predicates: readonly Predicate<T, S>[]
): Predicate<T, S> {
  return (event) => predicates.some((predicate) => predicate(event));
}

/**
 * Lets pass what the predicate refuses, and refuses what it lets pass: of the predicates above, adds
 * and deletes too.
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
