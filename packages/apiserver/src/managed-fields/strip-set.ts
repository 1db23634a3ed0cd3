import { fieldSetOf, type FieldSet } from './field-set.js';
import { fieldElement } from './path-element.js';

/** Converts paths of names to a set. */
export function setOfFields(paths: readonly (readonly string[])[]): FieldSet {
  return fieldSetOf(paths.map((path) => path.map(fieldElement)));
}

/** Fields without an owner: the server sets them, or they identify the object. */
export const unownedFields: FieldSet = setOfFields([
  ['apiVersion'],
  ['kind'],
  ['metadata'],
  ['metadata', 'name'],
  ['metadata', 'namespace'],
  ['metadata', 'creationTimestamp'],
  ['metadata', 'selfLink'],
  ['metadata', 'uid'],
  ['metadata', 'clusterName'],
  ['metadata', 'generation'],
  ['metadata', 'managedFields'],
  ['metadata', 'resourceVersion'],
]);
