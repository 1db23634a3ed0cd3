import { required, text } from '../definition.js';
import type { MarkerDefinition } from '../definition.js';

export const groupNameMarker: MarkerDefinition = {
  name: 'groupName',
  places: ['package'],
  value: required(text),
  help: "The API group's whole name, such as example.com; else the folder's name.",
};

export const groupGoNameMarker: MarkerDefinition = {
  name: 'groupGoName',
  places: ['package'],
  value: required(text),
  help: "What generated names call the group; else the folder's name.",
};

export const versionNameMarker: MarkerDefinition = {
  name: 'versionName',
  places: ['package'],
  value: required(text),
  help: "The API version; else the folder's name.",
};

export const skipMarker: MarkerDefinition = {
  name: 'kubebuilder:skip',
  places: ['package'],
  help: 'The package has no CRDs.',
};

export const packageMarkers: readonly MarkerDefinition[] = [
  groupNameMarker,
  groupGoNameMarker,
  versionNameMarker,
  skipMarker,
];
