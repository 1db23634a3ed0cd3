import type { FieldError, MissingBound } from '../field/field-error.js';
import { forbidden } from '../field/field-errors.js';
import { product, MAX_REQUEST_BYTES, type DeclType } from '@vmgen/cel/internal';
import { RULE_ESTIMATE_LIMIT, SCHEMA_ESTIMATE_LIMIT } from './limits.js';

/** The total cost of an expression in a schema. */
export interface ExpressionCost {
  /** The expression's path in the CRD. */
  readonly path: string;
  readonly cost: number;
  /** Computes the missing bounds that would reduce the cost. */
  findMissing(): MissingBound[];
}

const MOST_EXPENSIVE = 4;

/** Adds up the estimated costs of a schema's rules. */
export class SchemaCost {
  #total = 0;
  #expensive: ExpressionCost[] = [];

  add(expression: ExpressionCost): void {
    this.#total += expression.cost;
    if (expression.cost < SCHEMA_ESTIMATE_LIMIT / 100) return;
    this.#expensive.push(expression);
    this.#expensive.sort((a, b) => b.cost - a.cost);
    this.#expensive = this.#expensive.slice(0, MOST_EXPENSIVE);
  }

  /** The errors for the sum: the most expensive rules, and the schema as a whole. */
  errors(schemaPath: string): FieldError[] {
    if (this.#total <= SCHEMA_ESTIMATE_LIMIT) return [];
    const contributed =
      'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema';
    const what = 'x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema';
    const dear = this.#expensive.map((each) =>
      withMissing(forbidden(each.path, contributed), each),
    );
    const sum = forbidden(schemaPath, describeExcess(what, this.#total, SCHEMA_ESTIMATE_LIMIT));
    return [...dear, { ...sum, missingBounds: dear.flatMap(({ missingBounds }) => missingBounds) }];
  }
}

/** The error for an expression that exceeds the limit by itself. */
export function excessErrors(what: string, expression: ExpressionCost): FieldError[] {
  const { path, cost } = expression;
  if (cost <= RULE_ESTIMATE_LIMIT) return [];
  const error = forbidden(path, describeExcess(what, cost, RULE_ESTIMATE_LIMIT));
  return [withMissing(error, expression)];
}

const withMissing = (
  error: FieldError,
  expression: ExpressionCost,
): FieldError & Required<Pick<FieldError, 'missingBounds'>> => ({
  ...error,
  missingBounds: expression.findMissing(),
});

function describeExcess(what: string, cost: number, limit: number): string {
  const factor = cost / limit;
  const shown = factor > 100 ? 'more than 100x' : `${factor.toFixed(factor < 1.5 ? 6 : 1)}x`;
  return `${what} exceeds budget by factor of ${shown} (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)`;
}

/**
 * The total cost of a rule: its cost times the number of values that the schema allows or that fit
 * into a request.
 */
export function totalCost(
  maxCost: number,
  cardinality: number | undefined,
  decl: DeclType,
): number {
  return product(maxCost, cardinality ?? Math.floor(MAX_REQUEST_BYTES / (decl.minBytes + 1)));
}
