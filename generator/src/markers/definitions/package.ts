import type { MarkerDefinition } from '../language/definition.js';
import { required, text } from '../language/arguments.js';
import { defineMarker } from './define-marker.js';

const PACKAGE = { topic: 'Package', places: ['package'] } as const;

export const groupNameMarker = defineMarker({
  ...PACKAGE,
  name: 'groupName',
  value: { ...required(text), mayBeEmpty: true },
  help: "The API group's whole name; else the folder's name.",
  details:
    'Without a value, `+groupName=`, it is the core group (`v1`): its kinds are built into API servers and get clients, but no CRDs.',
  example: '// +groupName=shop.example.com',
});

export const groupGoNameMarker = defineMarker({
  ...PACKAGE,
  name: 'groupGoName',
  value: required(text, 'An identifier, such as Shop.'),
  help: "What generated names call the group; else the folder's name.",
  details: 'Two groups whose folders would give generated code the same names need it.',
  example: '// +groupGoName=Shop',
});

export const versionNameMarker = defineMarker({
  ...PACKAGE,
  name: 'versionName',
  value: required(text),
  help: "The API version; else the folder's name.",
  example: '// +versionName=v1beta1',
});

export const skipMarker = defineMarker({
  ...PACKAGE,
  name: 'kubebuilder:skip',
  help: 'The package has no CRDs.',
  example: '// +kubebuilder:skip',
});

export const PACKAGE_MARKERS: readonly MarkerDefinition[] = [
  groupNameMarker,
  groupGoNameMarker,
  versionNameMarker,
  skipMarker,
];
