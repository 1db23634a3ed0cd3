import type { TypeSyntax } from '../syntax/syntax.js';
import { describeType } from './describe-type.js';
import type { Evaluator } from './evaluator.js';
import { RUNTIME_PRIMITIVES } from '../syntax/runtime-types.js';
import type { Scope } from './scope.js';
import type { Type } from './type.js';

type TemplateSyntax = Extract<TypeSyntax, { kind: 'template' }>;

/** The maximum number of literals; larger enums are not readable. */
const MOST_LITERALS = 1000;

const INTEGER = '-?(?:0|[1-9][0-9]*)';
const NUMBER = `${INTEGER}(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?`;
const TEXT = '[\\s\\S]*';

/** A text as a regular expression that matches nothing else, in RE2 and JavaScript alike. */
export function literalPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** One part of a template literal. */
type Part =
  | { readonly texts: readonly string[] }
  | {
      /** As a regular expression. */
      readonly pattern: string;
      /** As TypeScript writes it. */
      readonly written: string;
    };

/** A template literal type: an enum where all its parts are literals, else a pattern. */
export function templateType(syntax: TemplateSyntax, scope: Scope, evaluator: Evaluator): Type {
  const { position } = syntax;
  const parts = syntax.parts.map((part): Part | undefined => {
    return typeof part === 'string' ? { texts: [part] } : partOf(part, scope, evaluator);
  });
  if (!parts.every((part) => part !== undefined)) return { kind: 'invalid', position };
  const literals = parts.flatMap((part) => ('texts' in part ? [part.texts] : []));
  if (literals.some((texts) => texts.length === 0)) return { kind: 'never', position };
  if (literals.length === parts.length) return literalsOf(literals, syntax, evaluator);
  const nonEmpty = parts.filter((part) => !('texts' in part) || part.texts.join('') !== '');
  if (nonEmpty.every((part) => 'pattern' in part && part.pattern === TEXT)) {
    return { kind: 'string', position };
  }
  const pattern = parts.map(patternOf).join('');
  return { kind: 'pattern', pattern, text: `\`${parts.map(writtenOf).join('')}\``, position };
}

function literalsOf(
  literals: readonly (readonly string[])[],
  { position }: TemplateSyntax,
  evaluator: Evaluator,
): Type {
  const count = literals.reduce((product, texts) => product * texts.length, 1);
  if (count > MOST_LITERALS) {
    return evaluator.refuse(
      'VMGEN4405',
      position,
      `the template literal has ${count} values`,
      'use string with +kubebuilder:validation:Pattern',
    );
  }
  const values = literals.reduce<readonly string[]>(
    (texts, part) => texts.flatMap((text) => part.map((more) => `${text}${more}`)),
    [''],
  );
  return { kind: 'enum', values: [...new Set(values)], position };
}

function patternOf(part: Part): string {
  if ('pattern' in part) return part.pattern;
  const texts = part.texts.map(literalPattern);
  return texts.length === 1 ? texts.join('') : `(?:${texts.join('|')})`;
}

function writtenOf(part: Part): string {
  if ('written' in part) return `\${${part.written}}`;
  const [text = '', more] = part.texts;
  if (more === undefined) return text.replaceAll(/[\\`$]/g, '\\$&');
  return `\${${part.texts.map((each) => JSON.stringify(each)).join(' | ')}}`;
}

/** The texts of a part, or a pattern that they match. */
function partOf(syntax: TypeSyntax, scope: Scope, evaluator: Evaluator): Part | undefined {
  const type = evaluator.resolve(syntax, scope);
  const shape = evaluator.shape(type);
  switch (shape.kind) {
    case 'enum':
      return { texts: [...new Set(shape.values.map(String))] };
    case 'boolean':
      return { texts: ['false', 'true'] };
    case 'null':
    case 'undefined':
      return { texts: [shape.kind] };
    case 'never':
      return { texts: [] };
    case 'string':
      return { pattern: TEXT, written: 'string' };
    case 'number':
      return { pattern: NUMBER, written: 'number' };
    case 'pattern':
      return { pattern: shape.pattern, written: shape.text };
    case 'invalid':
      return undefined;
    default:
      break;
  }
  if (shape.kind === 'runtime' && RUNTIME_PRIMITIVES[shape.name] === 'number') {
    return { pattern: shape.name === 'Float' ? NUMBER : INTEGER, written: 'number' };
  }
  evaluator.refuse(
    'VMGEN4406',
    syntax.position,
    `${describeType(type, evaluator.types)} in a template literal has no pattern`,
    'use string with +kubebuilder:validation:Pattern',
  );
  return undefined;
}
