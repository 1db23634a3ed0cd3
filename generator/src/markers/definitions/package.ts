import type { MarkerDefinition } from '../language/definition.js';
import { required, text } from '../language/arguments.js';
import { defineMarker } from './define-marker.js';

const PACKAGE = { topic: 'Package', places: ['package'] } as const;

export const groupNameMarker = defineMarker({
  ...PACKAGE,
  name: 'groupName',
  value: { ...required(text), mayBeEmpty: true },
  help: 'The full name of the API group. Defaults to the name of the folder.',
  details:
    'An empty value, `+groupName=`, selects the core group (`v1`): its kinds are built into API servers and get clients, but no CRDs.',
  example: '// +groupName=shop.example.com',
});

export const groupGoNameMarker = defineMarker({
  ...PACKAGE,
  name: 'groupGoName',
  value: required(text, 'An identifier, such as Shop.'),
  help: 'The name of the group in generated code. Defaults to the name of the folder.',
  details: 'Required if the folders of two groups would produce the same names in generated code.',
  example: '// +groupGoName=Shop',
});

export const versionNameMarker = defineMarker({
  ...PACKAGE,
  name: 'versionName',
  isOfOneVersion: true,
  value: required(text),
  help: 'The API version. Defaults to the name of the folder.',
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
