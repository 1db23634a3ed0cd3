/**
 * `@vmgen/crd`: validates CustomResourceDefinitions, and prunes, defaults and validates their
 * objects, as kube-apiserver does.
 */
export { compileSchema, type CompiledSchema, type ValidateOptions } from './compile-schema.js';
export { createValidator, type ObjectValidator } from './create-validator.js';
export type * from './definition/custom-resource-definition.js';
export type {
  PlainCustomResourceDefinition,
  PlainSchema,
} from './definition/plain-custom-resource-definition.js';
export type { FieldError, MissingBound } from './field/field-error.js';
export { defaultCustomResourceDefinition } from './validation/default-crd.js';
export {
  validateCustomResourceDefinition,
  validateCustomResourceDefinitionUpdate,
} from './validation/validate-crd.js';
export type { JsonObject, JsonValue, JSONSchemaProps, ValidationRule } from '@vmgen/cel';
