import { appendAll } from '@vmgen/base/json';
import type { FieldError, MissingBound } from '../field/field-error.js';
import { asJson, forbidden, internalError, invalid, type Verbatim } from '../field/field-errors.js';
import { child, index, key } from '../field/field-path.js';
import {
  type JSONSchemaProps,
  type ValidationRule,
  hasOwnRules,
  itemSchema,
  ownProperty,
  valueSchema,
} from '@vmgen/base/schema';
import type { PatternValidator } from '@vmgen/base/text';
import {
  FunctionTable,
  SchemaSizes,
  estimateMaxCost,
  type DeclType,
  missingBounds,
  unescapeFieldName,
  product,
  MAX_REQUEST_BYTES,
  type Unbounded,
} from '@vmgen/cel/internal';
import { compileRules, type CompiledExpression, type CompiledRule } from './compile-rule.js';
import { RulePlace } from './rule-place.js';
import { RULE_ESTIMATE_LIMIT, SCHEMA_ESTIMATE_LIMIT } from './limits.js';

/**
 * Validates the rules of a CRD's schema, node by node: syntax, types, costs and the use of
 * `oldSelf`. Each instance is for one schema, because it adds up the costs of all rules.
 */
export class RuleValidator {
  /** The errors so far. */
  readonly errors: FieldError[] = [];
  readonly #cost = new SchemaCost();
  readonly #functions = new FunctionTable();
  readonly #limitsEachRule: boolean;
  readonly #patterns: PatternValidator;

  /**
   * @param limitsEachRule whether single rules have a cost limit. False for a schema that an update
   * does not change
   * @param patterns validates the literal patterns of rules
   */
  constructor(limitsEachRule: boolean, patterns: PatternValidator) {
    this.#limitsEachRule = limitsEachRule;
    this.#patterns = patterns;
  }

  /** The place of the root schema. */
  root(schema: JSONSchemaProps, path: string): RulePlace {
    return RulePlace.root(schema, path);
  }

  /** The costs of the expressions so far. */
  get costs(): readonly RuleCost[] {
    return this.#cost.all;
  }

  /** Validates the rules of one node, whose schema must be valid. */
  validate(place: RulePlace): void {
    const { schema, visible } = place;
    if (!hasOwnRules(schema) || visible === undefined) return;
    const path = child(place.path, 'x-kubernetes-validations');
    if (visible === 'untyped') {
      this.errors.push(internalError(path, UNTYPED));
      return;
    }
    for (const [i, rule] of compileRules(
      schema,
      visible,
      this.#functions,
      this.#patterns,
    ).entries()) {
      this.#validateRule(rule, index(path, i), visible, place);
    }
  }

  /** The errors for the total cost of the schema's rules. */
  sumErrors(schemaPath: string): FieldError[] {
    return this.#cost.errors(schemaPath);
  }

  #validateRule(compiled: CompiledRule, path: string, decl: DeclType, place: RulePlace): void {
    const { rule, error, expression, message, messageError } = compiled;
    const ruleAt = child(path, 'rule');
    const messageAt = child(path, 'messageExpression');
    if (expression !== undefined) {
      this.#checkCost('estimated rule cost', {
        path: ruleAt,
        cost: totalCost(costOf(expression, decl), place.cardinality, decl),
        findMissing: () => [
          ...place.unboundedAbove,
          ...missingIn(unboundedIn(expression, decl), place),
        ],
      });
    }
    if (error !== undefined) this.errors.push(invalid(ruleAt, showRule(rule), error));
    if (messageError !== undefined) {
      this.errors.push(invalid(messageAt, showRule(rule), messageError));
    }
    if (message !== undefined) {
      this.#checkCost('estimated messageExpression cost', {
        path: messageAt,
        cost: costOf(message, decl),
        findMissing: () => missingIn(unboundedIn(message, decl), place),
      });
    }
    appendAll(this.errors, oldSelfErrors(compiled, path, place.uncorrelated));
  }

  #checkCost(what: string, expression: ExpressionCost): void {
    this.#cost.add(expression);
    if (this.#limitsEachRule) appendAll(this.errors, excessErrors(what, expression));
  }
}

const costOf = ({ checked }: CompiledExpression, decl: DeclType): number =>
  estimateMaxCost(checked, new SchemaSizes(() => decl));

const unboundedIn = ({ checked }: CompiledExpression, decl: DeclType): Unbounded[] =>
  missingBounds(checked, () => decl);

function oldSelfErrors(
  { rule, usesOldSelf }: CompiledRule,
  path: string,
  uncorrelated: string | undefined,
): FieldError[] {
  if (usesOldSelf && uncorrelated !== undefined) {
    const detail = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${uncorrelated}`;
    return [invalid(child(path, 'rule'), rule.rule, detail)];
  }
  if (!usesOldSelf && rule.optionalOldSelf !== undefined) {
    const detail = 'may not be set if oldSelf is not used in rule';
    return [invalid(child(path, 'optionalOldSelf'), rule.optionalOldSelf, detail)];
  }
  return [];
}

const UNTYPED =
  'internal error: failed to construct type information for x-kubernetes-validations rules: unable to convert structural schema to CEL declarations';

/** Prints a rule for an error, with all fields of upstream's struct. */
function showRule(rule: ValidationRule): Verbatim {
  const fields: [string, string | boolean | null][] = [
    ['Rule', rule.rule],
    ['Message', rule.message ?? ''],
    ['MessageExpression', rule.messageExpression ?? ''],
    ['Reason', rule.reason ?? null],
    ['FieldPath', rule.fieldPath ?? ''],
    ['OptionalOldSelf', rule.optionalOldSelf ?? null],
  ];
  const shown = fields.map(([name, value]) => `"${name}":${asJson(value).verbatim}`);
  return { verbatim: `{${shown.join(',')}}` };
}

/** The sub-schemas for parts of a value without a bound. */
export function missingIn(
  parts: readonly Unbounded[],
  { schema, path }: { readonly schema: JSONSchemaProps; readonly path: string },
): MissingBound[] {
  return parts.flatMap(({ steps, keyword }) => {
    const at = pathOf(steps, schema, path);
    return at === undefined ? [] : [{ path: at, keyword }];
  });
}

/** Undefined for values that the schema does not contain, such as the name of a resource. */
function pathOf(
  [step, ...rest]: readonly string[],
  schema: JSONSchemaProps,
  path: string,
): string | undefined {
  if (step === undefined) return path;
  const below = partAt(step, schema, path);
  return below.schema && pathOf(rest, below.schema, below.path);
}

function partAt(step: string, schema: JSONSchemaProps, path: string) {
  switch (step) {
    case '@items':
      return { schema: itemSchema(schema), path: child(path, 'items') };
    case '@values':
      return { schema: valueSchema(schema), path: child(path, 'additionalProperties') };
    default: {
      const name = unescapeFieldName(step) ?? step;
      return { schema: ownProperty(schema, name), path: key(child(path, 'properties'), name) };
    }
  }
}

/** The estimated cost of a rule, or of the expression of its message. */
export interface RuleCost {
  /** The path of the expression in the CRD. */
  readonly path: string;
  /** The cost of all its evaluations for one object. */
  readonly cost: number;
}

/** The total cost of an expression in a schema. */
interface ExpressionCost extends RuleCost {
  /** Computes the missing bounds that would reduce the cost. */
  findMissing(): MissingBound[];
}

const MOST_EXPENSIVE = 4;

/** Adds up the estimated costs of a schema's rules. */
class SchemaCost {
  readonly all: RuleCost[] = [];
  #total = 0;
  #expensive: ExpressionCost[] = [];

  add(expression: ExpressionCost): void {
    this.#total += expression.cost;
    this.all.push({ path: expression.path, cost: expression.cost });
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
function excessErrors(what: string, expression: ExpressionCost): FieldError[] {
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
function totalCost(maxCost: number, cardinality: number | undefined, decl: DeclType): number {
  return product(maxCost, cardinality ?? Math.floor(MAX_REQUEST_BYTES / (decl.minBytes + 1)));
}
