import type { ValidationRule } from '@vmgen/crd';
import { type CelExpr, parseCel } from '@vmgen/crd/internal';
import type { ChangeCode } from '../definitions/registry.js';
import type { Place, SchemaPair } from './place.js';
import { canonical, shown, shownChange } from './shown.js';
import { acceptsOldValues } from './rule-variants.js';

const KEYWORD = 'x-kubernetes-validations';

/** CEL rules, which are the same where their texts are. */
export function compareRules({ old, new: next }: SchemaPair, place: Place): void {
  const [before, after] = [[...(old[KEYWORD] ?? [])], next[KEYWORD] ?? []];
  const added: { readonly rule: ValidationRule; readonly index: number }[] = [];
  for (const [index, rule] of after.entries()) {
    const same = take(before, (each) => isSame(each, rule));
    if (!same) added.push({ rule, index });
    else if (canonical({ ...same, rule: '' }) !== canonical({ ...rule, rule: '' })) {
      place.add(
        'rule-words-changed',
        `message, reason or field path of the rule ${shown(rule.rule)} changed`,
        [KEYWORD, index],
      );
    }
  }
  const all = old[KEYWORD] ?? [];
  for (const { rule, index } of added) {
    const former = take(before, (each) => each === successorOf(rule, before));
    const message = former
      ? `rule ${shownChange(former.rule, rule.rule)}`
      : `rule ${shown(rule.rule)}`;
    const code = codeOf(rule, former, all, { old, new: next });
    place.add(code, message, [KEYWORD, index]);
  }
  for (const rule of before) {
    const code = isImmutability(rule) ? 'immutable-removed' : 'constraint-loosened';
    place.add(code, `rule ${shown(rule.rule)} was removed`);
  }
}

function take<T>(all: T[], isWanted: (each: T) => boolean): T | undefined {
  const index = all.findIndex(isWanted);
  return index < 0 ? undefined : all.splice(index, 1)[0];
}

const isSame = (a: ValidationRule, b: ValidationRule): boolean =>
  wordsOf(a.rule) === wordsOf(b.rule) &&
  (a.optionalOldSelf ?? false) === (b.optionalOldSelf ?? false);

/** White space between tokens has no effect, but it may have one within a string and after a comment. */
const wordsOf = (rule: string): string =>
  /['"]|\/\//.test(rule) ? rule.trim() : rule.trim().replaceAll(/\s+/g, ' ');

/** Finds the rule that a new rule replaces: the same rule if there is one, otherwise the most similar one. */
function successorOf(
  rule: ValidationRule,
  before: readonly ValidationRule[],
): ValidationRule | undefined {
  const same = before.find(
    (each) =>
      wordsOf(each.rule) === wordsOf(rule.rule) ||
      (each.message !== undefined && each.message === rule.message),
  );
  if (same) return same;
  const scored = before
    .filter((each) => isTransition(each) === isTransition(rule))
    .map((each) => ({ each, score: similarity(each.rule, rule.rule) }))
    .filter(({ score }) => score >= LEAST_SIMILARITY)
    .sort((a, b) => b.score - a.score);
  return scored[0]?.each ?? before.find((each) => isSameRule(each, rule));
}

/** Two rules that share half of their words have the same subject. */
const LEAST_SIMILARITY = 0.5;

/** The ratio of the words that two rules have in common. */
function similarity(a: string, b: string): number {
  const [left, right] = [a, b].map((rule) => new Set(rule.match(/\w+|[^\w\s]+/g) ?? []));
  if (!left || !right) return 0;
  const common = [...left].filter((word) => right.has(word)).length;
  return common / (left.size + right.size - common);
}

/** The names in a rule. A word in a string literal counts as a name, which only overestimates. */
const isTransition = ({ rule }: ValidationRule): boolean => /\boldSelf\b/.test(rule);

const isImmutability = ({ rule }: ValidationRule): boolean =>
  /^\s*(?:self\s*==\s*oldSelf|oldSelf\s*==\s*self)\s*$/.test(rule);

function codeOf(
  rule: ValidationRule,
  former: ValidationRule | undefined,
  all: readonly ValidationRule[],
  pair: SchemaPair,
): ChangeCode {
  if (isImmutability(rule)) return 'immutable-added';
  if (isSafe(rule, former, all, pair)) return 'rule-without-effect';
  if (isTransition(rule)) return 'transition-rule-added';
  return former ? 'rule-changed' : 'rule-added';
}

/** Whether a rule is known to reject no value that was valid. */
function isSafe(
  rule: ValidationRule,
  former: ValidationRule | undefined,
  all: readonly ValidationRule[],
  pair: SchemaPair,
): boolean {
  const expression = parsed(rule);
  if (expression === undefined) return false;
  // An update may leave a value that a rule on values refuses, and not one that a rule on changes does.
  const alike = all.filter(
    (each) =>
      isTransition(each) === isTransition(rule) &&
      (each.optionalOldSelf ?? false) === (rule.optionalOldSelf ?? false),
  );
  const others = alike.flatMap((each) => parsed(each) ?? []);
  const isKnown = (term: CelExpr): boolean => others.some((each) => isImplied(each, term));
  if (isKnown(expression) || termsOf(expression, '_&&_').every(isKnown)) return true;
  const before = former && parsed(former);
  const known = former && before && { rule: former, expression: before };
  return acceptsOldValues(rule, expression, pair, known);
}

/** Whether one rule is known to accept everything that another one accepts. */
function isSameRule(former: ValidationRule, rule: ValidationRule): boolean {
  const [by, expression] = [parsed(former), parsed(rule)];
  return by !== undefined && expression !== undefined && isImplied(by, expression);
}

/** The expression in one spelling; undefined if it cannot be parsed. */
function parsed({ rule }: ValidationRule): CelExpr | undefined {
  const { expr, issues } = parseCel(rule);
  return issues.length === 0 ? inOneSpelling(expr) : undefined;
}

/** Comparisons with the literal on the left, by the operator with the literal on the right. */
const MIRRORED: Readonly<Record<string, string>> = {
  '_==_': '_==_',
  '_!=_': '_!=_',
  '_<_': '_>_',
  '_<=_': '_>=_',
  '_>_': '_<_',
  '_>=_': '_<=_',
};

/** `x.size()` is `size(x)`, and `1 < x` is `x > 1`. Other expressions within macros are unchanged. */
function inOneSpelling(expr: CelExpr): CelExpr {
  if (expr.kind !== 'call') return expr;
  const target = expr.target && inOneSpelling(expr.target);
  const args = expr.args.map(inOneSpelling);
  if (target !== undefined && expr.name === 'size' && args.length === 0) {
    return { ...expr, target: undefined, args: [target] };
  }
  const [left, right] = args;
  const name = MIRRORED[expr.name];
  if (name !== undefined && left?.kind === 'literal' && right && right.kind !== 'literal') {
    return { ...expr, target, name, args: [right, left] };
  }
  return { ...expr, target, args };
}

/**
 * Whether an expression is known to be true if another one is: because of added alternatives, removed
 * conditions, longer lists and wider bounds. False means unknown.
 */
function isImplied(by: CelExpr, expr: CelExpr): boolean {
  if (keyOf(by) === keyOf(expr)) return true;
  const [terms, conditions] = [termsOf(expr, '_&&_'), termsOf(by, '_&&_')];
  if (terms.length > 1) return terms.every((term) => isImplied(by, term));
  const [former, alternatives] = [termsOf(by, '_||_'), termsOf(expr, '_||_')];
  if (former.length > 1) return former.every((each) => isImplied(each, expr));
  if (conditions.length > 1 && conditions.some((each) => isImplied(each, expr))) return true;
  if (alternatives.length > 1) return alternatives.some((each) => isImplied(by, each));
  return isConditionalImplied(by, expr) || isComparisonImplied(by, expr);
}

/** The operands of a chain of one operator. */
function termsOf(expr: CelExpr, operator: string): readonly CelExpr[] {
  if (expr.kind !== 'call' || expr.name !== operator) return [expr];
  return expr.args.flatMap((each) => termsOf(each, operator));
}

function isConditionalImplied(by: CelExpr, expr: CelExpr): boolean {
  const [[condition, yes, no], [otherCondition, otherYes, otherNo]] = [by, expr].map((each) =>
    each.kind === 'call' && each.name === '_?_:_' ? each.args : [],
  ) as [readonly CelExpr[], readonly CelExpr[]];
  if (!condition || !yes || !no || !otherCondition || !otherYes || !otherNo) return false;
  const isSame = keyOf(condition) === keyOf(otherCondition);
  return isSame && isImplied(yes, otherYes) && isImplied(no, otherNo);
}

/** `x == 'a'` and `x in ['a']` imply `x in ['a', 'b']`, and `x < 3` implies `x <= 5`. */
function isComparisonImplied(by: CelExpr, expr: CelExpr): boolean {
  if (by.kind !== 'call' || expr.kind !== 'call') return false;
  const [[left, right], [otherLeft, otherRight]] = [by.args, expr.args];
  if (!left || !right || !otherLeft || !otherRight || by.target || expr.target) return false;
  if (keyOf(left) !== keyOf(otherLeft)) return false;
  if (expr.name === '@in' && otherRight.kind === 'list' && otherRight.optionals.size === 0) {
    const allowed = new Set(otherRight.elements.map(keyOf));
    if (by.name === '_==_') return allowed.has(keyOf(right));
    const isList = by.name === '@in' && right.kind === 'list' && right.optionals.size === 0;
    return isList && right.elements.every((each) => allowed.has(keyOf(each)));
  }
  const [bound, otherBound] = [numberOf(right), numberOf(otherRight)];
  if (bound === undefined || otherBound === undefined) return false;
  const isUpper = (name: string): boolean => name === '_<_' || name === '_<=_';
  const isLower = (name: string): boolean => name === '_>_' || name === '_>=_';
  const isStrict = expr.name === '_<_' || expr.name === '_>_';
  const wasStrict = by.name === '_<_' || by.name === '_>_';
  const isEqualGood = !isStrict || wasStrict;
  if (isUpper(by.name) && isUpper(expr.name)) {
    return bound < otherBound || (bound === otherBound && isEqualGood);
  }
  if (isLower(by.name) && isLower(expr.name)) {
    return bound > otherBound || (bound === otherBound && isEqualGood);
  }
  return false;
}

function numberOf(expr: CelExpr): bigint | number | undefined {
  if (expr.kind !== 'literal') return undefined;
  const { value } = expr;
  return typeof value === 'bigint' || typeof value === 'number' ? value : undefined;
}

/** An expression as text, without its place. */
function keyOf(expr: CelExpr): string {
  return JSON.stringify(expr, (name, value: unknown) => {
    if (name === 'offset') return undefined;
    if (typeof value === 'bigint') return `${value}n`;
    return value instanceof Set ? [...value] : value;
  });
}
