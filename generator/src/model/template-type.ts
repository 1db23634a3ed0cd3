import type { TypeSyntax } from '../frontend/syntax.js';
import { describeType } from './describe-type.js';
import type { Evaluator } from './evaluator.js';
import type { Scope } from './scope.js';
import type { Type } from './type.js';

type TemplateSyntax = Extract<TypeSyntax, { kind: 'template' }>;

/** More literals than this are no enum that anybody would read. */
const MOST_LITERALS = 1000;

const INTEGER = '-?(?:0|[1-9][0-9]*)';
const NUMBER = `${INTEGER}(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?`;
const TEXT = '[\\s\\S]*';

/** A text as a regular expression that matches nothing else, in RE2 and JavaScript alike. */
export function literalPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** A template literal type: an enum where all its parts are literals, else a pattern. */
export function templateType(syntax: TemplateSyntax, scope: Scope, evaluator: Evaluator): Type {
  const { position } = syntax;
  const parts = syntax.parts.map((part) => {
    return typeof part === 'string' ? [part] : partOf(part, scope, evaluator);
  });
  if (parts.some((part) => part === undefined)) return { kind: 'invalid', position };
  const literals = parts.map((part) => (Array.isArray(part) ? part : undefined));
  if (literals.every((part) => part !== undefined)) {
    const count = literals.reduce((product, part) => product * part.length, 1);
    if (count > MOST_LITERALS) {
      return evaluator.refuse(
        'VMGEN4405',
        position,
        `the template literal stands for ${count} texts`,
        'use string with +kubebuilder:validation:Pattern',
      );
    }
    const values = literals.reduce<readonly string[]>(
      (texts, part) => texts.flatMap((text) => part.map((more: string) => `${text}${more}`)),
      [''],
    );
    return values.length === 0 ? { kind: 'never', position } : { kind: 'enum', values, position };
  }
  const pattern = parts.map((part) => {
    if (typeof part === 'string') return part;
    const texts = (part ?? []).map(literalPattern);
    return texts.length === 1 ? texts[0] : `(?:${texts.join('|')})`;
  });
  return { kind: 'pattern', pattern: pattern.join(''), position };
}

/** The texts of a part, or a pattern that they match. */
function partOf(
  syntax: TypeSyntax,
  scope: Scope,
  evaluator: Evaluator,
): readonly string[] | string | undefined {
  const type = evaluator.resolve(syntax, scope);
  const shape = evaluator.shape(type);
  switch (shape.kind) {
    case 'enum':
      return shape.values.map(String);
    case 'boolean':
      return ['false', 'true'];
    case 'never':
      return [];
    case 'string':
      return TEXT;
    case 'number':
      return NUMBER;
    case 'pattern':
      return shape.pattern;
    case 'invalid':
      return undefined;
    default:
      break;
  }
  if (shape.kind === 'runtime' && shape.name === 'Float') return NUMBER;
  if (shape.kind === 'runtime' && /^Int\d+$/.test(shape.name)) return INTEGER;
  evaluator.refuse(
    'VMGEN4406',
    syntax.position,
    `${describeType(type, evaluator.types)} in a template literal has no pattern`,
    'use string with +kubebuilder:validation:Pattern',
  );
  return undefined;
}
