/**
 * `@vmgen/crd/internal`: what the embedded API server and the generator are made of, too. Not for
 * users: it changes with any release.
 */
export {
  childrenOf as celParts,
  parse as parseCel,
  unescapeFieldName,
  type Expr as CelExpr,
} from '@vmgen/cel/internal';
export * as fieldErrors from './field/field-errors.js';
export { formatFieldErrors, type RefusedKind } from './field/invalid-status.js';
export { parseJsonPath } from './json-path/json-path.js';
export type { FilterOperand, JsonPathStep } from './json-path/json-path-step.js';
export { recordStorageVersion } from './judge/default-crd.js';
export {
  isRecognizedFormat,
  recognizedFormats,
  unrecognizedFormats,
} from './judge/unrecognized-formats.js';
export { setsOfCollections } from './judge/sets-of-collections.js';
export {
  validateDefinitionContent,
  validateDefinitionContentUpdate,
} from './judge/validate-crd.js';
export { validateNames } from './judge/validate-names.js';
export {
  coerceObjectMeta,
  coerceToStruct,
  ObjectMetaTypeError,
  type StructShape,
} from './object/coerce-object-meta.js';
export { EmbeddedResourceError } from './object/embedded-resources.js';
export {
  validateFieldManager,
  validateObjectMeta,
  validateFinalizers,
  validateObjectMetaUpdate,
  type NameForm,
  type ObjectMetaRules,
} from './object/validate-object-meta.js';
export {
  errorMessage,
  isDns1035Label,
  isDns1123Label,
  isDns1123Subdomain,
  isLabelValue,
  isPathSegment,
  isQualifiedName,
  MAX_PATTERN_WORK,
  PatternJudge,
} from '@vmgen/cel/internal/text';
export { settleSchemas } from './judge/settle-schemas.js';
export { asPlainJson } from './judge/as-json.js';
