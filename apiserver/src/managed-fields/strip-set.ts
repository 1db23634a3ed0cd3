import { fieldSetOf, type FieldSet } from './field-set.js';
import { fieldElement } from './path-element.js';

/** A set of fields from paths of names. */
export function setOfFields(paths: readonly (readonly string[])[]): FieldSet {
  return fieldSetOf(paths.map((path) => path.map(fieldElement)));
}

/** What nobody owns: the server writes it, or it names the object. */
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
