import type { MarkerDefinition } from '../language/definition.js';
import {
  choice,
  integer,
  optional,
  required,
  text,
  texts,
  usually,
} from '../language/arguments.js';
import { defineMarker } from './define-marker.js';

const KIND = { topic: 'Custom resource', places: ['kind'] } as const;

export const resourceMarker = defineMarker({
  ...KIND,
  name: 'kubebuilder:resource',
  arguments: {
    path: optional(text, 'The plural in URLs. Defaults to the English plural of the kind.'),
    singular: optional(text, 'Defaults to the kind in lower case.'),
    shortName: optional(texts, 'Abbreviations for kubectl.'),
    categories: optional(texts, 'For example all, for kubectl get all.'),
    scope: optional(choice('Namespaced', 'Cluster'), 'Defaults to Namespaced.'),
  },
  help: 'The names and the scope of the resource.',
  example: '// +kubebuilder:resource:shortName=ma;mach,categories=all,scope=Cluster',
});

export const statusMarker = defineMarker({
  ...KIND,
  name: 'kubebuilder:subresource:status',
  help: 'Enables the status subresource.',
  details:
    'The typed client then has updateStatus, mergePatchStatus, jsonPatchStatus and applyStatus.',
  example: '// +kubebuilder:subresource:status',
});

export const scaleMarker = defineMarker({
  ...KIND,
  name: 'kubebuilder:subresource:scale',
  arguments: {
    specpath: required(text, 'The path of the desired number of replicas, under .spec.'),
    statuspath: required(text, 'The path of the actual number of replicas, under .status.'),
    selectorpath: optional(text, 'The path of the label selector in string form, for autoscalers.'),
  },
  help: 'Enables the scale subresource.',
  details: 'The typed client then has getScale, updateScale, patchScale and applyScale.',
  example: '// +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas',
});

export const printColumnMarker = defineMarker({
  ...KIND,
  name: 'kubebuilder:printcolumn',
  arguments: {
    name: required(text, 'The title of the column.'),
    type: required(
      usually(['integer', 'number', 'string', 'boolean', 'date']),
      'integer, number, string, boolean or date.',
    ),
    JSONPath: required(text, 'The path of the value, such as .status.phase.'),
    description: optional(text),
    format: optional(text),
    priority: optional(
      integer,
      'Columns with priority 0 are always shown, others only by kubectl get -o wide.',
    ),
  },
  repeatable: true,
  help: 'A column of kubectl get.',
  example: '// +kubebuilder:printcolumn:name=Color,type=string,JSONPath=`.spec.color`',
});

export const storageVersionMarker = defineMarker({
  ...KIND,
  name: 'kubebuilder:storageversion',
  isOfOneVersion: true,
  help: 'The version in which the API server stores objects.',
  details: 'Exactly one of several versions has this marker; a single version does not need it.',
  example: '// +kubebuilder:storageversion',
});

export const unservedVersionMarker = defineMarker({
  ...KIND,
  name: 'kubebuilder:unservedversion',
  isOfOneVersion: true,
  help: 'The API server does not serve this version.',
  details: 'At least one version must be served.',
  example: '// +kubebuilder:unservedversion',
});

export const skipVersionMarker = defineMarker({
  ...KIND,
  name: 'kubebuilder:skipversion',
  isOfOneVersion: true,
  help: 'The CRD leaves this version out.',
  example: '// +kubebuilder:skipversion',
});

export const deprecatedVersionMarker = defineMarker({
  ...KIND,
  name: 'kubebuilder:deprecatedversion',
  isOfOneVersion: true,
  arguments: {
    warning: optional(text, 'The warning for clients. Defaults to the warning of the API server.'),
  },
  help: 'The version is deprecated; clients receive a warning.',
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
  arguments: {
    JSONPath: required(text, 'The path of a string, integer or boolean field outside of arrays.'),
  },
  repeatable: true,
  help: 'A field that field selectors can use.',
  details: 'The API server accepts at most 8 of them.',
  example: '// +kubebuilder:selectablefield:JSONPath=`.spec.color`',
});

export const conversionMarker = defineMarker({
  ...KIND,
  name: 'vmgen:conversion',
  isOfOneVersion: true,
  arguments: {
    strategy: required(
      choice('None', 'Webhook'),
      'None: only apiVersion changes. This is the default.',
    ),
    url: optional(text, 'The URL of the webhook, instead of a service.'),
    serviceNamespace: optional(text),
    serviceName: optional(text),
    servicePath: optional(text),
    servicePort: optional(integer, 'Defaults to 443.'),
    caBundle: optional(text, 'The CA certificate of the webhook, PEM in base64.'),
    reviewVersions: optional(texts, 'The supported versions of ConversionReview, such as v1.'),
  },
  help: 'How objects are converted between the versions of the kind.',
  details:
    'Specify it on one version, through which all others are converted: the storage version, or the one that will be stored in a later release. Without url and service, it is the webhook of the operator of the config, with the path /convert. controller-gen has no equivalent marker; there a patch of the CRD is needed.',
  example:
    '// +vmgen:conversion:strategy=Webhook,serviceNamespace=shop,serviceName=webhooks,servicePath="/convert",reviewVersions=v1',
});

export const renamedFromMarker = defineMarker({
  topic: 'Custom resource',
  places: ['field'],
  repeatable: true,
  name: 'vmgen:renamedFrom',
  isOfOneVersion: true,
  value: required(text, 'The other version, a colon, and the path of the field there.'),
  help: 'The field has another name in another version; the generated conversion renames it in both directions.',
  details:
    'For fields of the version with +vmgen:conversion:strategy=Webhook. The path of a field in a list is such as .spec.ports[].port. vmgen writes the conversion to GROUP/conversions.ts: equal fields are copied, and fields that differ in another way are functions of the caller.',
  example: '// +vmgen:renamedFrom=v1alpha1:.spec.size\nreplicas?: Int32;',
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
  renamedFromMarker,
];
