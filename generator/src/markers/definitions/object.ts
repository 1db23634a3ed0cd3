import type { MarkerDefinition } from '../language/definition.js';
import { boolean, choice, optional, raw, required } from '../language/arguments.js';
import { defineMarker } from './define-marker.js';

const TOPIC = { topic: 'Go code', places: ['package', 'type'] } as const;

export const deepcopyGen = defineMarker({
  ...TOPIC,
  name: 'k8s:deepcopy-gen',
  value: required(
    choice('package', 'true', 'false'),
    'package or true: all types of the package, or this one; false: none of the package, or not this one.',
  ),
  help: 'The types that get a deepCopy function of their own.',
  details:
    'By default these are the kinds and the types that they contain. Other types are copied field by field, including fields that the type does not declare.',
  example: '// +k8s:deepcopy-gen=package',
});

export const objectGenerate = defineMarker({
  ...TOPIC,
  name: 'kubebuilder:object:generate',
  value: required(boolean),
  help: 'Equivalent to k8s:deepcopy-gen; the form of controller-gen.',
  example: '// +kubebuilder:object:generate=true',
});

const objectRoot = defineMarker({
  ...TOPIC,
  places: ['type'],
  name: 'kubebuilder:object:root',
  value: optional(boolean),
  help: 'The type is a kind or its list; vmgen detects that without the marker.',
  example:
    '// +kubebuilder:object:root=true\nexport interface Gadget extends TypeMeta { metadata: ObjectMeta }',
});

/** Selects the Go interfaces of a copy; in TypeScript every object has them. */
const deepcopyInterfaces = defineMarker({
  ...TOPIC,
  places: ['type'],
  name: 'k8s:deepcopy-gen:interfaces',
  value: required(raw, 'A Go interface.'),
  help: 'Accepted for compatibility with Go and without effect: in TypeScript every object has the interface.',
  example:
    '// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object\nexport interface Gadget extends TypeMeta { metadata: ObjectMeta }',
});

export const OBJECT_MARKERS: readonly MarkerDefinition[] = [
  deepcopyGen,
  deepcopyInterfaces,
  objectGenerate,
  objectRoot,
];
