import type { MarkerDefinition } from '../language/definition.js';
import { choice, integer, optional, required, text, texts } from '../language/arguments.js';
import { defineMarker } from './define-marker.js';

const KIND = { topic: 'Custom resource', places: ['kind'] } as const;

export const resourceMarker = defineMarker({
  ...KIND,
  name: 'kubebuilder:resource',
  arguments: {
    path: optional(text, "The plural in URLs; else the kind's English plural."),
    singular: optional(text, 'Else the kind in lower case.'),
    shortName: optional(texts, 'Abbreviations for kubectl.'),
    categories: optional(texts, 'Such as all, for kubectl get all.'),
    scope: optional(choice('Namespaced', 'Cluster'), 'Namespaced when left out.'),
  },
  help: "The resource's names and scope.",
  example: '// +kubebuilder:resource:shortName=ma;mach,categories=all,scope=Cluster',
});

export const statusMarker = defineMarker({
  ...KIND,
  name: 'kubebuilder:subresource:status',
  help: 'The status is a subresource of its own.',
  details:
    'The typed client then has updateStatus, mergePatchStatus, jsonPatchStatus and applyStatus.',
  example: '// +kubebuilder:subresource:status',
});

export const scaleMarker = defineMarker({
  ...KIND,
  name: 'kubebuilder:subresource:scale',
  arguments: {
    specpath: required(text, 'Where the wanted number stands, under .spec.'),
    statuspath: required(text, 'Where the actual number stands, under .status.'),
    selectorpath: optional(text, 'Where the label selector stands as a string, for autoscalers.'),
  },
  help: 'The kind can be scaled.',
  example: '// +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas',
});

export const printColumnMarker = defineMarker({
  ...KIND,
  name: 'kubebuilder:printcolumn',
  arguments: {
    name: required(text, "The column's title."),
    type: required(text, 'integer, number, string, boolean or date.'),
    JSONPath: required(text, 'Where the value stands, such as .status.phase.'),
    description: optional(text),
    format: optional(text),
    priority: optional(integer, '0 is always shown, more only by kubectl get -o wide.'),
  },
  repeatable: true,
  help: 'A column of kubectl get.',
  example: '// +kubebuilder:printcolumn:name=Color,type=string,JSONPath=`.spec.color`',
});

export const storageVersionMarker = defineMarker({
  ...KIND,
  name: 'kubebuilder:storageversion',
  help: 'The version that the API server stores.',
  details: 'Of several versions exactly one says so; a single one needs no marker.',
  example: '// +kubebuilder:storageversion',
});

export const unservedVersionMarker = defineMarker({
  ...KIND,
  name: 'kubebuilder:unservedversion',
  help: 'The API server does not serve this version.',
  details: 'At least one version must be served.',
  example: '// +kubebuilder:unservedversion',
});

export const skipVersionMarker = defineMarker({
  ...KIND,
  name: 'kubebuilder:skipversion',
  help: 'The CRD leaves this version out.',
  example: '// +kubebuilder:skipversion',
});

export const deprecatedVersionMarker = defineMarker({
  ...KIND,
  name: 'kubebuilder:deprecatedversion',
  arguments: { warning: optional(text, 'What clients are told; else the API server says it.') },
  help: 'The version is deprecated; clients are warned.',
  example: '// +kubebuilder:deprecatedversion:warning="use v2"',
});

export const metadataMarker = defineMarker({
  ...KIND,
  name: 'kubebuilder:metadata',
  arguments: {
    annotations: optional(texts, 'Each "key=value".'),
    labels: optional(texts, 'Each "key=value".'),
  },
  repeatable: true,
  help: 'Annotations and labels of the CRD.',
  example: '// +kubebuilder:metadata:annotations="example.com/owner=team a",labels="tier=gold"',
});

export const selectableFieldMarker = defineMarker({
  ...KIND,
  name: 'kubebuilder:selectablefield',
  arguments: { JSONPath: required(text, 'Of a string, integer or boolean outside of arrays.') },
  repeatable: true,
  help: 'A field that field selectors may ask for.',
  details: 'An API server takes at most 8 of them.',
  example: '// +kubebuilder:selectablefield:JSONPath=`.spec.color`',
});

export const conversionMarker = defineMarker({
  ...KIND,
  name: 'vmgen:conversion',
  arguments: {
    strategy: required(choice('None', 'Webhook'), 'None: only apiVersion changes, as without it.'),
    url: optional(text, 'Where the webhook is, else a service is named.'),
    serviceNamespace: optional(text),
    serviceName: optional(text),
    servicePath: optional(text),
    servicePort: optional(integer, '443 when left out.'),
    caBundle: optional(text, 'PEM of the CA that signed its certificate, in base64.'),
    reviewVersions: optional(texts, 'Versions of ConversionReview that it knows, such as v1.'),
  },
  help: 'How objects are converted between the versions of the kind.',
  details:
    'One version says it for all. controller-gen has no marker for it; there a patch of the CRD says the same.',
  example:
    '// +vmgen:conversion:strategy=Webhook,serviceNamespace=shop,serviceName=webhooks,servicePath="/convert",reviewVersions=v1',
});

export const RESOURCE_MARKERS: readonly MarkerDefinition[] = [
  resourceMarker,
  statusMarker,
  scaleMarker,
  printColumnMarker,
  selectableFieldMarker,
  storageVersionMarker,
  unservedVersionMarker,
  skipVersionMarker,
  deprecatedVersionMarker,
  metadataMarker,
  conversionMarker,
];
