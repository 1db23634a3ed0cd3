// +groupName=sites.example.com

import type { Int32, ObjectMeta, TypeMeta } from '@vmgen/runtime';

/** Site is a web site. */
// +genclient
// +kubebuilder:storageversion
// +kubebuilder:subresource:status
// +vmgen:conversion:strategy=Webhook,serviceNamespace=sites,serviceName=webhooks,servicePath="/convert",reviewVersions=v1
export interface Site extends TypeMeta {
  metadata: ObjectMeta;
  spec: SiteSpec;
  status?: { ready: Int32 };
}

export interface SiteSpec {
  image: string;
  // +vmgen:renamedFrom=v1alpha1:.spec.size
  replicas?: Int32;
  hosts?: string[];
  tier?: 'small' | 'large';
  storage?: Storage;
  ports?: Port[];
}

export interface Storage {
  // +vmgen:renamedFrom=v1alpha1:.spec.diskGiB
  sizeGiB?: Int32;
}

export interface Port {
  name: string;
  // +vmgen:renamedFrom=v1alpha1:.spec.ports[].number
  port: Int32;
  protocol?: 'TCP' | 'UDP';
}

/** Page has the same fields in all versions. */
// +kubebuilder:storageversion
// +vmgen:conversion:strategy=Webhook,serviceNamespace=sites,serviceName=webhooks,servicePath="/convert",reviewVersions=v1
export interface Page extends TypeMeta {
  metadata: ObjectMeta;
  spec: { text: string };
}
