// +groupName=sites.example.com

import type { Int32, ObjectMeta, TypeMeta } from '@vmgen/runtime';

/** Site is a web site. */
// +genclient
// +kubebuilder:storageversion
// +kubebuilder:subresource:status
// +vmgen:conversion:strategy=Webhook,serviceNamespace=sites,serviceName=webhooks,servicePath="/convert",reviewVersions=v1
// +vmgen:validatingPolicy:name=keep-sites.sites.example.com,operations=delete,namespaceSelector="env=prod"
// +vmgen:policy:matchCondition:name=not-by-admins,expression="!('system:masters' in request.userInfo.groups)"
// +vmgen:policy:validation:message="remove the annotation sites.example.com/keep before the site",reason=Forbidden,
//   expression="oldObject.metadata.?annotations['sites.example.com/keep'].orValue('false') != 'true'"
// +vmgen:validatingPolicy:name=production-sites.sites.example.com
// +vmgen:policy:variable:name=env,expression="namespaceObject.metadata.?labels['env'].orValue('')"
// +vmgen:policy:validation:messageExpression="'at least 2 replicas in ' + variables.env",expression=`
//   variables.env != 'prod'
//     || object.spec.?replicas.orValue(1) >= 2
// `
// +vmgen:mutatingPolicy:name=site-defaults.sites.example.com,operations=create
// +vmgen:policy:mutation:applyConfiguration=`
//   Object{
//     spec: Object.spec{
//       ?tier: has(object.spec.tier) ? optional.none() : optional.of('small'),
//     },
//   }
// `
// +vmgen:policy:mutation:jsonPatch="[JSONPatch{op: 'test', path: '/spec/image', value: 'nginx'},
//   JSONPatch{op: 'replace', path: '/spec/image', value: 'nginx:1'}]"
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
