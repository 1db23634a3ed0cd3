import { compileSchema, type JSONSchemaProps, type ValidationRule } from '@vmgen/crd';
import type { ChangeCode } from '../definitions/registry.js';
import { fieldOf } from './parts-of.js';
import type { Place, SchemaPair } from './place.js';
import { canonical } from './canonical.js';
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
      place.add('rule-words-changed', `rule ${shown(rule.rule)} refuses in other words`, [
        KEYWORD,
        index,
      ]);
    }
  }
  for (const { rule, index } of added) {
    // One that says what another said is that other, changed.
    const former = take(before, (each) => isAbout(each, rule));
    const message = former
      ? `rule ${shownChange(former.rule, rule.rule)}`
      : `rule ${shown(rule.rule)}`;
    place.add(codeOf(rule, former, { old, new: next }), message, [KEYWORD, index]);
  }
  for (const rule of before) {
    const code = isImmutability(rule) ? 'immutable-removed' : 'rule-removed';
    place.add(code, `rule ${shown(rule.rule)} is gone`);
  }
}

function take<T>(all: T[], isWanted: (each: T) => boolean): T | undefined {
  const index = all.findIndex(isWanted);
  return index < 0 ? undefined : all.splice(index, 1)[0];
}

const isSame = (a: ValidationRule, b: ValidationRule): boolean =>
  wordsOf(a.rule) === wordsOf(b.rule) &&
  (a.optionalOldSelf ?? false) === (b.optionalOldSelf ?? false);

/** White space between words says nothing, but within a text it may, and behind a comment. */
const wordsOf = (rule: string): string =>
  /['"]|\/\//.test(rule) ? rule.trim() : rule.trim().replaceAll(/\s+/g, ' ');

const isAbout = (a: ValidationRule, b: ValidationRule): boolean =>
  wordsOf(a.rule) === wordsOf(b.rule) ||
  (a.message !== undefined && a.message === b.message) ||
  (a.message === undefined && b.message === undefined && !isTransition(a) && !isTransition(b));

/** A name in a rule, which in a text is none; to take that for one says more than there is. */
const isTransition = ({ rule }: ValidationRule): boolean => /\boldSelf\b/.test(rule);

const isImmutability = ({ rule }: ValidationRule): boolean =>
  /^\s*(?:self\s*==\s*oldSelf|oldSelf\s*==\s*self)\s*$/.test(rule);

function codeOf(
  rule: ValidationRule,
  former: ValidationRule | undefined,
  pair: SchemaPair,
): ChangeCode {
  if (isImmutability(rule)) return 'immutable-added';
  if (isTransition(rule)) return 'transition-rule-added';
  if (isOfNewFields(rule, pair)) return 'rule-of-new-fields';
  return former ? 'rule-changed' : 'rule-added';
}

/**
 * Whether a rule reads nothing of an object but fields that are new: of every object that could be
 * there before it says the same, and that is that the object is good.
 */
function isOfNewFields(rule: ValidationRule, { old, new: next }: SchemaPair): boolean {
  const fields = Object.entries(next.properties ?? {}).filter(([name]) => !fieldOf(old, name));
  const names = new Set(fields.map(([name]) => name));
  const uses = [...rule.rule.matchAll(/\bself\b(?:\.(\w+))?/g)];
  if (uses.length === 0 || !uses.every(([, name = '']) => names.has(name))) return false;
  const value: JSONSchemaProps = {
    type: 'object',
    properties: Object.fromEntries(fields),
    [KEYWORD]: [rule],
  };
  const schema = compileSchema({ type: 'object', properties: { value } });
  const object = { value: {} };
  schema.default(object);
  return schema.validate(object).length === 0;
}
