import type { JsonValue } from '@vmgen/base/json';
import type { JSONSchemaProps } from '@vmgen/base/schema';
import type { Correlation } from '../value/correlation.js';
import { FunctionTable, declTypeOf } from '@vmgen/cel/internal';
import type { Budget } from './evaluate-rule.js';
import { OBJECT_COST_LIMIT } from './limits.js';
import { buildRuleTree } from './rule-tree.js';
import { RuleEvaluator, type RuleErrors } from './rule-evaluator.js';

/** A value to be judged by the rules of its schema. */
export interface RuleInput {
  readonly object: JsonValue;
  /** The stored value that it replaces; absent for a new one. */
  readonly oldObject?: JsonValue | undefined;
  /** What lets pass, with a warning, what was wrong before and did not change. */
  readonly correlation?: Correlation | undefined;
  /** The path of the value in errors; by default it is a whole object. */
  readonly path?: string;
  /** What the evaluation may cost, changed by it; negative once it is spent. */
  readonly budget?: Budget;
}

/** The rules of a schema made ready for many values. */
export interface CelValidator {
  /**
   * Evaluates all rules. The value must have passed the schema: the API server evaluates none
   * after an error of type, enum, length, number of items or a required field.
   */
  validate(input: RuleInput): RuleErrors;
}

/**
 * Compiles the rules of a schema.
 *
 * @param isResource whether the schema is that of a resource, whose type and names rules can see
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
