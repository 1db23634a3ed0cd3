import { type JSONSchemaProps, hasRules } from '@vmgen/base/schema';
import type { RuleCost } from '../rules/index.js';
import { RULE_ESTIMATE_LIMIT, SCHEMA_ESTIMATE_LIMIT } from '../rules/limits.js';
import { loadCel } from '../rules/load-cel.js';

/** What an API server allows the rules of a schema to cost. */
export const RULE_COST_LIMITS = {
  /** For one rule. */
  rule: RULE_ESTIMATE_LIMIT,
  /** For all rules of a schema. */
  schema: SCHEMA_ESTIMATE_LIMIT,
};

/**
 * The costs that an API server estimates for the rules of a valid schema, in its order: of a rule, and of its
 * `messageExpression`.
 *
 * @param path the path of the schema, with which the paths of the expressions begin
 */
export const ruleCosts = (schema: JSONSchemaProps, path: string): readonly RuleCost[] =>
  hasRules(schema) ? loadCel().estimateCosts(schema, path) : [];
