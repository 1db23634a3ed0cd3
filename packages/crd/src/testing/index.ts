/** `@vmgen/crd/testing`: checks conversions between the versions of a kind with random objects. */
export { checkConversion, type CheckConversionOptions } from './check-conversion.js';
export type { FieldValues, RandomSource } from './random-object.js';
export type { CustomResourceDefinition } from '../definition/custom-resource-definition.js';
