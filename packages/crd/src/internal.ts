/**
 * `@vmgen/crd/internal`: shared with the embedded API server and the generator. Not a public API:
 * it may change in any release.
 */
export {
  childrenOf as celParts,
  parse as parseCel,
  unescapeFieldName,
  type Expr as CelExpr,
} from '@vmgen/cel/internal';
export {
  validateAdmissionPolicy,
  validateMutatingPolicy,
  validateMutatingPolicyBinding,
  validateValidatingPolicy,
  validateValidatingPolicyBinding,
} from './admission/admission-policy.js';
export { checkMatchConditions, checkRule } from './admission/admission-rules.js';
export { PolicyExpressions, type PolicyContext } from './admission/policy-expressions.js';
export * as fieldErrors from './field/field-errors.js';
export { Field } from './field/field.js';
export {
  checkLabels,
  checkRequirement,
  checkSelector,
  checkValueCount,
} from './field/selector-rules.js';
export { formatFieldErrors } from './field/invalid-status.js';
export { parseJsonPath } from './json-path/json-path.js';
export type { FilterOperand, JsonPathStep } from './json-path/json-path-step.js';
export { recordStorageVersion } from './validation/default-crd.js';
export {
  isRecognizedFormat,
  recognizedFormats,
  unrecognizedFormats,
} from './validation/unrecognized-formats.js';
export { RULE_COST_LIMITS, ruleCosts } from './validation/rule-costs.js';
export { setsOfCollections } from './validation/sets-of-collections.js';
export {
  validateDefinitionContent,
  validateDefinitionContentUpdate,
} from './validation/validate-crd.js';
export {
  coerceObjectMeta,
  coerceToStruct,
  decodeObjectMeta,
  type FieldProblem,
  notContainer,
  ObjectMetaTypeError,
  wrongType,
  cannotUnmarshal,
} from './object/coerce-object-meta.js';
export { objectMetaSchema } from './object/object-meta-schema.js';
export { readScale } from './object/validate-scale.js';
export { EmbeddedResourceError } from './object/embedded-resources.js';
export {
  validateFieldManager,
  validateAnnotations,
  validateLabels,
  validateObjectMeta,
  validateFinalizers,
  validateGenerateName,
  validateNames,
  validateObjectMetaUpdate,
  type NameRule,
} from './object/validate-object-meta.js';
export { settleSchemas } from './validation/settle-schemas.js';
export { asPlainJson } from './validation/as-json.js';
export {
  validateVersionNames,
  validateWebhookService,
  validateWebhookUrl,
} from './validation/validate-conversion.js';
