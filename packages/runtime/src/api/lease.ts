import { deepCopyJson } from '../meta/deep-copy-json.js';
import type { Int32, KubernetesObject, MicroTime } from '../meta/types.js';
import type { ResourceDefinition } from '../client/resource.js';

/** The holder of a lease and its duration. */
export interface LeaseSpec {
  /** The identity of the holder; empty or omitted if nobody holds the lease. */
  holderIdentity?: string;
  /**
   * How long other candidates wait before they acquire the lease, in seconds. They measure it from
   * when they observed the last renewal.
   */
  leaseDurationSeconds?: Int32;
  /** When the current holder acquired the lease. */
  acquireTime?: MicroTime;
  /** When the current holder last renewed the lease. */
  renewTime?: MicroTime;
  /** How often the holder has changed. */
  leaseTransitions?: Int32;
  /** The election strategy, where the API server coordinates the election. */
  strategy?: string;
  /**
   * The identity that should acquire the lease next, where the API server coordinates the election.
   */
  preferredHolder?: string;
}

/** A lock that several processes compete for (coordination.k8s.io/v1). */
export interface Lease extends KubernetesObject {
  /** The holder and the timing of the lease. */
  spec?: LeaseSpec;
}

/** The resource definition of leases (coordination.k8s.io/v1). */
export const leaseResource: ResourceDefinition<Lease, 'Namespaced'> = {
  group: 'coordination.k8s.io',
  version: 'v1',
  kind: 'Lease',
  listKind: 'LeaseList',
  plural: 'leases',
  singular: 'lease',
  scope: 'Namespaced',
  deepCopy: deepCopyJson<Lease>,
};
