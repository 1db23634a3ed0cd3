import type { Int32, KubernetesObject } from '../meta/types.js';

/**
 * The body of the subresource `scale`: the desired and actual number of replicas (autoscaling/v1).
 */
export interface Scale extends KubernetesObject {
  /** The desired state. */
  spec?: {
    /** The desired number of replicas. Defaults to 0. */
    replicas?: Int32;
  };
  /** The actual state. */
  status?: {
    /** The actual number of replicas. */
    replicas: Int32;
    /** A label selector in its text form. */
    selector?: string;
  };
}
