import { integer, optional, required, text, texts } from '../definition.js';
import type { MarkerDefinition } from '../definition.js';

export const resourceMarker: MarkerDefinition = {
  name: 'kubebuilder:resource',
  places: ['kind'],
  arguments: {
    path: optional(text),
    singular: optional(text),
    shortName: optional(texts),
    categories: optional(texts),
    scope: optional({ type: 'choice', of: ['Namespaced', 'Cluster'] }),
  },
  help: "The resource's names and scope.",
};

export const statusMarker: MarkerDefinition = {
  name: 'kubebuilder:subresource:status',
  places: ['kind'],
  help: 'The status is a subresource of its own.',
};

export const scaleMarker: MarkerDefinition = {
  name: 'kubebuilder:subresource:scale',
  places: ['kind'],
  arguments: {
    specpath: required(text),
    statuspath: required(text),
    selectorpath: optional(text),
  },
  help: 'The kind can be scaled.',
};

export const printColumnMarker: MarkerDefinition = {
  name: 'kubebuilder:printcolumn',
  places: ['kind'],
  arguments: {
    name: required(text),
    type: required(text),
    JSONPath: required(text),
    description: optional(text),
    format: optional(text),
    priority: optional(integer),
  },
  repeatable: true,
  help: 'A column of kubectl get.',
};

export const storageVersionMarker: MarkerDefinition = {
  name: 'kubebuilder:storageversion',
  places: ['kind'],
  help: 'The version that the API server stores.',
};

export const unservedVersionMarker: MarkerDefinition = {
  name: 'kubebuilder:unservedversion',
  places: ['kind'],
  help: 'The API server does not serve this version.',
};

export const skipVersionMarker: MarkerDefinition = {
  name: 'kubebuilder:skipversion',
  places: ['kind'],
  help: 'The CRD leaves this version out.',
};

export const deprecatedVersionMarker: MarkerDefinition = {
  name: 'kubebuilder:deprecatedversion',
  places: ['kind'],
  arguments: { warning: optional(text) },
  help: 'The version is deprecated; clients are warned.',
};

export const metadataMarker: MarkerDefinition = {
  name: 'kubebuilder:metadata',
  places: ['kind'],
  arguments: { annotations: optional(texts), labels: optional(texts) },
  repeatable: true,
  help: 'Annotations and labels of the CRD, each "key=value".',
};

export const selectableFieldMarker: MarkerDefinition = {
  name: 'kubebuilder:selectablefield',
  places: ['kind'],
  arguments: { JSONPath: required(text) },
  repeatable: true,
  help: 'A field that field selectors may ask for.',
};

export const resourceMarkers: readonly MarkerDefinition[] = [
  resourceMarker,
  statusMarker,
  scaleMarker,
  printColumnMarker,
  storageVersionMarker,
  unservedVersionMarker,
  skipVersionMarker,
  deprecatedVersionMarker,
  metadataMarker,
  selectableFieldMarker,
];
