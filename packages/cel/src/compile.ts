import { checkExpression } from './check/check-expression.js';
import { FunctionTable } from './check/function-declarations.js';
import { SchemaSizes } from './cost/cost-node.js';
import { estimateMaxCost } from './cost/estimate-cost.js';
import { compileExpression, type Outcome } from './eval/compile-expression.js';
import type { JsonValue } from '@vmgen/base/json';
import { functionLibrary } from './library/all-functions.js';
import { PlanError } from './library/plan-error.js';
import type { JSONSchemaProps } from '@vmgen/base/schema';
import { formatType, type DeclType } from './types/cel-type.js';
import { celTypeOf, declTypeOf } from './types/decl-type.js';
import { toCelValue } from './values/schema-value.js';
import { CelError } from './values/value.js';

/** The cost limit of one evaluation of a CRD's rule (apiserver's pkg/apis/cel, PerCallLimit). */
export const CALL_COST_LIMIT = 1_000_000;

/** A compiled, type-checked expression. It can be evaluated any number of times. */
export interface Expression {
  /** The type of the result in CEL's notation: `bool`, `list(string)`. */
  readonly type: string;
  /**
   * The upper bound of an evaluation's cost, by the bounds in the schemas (`maxItems`, `maxLength`,
   * `maxProperties`). Kubernetes rejects CRD rules above 10,000,000.
   */
  readonly maxCost: number;
  /**
   * Evaluates the expression. Does not throw if the evaluation fails: the outcome's `value` is then
   * a {@link CelError}.
   *
   * @param values the variables' values, as parsed from JSON. A missing one fails the evaluation
   * only if it is read
   * @param costLimit the cost above which the evaluation stops and the outcome has `isOverLimit`.
   * Defaults to {@link CALL_COST_LIMIT}
   */
  evaluate(values: Readonly<Record<string, JsonValue>>, costLimit?: number): Outcome;
}

/**
 * Thrown for an expression with syntax or type errors. The message lists each error with its line
 * and column.
 */
export class CompileError extends Error {
  /** Always `CompileError`. */
  override readonly name = 'CompileError';
}

/**
 * Compiles an expression of Kubernetes' CEL.
 *
 * @param variables the schemas of the variables that the expression may use. Each must have a type
 * @throws CompileError if the expression has syntax or type errors
 *
 * @example
 * ```ts
 * const rule = compile('self.replicas <= 5', {
 *   self: { type: 'object', properties: { replicas: { type: 'integer' } } },
 * });
 * rule.evaluate({ self: { replicas: 3 } }).value; // true
 * ```
 */
export function compile(
  text: string,
  variables: Readonly<Record<string, JSONSchemaProps>>,
): Expression {
  const schemas = Object.entries(variables);
  const decls = new Map(schemas.map(([name, schema]) => [name, typed(name, schema)]));
  const types = new Map([...decls].map(([name, decl]) => [name, celTypeOf(decl, name)]));
  const checked = checkExpression(text, types, { functions: new FunctionTable() });
  if (typeof checked === 'string') throw new CompileError(checked);
  const program = asCompileError(() =>
    compileExpression(checked, Object.keys(variables), functionLibrary),
  );
  return {
    type: formatType(checked.type),
    maxCost: estimateMaxCost(checked, new SchemaSizes((variable) => decls.get(variable))),
    evaluate(values, costLimit = CALL_COST_LIMIT) {
      const slots = schemas.map(([name, schema]) =>
        Object.hasOwn(values, name)
          ? toCelValue(values[name], schema)
          : new CelError(`no such attribute(s): ${name}`),
      );
      return program.run(slots, costLimit);
    },
  };
}

function typed(variable: string, schema: JSONSchemaProps): DeclType {
  const decl = declTypeOf(schema);
  if (decl !== undefined) return decl;
  throw new CompileError(
    `the schema of the variable ${variable} has no type: CEL expressions cannot use it`,
  );
}

function asCompileError<T>(plan: () => T): T {
  try {
    return plan();
  } catch (error) {
    if (error instanceof PlanError) throw new CompileError(error.message, { cause: error });
    throw error;
  }
}
