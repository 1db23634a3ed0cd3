/**
 * `@vmgen/cel/internal`: the steps of `compile` for `@vmgen/crd`, which validates whole
 * definitions. Not a public API: it may change in any release.
 */
export { checkExpression } from './check/check-expression.js';
export type { Checked } from './check/checked.js';
export { FunctionTable } from './check/function-declarations.js';
export { SchemaSizes, type Unbounded } from './cost/cost-node.js';
export { estimateMaxCost } from './cost/estimate-cost.js';
export { missingBounds } from './cost/missing-bounds.js';
export { product } from './cost/range.js';
export { compileExpression, type Program } from './eval/compile-expression.js';
export { functionLibrary } from './library/all-functions.js';
export { PlanError } from './library/plan-error.js';
export {
  intType,
  optionalType,
  type BoundKeyword,
  type CelType,
  type DeclType,
} from './types/cel-type.js';
export { celTypeOf, declTypeOf, MAX_REQUEST_BYTES } from './types/decl-type.js';
export { jsonTypeOf } from './types/json-type.js';
export { escapeFieldName, unescapeFieldName } from './types/escape-field-name.js';
export { childrenOf, type Expr } from './syntax/ast.js';
export { parse } from './syntax/parser.js';
export { withTypeAndObjectMeta } from './types/object-meta-schema.js';
export { toCelValue } from './values/schema-value.js';
export { celToJson, MessageValue, misnamedMessages } from './library/patch-messages.js';
export {
  CostBudgetError,
  MATCH_CONDITIONS_COST_LIMIT,
  POLICY_CALL_COST_LIMIT,
  POLICY_COST_LIMIT,
  PolicyCompiler,
  PolicyEvaluation,
  type PolicyExpression,
  type PolicyInput,
  type PolicyResult,
} from './policy.js';
export { AmountError, parseAmount } from './library/quantities.js';
export { parseDuration } from './values/parse-duration.js';
