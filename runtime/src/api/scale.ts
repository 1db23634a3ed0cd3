import type { Int32, KubernetesObject } from '../meta/types.js';

/** How many of a kind's objects there are to be (autoscaling/v1): its subresource `scale`. */
export interface Scale extends KubernetesObject {
  spec?: { replicas?: Int32 };
  status?: {
    replicas: Int32;
    /** A label selector in its text form. */
    selector?: string;
  };
}
