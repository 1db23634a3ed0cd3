// +groupName=web.example.com

import type { Condition, Int32, ObjectMeta, TypeMeta } from '@vmgen/runtime';

/** Site is a web site. */
// +genclient
// +kubebuilder:resource:shortName=st
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name="Host",type=string,JSONPath=`.spec.host`
// +kubebuilder:printcolumn:name="Replicas",type=integer,JSONPath=`.spec.replicas`
// +kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`
export interface Site extends TypeMeta {
  metadata: ObjectMeta;
  spec: SiteSpec;
  status?: SiteStatus;
}

/** SiteSpec is the desired state of a Site. */
// +kubebuilder:validation:XValidation:rule="!has(self.maxReplicas) || self.replicas <= self.maxReplicas",message="replicas must not exceed maxReplicas"
export interface SiteSpec {
  /** The name of the host, such as shop.example.com. */
  // +kubebuilder:validation:MaxLength=253
  // +kubebuilder:validation:XValidation:rule="self == oldSelf",message="host cannot be changed"
  host: string;

  /** The number of servers. */
  // +kubebuilder:validation:Minimum=0
  // +kubebuilder:validation:Maximum=50
  // +kubebuilder:default=1
  replicas?: Int32;

  /** The highest number of servers. */
  maxReplicas?: Int32;

  /** Where requests go, by path. */
  // +kubebuilder:validation:MaxItems=32
  // +kubebuilder:validation:XValidation:rule="self.all(a, self.exists_one(b, b.backend == a.backend))",message="each backend has one path"
  // +listType=map
  // +listMapKey=path
  routes?: Route[];

  /** What happens when the object is deleted. */
  // +kubebuilder:default=Delete
  reclaimPolicy?: 'Delete' | 'Retain';
}

/** Route sends requests with a path to a backend. */
export interface Route {
  // +kubebuilder:validation:Pattern=`^/`
  // +kubebuilder:validation:MaxLength=200
  path: string;
  // +kubebuilder:validation:MaxLength=63
  backend: string;
}

/** SiteStatus is the observed state of a Site. */
export interface SiteStatus {
  readyReplicas?: Int32;
  // +listType=map
  // +listMapKey=type
  conditions?: Condition[];
}
