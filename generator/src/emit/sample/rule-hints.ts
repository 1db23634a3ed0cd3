import type { JSONSchemaProps } from '@vmgen/crd';
import type { JsonValue } from '@vmgen/base/json';

/** The texts and numbers in the rules of a schema: a value that satisfies a rule often contains one of them. */
export function hintsOf(schema: JSONSchemaProps): readonly JsonValue[] {
  const hints = new Set<JsonValue>();
  for (const text of ruleTexts(schema)) {
    for (const [, double, single, number] of text.matchAll(LITERAL)) {
      if (number !== undefined) hints.add(Number(number));
      else hints.add(unescaped(double ?? single ?? ''));
    }
  }
  return [...hints];
}

/** Whether the rules of a schema contain a name as a word. */
export function mentions(schema: JSONSchemaProps, name: string): boolean {
  return ruleTexts(schema).some((text) => text.split(/[^\w-]+/).includes(name));
}

const ruleTexts = (schema: JSONSchemaProps): readonly string[] =>
  (schema['x-kubernetes-validations'] ?? []).map(({ rule }) => rule);

const LITERAL = /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|(?<![\w.])(-?\d+(?:\.\d+)?)(?![\w.])/gs;

const ESCAPE = /\\(?:[uU]([\da-fA-F]{4}(?:[\da-fA-F]{4})?)|[xX]([\da-fA-F]{2})|(.))/gs;

const CONTROLS: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['b', '\b'],
  ['f', '\f'],
  ['v', '\v'],
  ['a', '\u0007'],
]);

/** The value of a literal of CEL. */
const unescaped = (literal: string): string =>
  literal.replace(ESCAPE, (_, long?: string, short?: string, name = '') => {
    const code = parseInt(long ?? short ?? '', 16);
    if (code <= 0x10ffff) return String.fromCodePoint(code);
    return CONTROLS.get(String(name)) ?? String(name);
  });
