import { appendAll } from '@vmgen/base/json';
import type { FieldError } from '../field/field-error.js';
import { asJson, invalid, type Verbatim } from '../field/field-errors.js';
import { child, index, printPath } from '../field/field-path.js';
import { type JSONSchemaProps, type ValidationRule, hasOwnRules } from '@vmgen/base/schema';
import type { PatternValidator } from '@vmgen/base/text';
import { FunctionTable, SchemaSizes, estimateMaxCost, type DeclType } from '@vmgen/cel/internal';
import { compileRules, type CompiledExpression, type CompiledRule } from './compile-rule.js';
import { missingIn } from './missing-in.js';
import { RulePlace } from './rule-place.js';
import { excessErrors, SchemaCost, totalCost, type ExpressionCost } from './schema-cost.js';

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

  /** Validates the rules of one node, whose schema must be valid. */
  validate(place: RulePlace): void {
    const { schema, visible } = place;
    if (!hasOwnRules(schema) || visible === undefined) return;
    const path = child(place.path, 'x-kubernetes-validations');
    if (visible === 'untyped') {
      this.errors.push(untypedError(path));
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
        findMissing: () => [...place.unboundedAbove, ...missingIn(expression.checked, decl, place)],
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
        findMissing: () => missingIn(message.checked, decl, place),
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

function untypedError(path: string): FieldError {
  const detail =
    'internal error: failed to construct type information for x-kubernetes-validations rules: unable to convert structural schema to CEL declarations';
  return {
    type: 'InternalError',
    field: printPath(path),
    message: `Internal error: ${detail}`,
    detail,
  };
}

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
