import type { ValidationRule } from '@vmgen/crd';
import { parseCel, type CelExpr } from '@vmgen/crd/internal';
import type { ChangeCode } from '../definitions/registry.js';
import { isImplied } from './implied-rule.js';
import type { Place, SchemaPair } from './place.js';
import { canonical } from './canonical.js';
import { acceptsOldValues, readsNewFieldsOnly, usesOf } from './rule-variants.js';
import { shown, shownChange } from './shown.js';

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
    const code = isImmutability(rule) ? 'immutable-removed' : 'rule-removed';
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
  const safe = safeCode(rule, former, all, pair);
  if (safe !== undefined) return safe;
  if (isTransition(rule)) return 'transition-rule-added';
  return former ? 'rule-changed' : 'rule-added';
}

/** Undefined for a rule that may reject values that were valid. */
function safeCode(
  rule: ValidationRule,
  former: ValidationRule | undefined,
  all: readonly ValidationRule[],
  pair: SchemaPair,
): ChangeCode | undefined {
  const expression = parsed(rule);
  if (expression === undefined) return undefined;
  // An update may leave a value that a rule on values refuses, and not one that a rule on changes does.
  const alike = all.filter(
    (each) =>
      isTransition(each) === isTransition(rule) &&
      (each.optionalOldSelf ?? false) === (rule.optionalOldSelf ?? false),
  );
  if (alike.some((each) => isSameRule(each, rule))) return 'rule-without-effect';
  const before = former && parsed(former);
  const known = former && before && { rule: former, expression: before };
  if (!acceptsOldValues(rule, expression, pair, known)) return undefined;
  return readsNewFieldsOnly(usesOf([expression]), pair)
    ? 'rule-of-new-fields'
    : 'rule-without-effect';
}

/** Whether one rule is known to accept everything that another one accepts. */
function isSameRule(former: ValidationRule, rule: ValidationRule): boolean {
  const [by, expression] = [parsed(former), parsed(rule)];
  return by !== undefined && expression !== undefined && isImplied(by, expression);
}

/** Undefined if the expression cannot be parsed. */
function parsed({ rule }: ValidationRule): CelExpr | undefined {
  const { expr, issues } = parseCel(rule);
  return issues.length === 0 ? expr : undefined;
}
