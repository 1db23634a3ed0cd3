import type { Int32, ListMeta, ObjectMeta, TypeMeta } from '@vmgen/runtime';
import type { ObjectReference } from '../../core/v1/types.js';

/**
 * +genclient
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#endpointslice-v1-discovery-k8s-io
 */
export interface EndpointSlice extends TypeMeta {
  metadata: ObjectMeta;
  addressType: string;
  /** +listType=atomic */
  endpoints?: Endpoint[];
  /** +listType=atomic */
  ports?: EndpointPort[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#endpoint-v1-discovery-k8s-io
 */
export interface Endpoint {
  /** +listType=set */
  addresses: string[];
  conditions?: EndpointConditions;
  deprecatedTopology?: Record<string, string>;
  hints?: EndpointHints;
  hostname?: string;
  nodeName?: string;
  targetRef?: ObjectReference;
  zone?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#endpointconditions-v1-discovery-k8s-io
 */
export interface EndpointConditions {
  ready?: boolean;
  serving?: boolean;
  terminating?: boolean;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#endpointhints-v1-discovery-k8s-io
 */
export interface EndpointHints {
  /** +listType=atomic */
  forNodes?: ForNode[];
  /** +listType=atomic */
  forZones?: ForZone[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#fornode-v1-discovery-k8s-io
 */
export interface ForNode {
  name: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#forzone-v1-discovery-k8s-io
 */
export interface ForZone {
  name: string;
}

/**
 * +structType=atomic
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#endpointport-v1-discovery-k8s-io
 */
export interface EndpointPort {
  appProtocol?: string;
  name?: string;
  port?: Int32;
  protocol?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#endpointslicelist-v1-discovery-k8s-io
 */
export interface EndpointSliceList extends TypeMeta {
  metadata: ListMeta;
  items: EndpointSlice[];
}
