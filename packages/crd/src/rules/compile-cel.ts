import type { JsonValue } from '@vmgen/base/json';
import type { JSONSchemaProps } from '@vmgen/base/schema';
import type { Correlation } from '../value/correlation.js';
import { FunctionTable, declTypeOf } from '@vmgen/cel/internal';
import type { Budget } from './evaluate-rule.js';
import { OBJECT_COST_LIMIT } from './limits.js';
import { buildRuleTree } from './rule-tree.js';
import { RuleEvaluator, type RuleErrors } from './rule-evaluator.js';

/** A value to validate by the rules of its schema. */
interface RuleInput {
  readonly object: JsonValue;
  /** The stored value that is replaced. Undefined for a new value. */
  readonly oldObject?: JsonValue | undefined;
  /**
   * Ignores, with a warning, rules that unchanged values already violated. If omitted, no violation
   * is ignored.
   */
  readonly correlation?: Correlation | undefined;
  /** The path of the value in errors. Defaults to the whole object. */
  readonly path?: string;
  /**
   * The remaining cost, which the evaluation decreases. Negative after it is exhausted. Defaults to
   * the limit of one object.
   */
  readonly budget?: Budget;
}

/** The compiled rules of a schema, for any number of values. */
export interface CelValidator {
  /**
   * Evaluates all rules. The value must be valid by the schema: the API server evaluates no rules
   * after errors of type, enum, length, number of items or required fields.
   */
  validate(input: RuleInput): RuleErrors;
}

/**
 * Compiles the rules of a schema.
 *
 * @param isResource whether rules can use the type and names of a resource. Defaults to true
 */
export function compileCel(schema: JSONSchemaProps, isResource = true): CelValidator {
  const decl = declTypeOf(schema, isResource);
  const tree = buildRuleTree(schema, decl, isResource, new FunctionTable());
  return {
    validate({ object, oldObject, correlation, path = '', budget }) {
      const evaluator = new RuleEvaluator(budget ?? { remaining: OBJECT_COST_LIMIT });
      evaluator.evaluate(tree, path, object, oldObject, { own: correlation, parent: undefined });
      return evaluator;
    },
  };
}
