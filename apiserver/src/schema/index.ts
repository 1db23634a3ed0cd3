export type * from './custom-resource-definition.js';
export type { FieldError, MissingBound } from './field-error.js';
export { parseJsonPath } from '../json-path/json-path.js';
export type { FilterOperand, JsonPathStep } from '../json-path/json-path-step.js';
export type { JSONSchemaProps, ValidationRule } from './json-schema-props.js';
export { compileSchema, type CompiledSchema, type ValidateOptions } from './compile-schema.js';
export { defaultCustomResourceDefinition, recordStorageVersion } from './default-crd.js';
export { isRecognizedFormat, recognizedFormats } from './crd/unrecognized-formats.js';
export * as fieldErrors from './field-errors.js';
export { formatFieldErrors, type RefusedKind } from './invalid-status.js';
export { coerceObjectMeta, ObjectMetaTypeError } from './object/coerce-object-meta.js';
export { EmbeddedResourceError } from './object/embedded-resources.js';
export {
  validateCustomResourceDefinition,
  validateCustomResourceDefinitionUpdate,
} from './validate-crd.js';
export {
  validateFieldManager,
  validateObjectMeta,
  validateObjectMetaUpdate,
  type NameForm,
  type ObjectMetaRules,
} from './validate-object-meta.js';
