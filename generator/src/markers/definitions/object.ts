import { boolean, optional, required } from '../definition.js';
import type { MarkerDefinition } from '../definition.js';

export const deepcopyGen: MarkerDefinition = {
  name: 'k8s:deepcopy-gen',
  places: ['package', 'type'],
  value: required({ type: 'choice', of: ['package', 'true', 'false'] }),
  help: 'Which types get a deepCopy function: all of the package, this one, or not this one.',
};

export const objectGenerate: MarkerDefinition = {
  name: 'kubebuilder:object:generate',
  places: ['package', 'type'],
  value: required(boolean),
  help: 'As k8s:deepcopy-gen, in the words of controller-gen.',
};

export const objectRoot: MarkerDefinition = {
  name: 'kubebuilder:object:root',
  places: ['type'],
  value: optional(boolean),
  help: 'The type is a kind or its list; vmgen sees that without the marker.',
};

/** Says which Go interfaces a copy has; in TypeScript every object has them. */
const deepcopyInterfaces: MarkerDefinition = {
  name: 'k8s:deepcopy-gen:interfaces',
  places: ['type'],
  value: required({ type: 'raw' }),
  help: 'Accepted for Go authors; changes nothing.',
};

export const objectMarkers: readonly MarkerDefinition[] = [
  deepcopyGen,
  objectGenerate,
  objectRoot,
  deepcopyInterfaces,
];
