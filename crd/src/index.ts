export type * from './definition/custom-resource-definition.js';
export type { FieldError, MissingBound } from './field/field-error.js';
export { parseJsonPath } from './json-path/json-path.js';
export type { FilterOperand, JsonPathStep } from './json-path/json-path-step.js';
export type { JSONSchemaProps, ValidationRule } from '@vmgen/cel/schema';
export { MAX_PATTERN_WORK, PatternJudge } from '@vmgen/cel/text';
export { compileSchema, type CompiledSchema, type ValidateOptions } from './compile-schema.js';
export { defaultCustomResourceDefinition, recordStorageVersion } from './judge/default-crd.js';
export {
  isRecognizedFormat,
  recognizedFormats,
  unrecognizedFormats,
} from './judge/unrecognized-formats.js';
export * as fieldErrors from './field/field-errors.js';
export { formatFieldErrors, type RefusedKind } from './field/invalid-status.js';
export {
  coerceObjectMeta,
  coerceToStruct,
  ObjectMetaTypeError,
  type StructShape,
} from './object/coerce-object-meta.js';
export { EmbeddedResourceError } from './object/embedded-resources.js';
export {
  validateCustomResourceDefinition,
  validateCustomResourceDefinitionUpdate,
  validateDefinitionContent,
  validateDefinitionContentUpdate,
} from './judge/validate-crd.js';
export {
  validateFieldManager,
  validateObjectMeta,
  validateObjectMetaUpdate,
  type NameForm,
  type ObjectMetaRules,
} from './object/validate-object-meta.js';
export { validateNames } from './judge/validate-names.js';
