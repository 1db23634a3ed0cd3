import type { MarkerUse } from '../markers/language/definition.js';

const KEEPING = [
  'kubebuilder:pruning:PreserveUnknownFields',
  'kubebuilder:validation:XPreserveUnknownFields',
];

/** Whether objects may have fields that the type does not declare, which a copy must preserve. */
export function keepsUnknownFields(markers: readonly MarkerUse[]): boolean {
  return markers.some(
    ({ definition, values }) => KEEPING.includes(definition.name) && values.value !== false,
  );
}
