import { deepCopyJson } from '../meta/deep-copy-json.js';
import type { Int32, KubernetesObject, MicroTime } from '../meta/types.js';
import type { ResourceDefinition } from '../client/resource.js';

/** Who holds a lease, and how long it lasts. */
export interface LeaseSpec {
  holderIdentity?: string;
  /** How long others wait, counted from when they saw the last renewal. */
  leaseDurationSeconds?: Int32;
  acquireTime?: MicroTime;
  renewTime?: MicroTime;
  /** How often the lease has changed hands. */
  leaseTransitions?: Int32;
  strategy?: string;
  preferredHolder?: string;
}

/** A lock that several processes compete for (coordination.k8s.io/v1). */
export interface Lease extends KubernetesObject {
  spec?: LeaseSpec;
}

/** What clients and informers know of leases (coordination.k8s.io/v1). */
export const leaseResource: ResourceDefinition<Lease, true> = {
  group: 'coordination.k8s.io',
  version: 'v1',
  kind: 'Lease',
  listKind: 'LeaseList',
  plural: 'leases',
  singular: 'lease',
  namespaced: true,
  deepCopy: deepCopyJson<Lease>,
};
