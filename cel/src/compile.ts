import { checkExpression } from './check/check-expression.js';
import { FunctionTable } from './check/function-declarations.js';
import { SchemaSizes } from './cost/cost-node.js';
import { estimateMaxCost } from './cost/estimate-cost.js';
import { compileExpression, type Outcome } from './eval/compile-expression.js';
import type { JsonValue } from './json/json-value.js';
import { functionLibrary } from './library/all-functions.js';
import { PlanError } from './library/plan-error.js';
import type { JSONSchemaProps } from './schema/json-schema-props.js';
import { formatType, type DeclType } from './types/cel-type.js';
import { celTypeOf, declTypeOf } from './types/decl-type.js';
import { toCelValue } from './values/schema-value.js';
import { CelError } from './values/value.js';

/** What one evaluation of a rule of a CRD may cost (apiserver's pkg/apis/cel, PerCallLimit). */
export const CALL_COST_LIMIT = 1_000_000;

/** An expression whose types are known to fit, ready to be evaluated any number of times. */
export interface Expression {
  /** What it evaluates to, as CEL writes types: `bool`, `list(string)`. */
  readonly type: string;
  /**
   * The most that an evaluation can cost by the bounds in the schemas (`maxItems`, `maxLength`,
   * `maxProperties`). Kubernetes refuses rules of CRDs above 10,000,000.
   */
  readonly maxCost: number;
  /**
   * Evaluates it. A failure is no exception: the outcome's `value` is a {@link CelError} then.
   *
   * @param values the variables' values, as they come from JSON; one that is missing fails where
   * it is read
   * @param costLimit what it may cost; above, the outcome `isOverLimit`
   */
  evaluate(values: Readonly<Record<string, JsonValue>>, costLimit?: number): Outcome;
}

/** An expression that is not CEL or whose types do not fit; each finding with its line and place. */
export class CompileError extends Error {
  override readonly name = 'CompileError';
}

/**
 * Compiles an expression of Kubernetes' CEL.
 *
 * @param variables the names that it may use, each with its schema, which must have a type
 * @throws CompileError
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
  throw new CompileError(`the schema of the variable ${variable} has no type that CEL can see`);
}

function asCompileError<T>(plan: () => T): T {
  try {
    return plan();
  } catch (error) {
    if (error instanceof PlanError) throw new CompileError(error.message, { cause: error });
    throw error;
  }
}
