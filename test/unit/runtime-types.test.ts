import type {
  CustomResourceDefinitionObject,
  KubernetesEvent,
  Lease,
  Namespace,
  Scale,
} from '@vmgen/runtime/api';
import * as runtime from '@vmgen/runtime/api';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as apiextensions from '@vmgen/kubernetes/apiextensions/v1';
import type * as autoscaling from '@vmgen/kubernetes/autoscaling/v1';
import * as coordination from '@vmgen/kubernetes/coordination/v1';
import * as core from '@vmgen/kubernetes/core/v1';
import * as events from '@vmgen/kubernetes/events/v1';

/** Whether two types are the same down to every `?`: what is assignable may lack optional fields. */
type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** A type without some fields, all others as one object. */
type Without<T, Keys extends PropertyKey = never> = { [Key in Exclude<keyof T, Keys>]: T[Key] };

/** Compiles for types that are the same. */
type Proof<_IsSame extends true> = true;

// The runtime's own kinds and those that were imported of Kubernetes' OpenAPI, field by field.
export type Proofs = [
  Proof<Same<Without<Lease>, Without<coordination.Lease>>>,
  Proof<Same<Without<Scale>, Without<autoscaling.Scale>>>,
  Proof<Same<Without<Namespace, 'status'>, Without<core.Namespace, 'status'>>>,
  Proof<Same<Without<KubernetesEvent, EventKeys>, Without<events.Event, EventKeys>>>,
  Proof<
    Same<
      Without<CustomResourceDefinitionObject, 'spec' | 'status'>,
      Without<apiextensions.CustomResourceDefinition, 'spec' | 'status'>
    >
  >,
  // A namespace's phase is one of two; its one controller gives conditions a reason, a text and a time.
  Proof<Same<keyof NamespaceStatus, keyof core.NamespaceStatus>>,
  Proof<Same<NamespaceStatus['phase'], 'Active' | 'Terminating' | undefined>>,
  // An event that core/v1 wrote has no time of its own: the API says null. Its types are two.
  Proof<Same<KubernetesEvent['eventTime'], events.Event['eventTime'] | null>>,
  Proof<Same<KubernetesEvent['type'], 'Normal' | 'Warning' | undefined>>,
  // Validation checks the spec of a CRD, not its type.
];
type EventKeys = 'eventTime' | 'type';
type NamespaceStatus = NonNullable<Namespace['status']>;

for (const [own, imported] of [
  [runtime.customResourceDefinitionResource, apiextensions.customResourceDefinitionResource],
  [runtime.eventResource, events.eventResource],
  [runtime.leaseResource, coordination.leaseResource],
  [runtime.namespaceResource, core.namespaceResource],
] as const) {
  test(`the runtime's ${own.kind} has the path of Kubernetes`, () => {
    assert.deepEqual({ ...own, deepCopy: undefined }, { ...imported, deepCopy: undefined });
  });
}
