// +groupName=web.example.com

import type { Int32, ObjectMeta, TypeMeta } from '@vmgen/runtime';

/** Site is a web site. In v1alpha1, `replicas` is `size`, and `ingress.host` is `host`. */
// +genclient
// +kubebuilder:storageversion
// +vmgen:conversion:strategy=Webhook,serviceNamespace=sites,serviceName=site-operator,servicePath="/convert",reviewVersions=v1
export interface Site extends TypeMeta {
  metadata: ObjectMeta;
  spec: {
    image: string;
    // +vmgen:renamedFrom=v1alpha1:.spec.size
    replicas?: Int32;
    ingress?: {
      // +vmgen:renamedFrom=v1alpha1:.spec.host
      host?: string;
    };
  };
}
