import { isJsonObject, type JsonObject, type JsonValue, ItemsByKeys } from '@vmgen/base/json';
import type { FieldError } from '../field/field-error.js';
import { child, index, key } from '../field/field-path.js';
import type { Correlation } from '../value/correlation.js';
import { CelError, Optional } from '@vmgen/cel';
import { toCelValue } from '@vmgen/cel/internal';
import type { CompiledRule } from './compile-rule.js';
import { evaluateRule, type Budget, type Variables } from './evaluate-rule.js';
import { failure, refusal } from './rule-errors.js';
import type { RuleTree } from './rule-tree.js';

/** The result of evaluating the rules on an object. */
export interface RuleErrors {
  readonly errors: readonly FieldError[];
  /** Rules that unchanged values already violated: `path: message`. */
  readonly warnings: readonly string[];
}

/**
 * How a value relates to the stored value that it replaces. Violations in unchanged values are
 * ignored with a warning (ratcheting).
 */
interface Ratchet {
  readonly own: Correlation | undefined;
  readonly parent: Correlation | undefined;
}

type Old = JsonValue | undefined;

/** Traverses a value and evaluates the rules of its schema (apiextensions' cel.Validator). */
export class RuleEvaluator {
  readonly errors: FieldError[] = [];
  readonly warnings: string[] = [];
  readonly #budget: Budget;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  /**
   * Evaluates the rules of a value and of all values inside it. If `old` is undefined or null, the
   * value is new.
   */
  evaluate(
    tree: RuleTree | undefined,
    path: string,
    value: JsonValue,
    old: Old,
    ratchet: Ratchet,
  ): void {
    if (tree === undefined || value === null) return;
    this.#evaluateRules(tree, path, value, old ?? undefined, ratchet);
    if (this.#isExhausted) return;
    if (Array.isArray(value)) {
      this.#evaluateItems(tree, path, value, Array.isArray(old) ? old : [], ratchet);
    } else if (isJsonObject(value)) {
      this.#evaluateFields(tree, path, value, isJsonObject(old) ? old : {}, ratchet);
    }
  }

  get #isExhausted(): boolean {
    return this.#budget.remaining < 0;
  }

  #evaluateFields(
    tree: RuleTree,
    path: string,
    value: JsonObject,
    old: JsonObject,
    ratchet: Ratchet,
  ): void {
    for (const [name, field] of Object.entries(value)) {
      const property = tree.properties.get(name);
      const rules = property ?? tree.values;
      if (rules === undefined) continue;
      const at = property === undefined ? key(path, name) : child(path, name);
      const oldField = Object.hasOwn(old, name) ? old[name] : undefined;
      this.evaluate(rules, at, field, oldField, fieldRatchet(ratchet, name));
      if (this.#isExhausted) return;
    }
  }

  #evaluateItems(
    tree: RuleTree,
    path: string,
    value: readonly JsonValue[],
    old: readonly JsonValue[],
    ratchet: Ratchet,
  ): void {
    if (tree.items === undefined) return;
    const findOld = itemFinder(tree, old);
    for (const [i, item] of value.entries()) {
      this.evaluate(tree.items, index(path, i), item, findOld(item), itemRatchet(ratchet, i));
      if (this.#isExhausted) return;
    }
  }

  #evaluateRules(tree: RuleTree, path: string, value: JsonValue, old: Old, ratchet: Ratchet): void {
    const { schema } = tree;
    if (tree.problem !== undefined) {
      const detail = `rule compiler initialization error: ${tree.problem}`;
      this.errors.push(failure(path, schema, detail));
      return;
    }
    if (tree.rules.length === 0) return;
    if (this.#budget.remaining <= 0) {
      const detail =
        'validation failed due to running out of cost budget, no further validation rules will be run';
      return this.#exhaust(failure(path, schema, detail));
    }
    const variables = variablesOf(tree, value, old);
    for (const rule of tree.rules) {
      this.#evaluateRule(rule, tree, path, value, old, variables(rule), ratchet);
      if (this.#isExhausted) return;
    }
  }

  #evaluateRule(
    compiled: CompiledRule,
    { schema }: RuleTree,
    path: string,
    value: JsonValue,
    old: Old,
    variables: Variables,
    ratchet: Ratchet,
  ): void {
    const { error, expression, rule, usesOldSelf } = compiled;
    if (error !== undefined) {
      this.errors.push(failure(path, schema, `rule compile error: ${error}`));
      return;
    }
    if (expression === undefined) return;
    if (usesOldSelf && old === undefined && rule.optionalOldSelf !== true) return;
    const at = compiled.fieldPath === '' ? path : child(path, compiled.fieldPath);
    const verdict = evaluateRule(compiled, expression, variables, this.#budget);
    switch (verdict.kind) {
      case 'satisfied':
        return;
      case 'failed':
        this.errors.push(failure(path, schema, verdict.detail));
        return;
      case 'exhausted':
        return this.#exhaust(failure(path, schema, verdict.detail));
      case 'refused':
        this.#refuse(refusal(at, value, schema, verdict.message, rule.reason), compiled, ratchet);
        return;
      case 'refused-exhausted':
        this.#refuse(failure(at, schema, verdict.detail), compiled, ratchet);
        this.#budget.remaining = -1;
    }
  }

  /** Ignores violations in unchanged values, except for rules that use `oldSelf`. */
  #refuse(error: FieldError, { usesOldSelf }: CompiledRule, ratchet: Ratchet): void {
    if (usesOldSelf || !isUnchanged(ratchet)) this.errors.push(error);
    else this.warnings.push(`${error.field}: ${error.message}`);
  }

  #exhaust(error: FieldError): void {
    this.errors.push(error);
    this.#budget.remaining = -1;
  }
}

/** The values of `self` and `oldSelf` for each rule of a node. */
function variablesOf(
  tree: RuleTree,
  value: JsonValue,
  old: Old,
): (rule: CompiledRule) => Variables {
  const self = toCelValue(value, tree.valueSchema);
  const isNeeded = old !== undefined && tree.rules.some((rule) => rule.usesOldSelf);
  const oldSelf = isNeeded ? toCelValue(old, tree.valueSchema) : undefined;
  const plain = [self, oldSelf ?? new CelError('no such attribute(s): oldSelf')];
  const optional = [self, oldSelf === undefined ? Optional.none : new Optional(oldSelf)];
  return ({ rule }) => ({
    rule: rule.optionalOldSelf === true ? optional : plain,
    // Upstream does not pass the optional to message expressions.
    message: plain,
  });
}

/** Finds the old value of an item. Only items of lists of type map can be identified. */
function itemFinder(tree: RuleTree, old: readonly JsonValue[]): (item: JsonValue) => Old {
  const keys = tree.schema['x-kubernetes-list-map-keys'] ?? [];
  const isMap = tree.schema['x-kubernetes-list-type'] === 'map' && keys.length > 0;
  if (!isMap || old.length === 0) return () => undefined;
  const items = new ItemsByKeys(old, keys);
  return (item) => (isJsonObject(item) ? items.find(item) : undefined);
}

const isUnchanged = ({ own, parent }: Ratchet): boolean => (own ?? parent)?.isUnchanged === true;

function fieldRatchet(ratchet: Ratchet, name: string): Ratchet {
  const { own, parent } = ratchet;
  if (own === undefined) return ratchet;
  const isTypeMeta = name === 'apiVersion' || name === 'kind';
  if (parent === undefined && isTypeMeta) return { own: undefined, parent: undefined };
  return { own: own.field(name), parent: own };
}

function itemRatchet(ratchet: Ratchet, position: number): Ratchet {
  const { own } = ratchet;
  return own === undefined ? ratchet : { own: own.item(position), parent: own };
}
