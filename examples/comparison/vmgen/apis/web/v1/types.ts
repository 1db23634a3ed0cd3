import type { Condition, Int32, ListMeta, ObjectMeta, TypeMeta } from '@vmgen/runtime';

// section: types
// +genclient
// +kubebuilder:subresource:status
export interface Site extends TypeMeta {
  metadata: ObjectMeta;
  spec: SiteSpec;
  status?: SiteStatus;
}

export interface SiteSpec {
  // +kubebuilder:validation:MinLength=1
  html: string;
  // +kubebuilder:validation:Minimum=0
  // +kubebuilder:default=1
  replicas?: Int32;
}

export interface SiteStatus {
  conditions?: Condition[];
}

export interface SiteList extends TypeMeta {
  metadata: ListMeta;
  items: Site[];
}
