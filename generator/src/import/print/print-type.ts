import { stringLiteral } from '../../render/escape.js';
import type { TypeExpression } from '../shapes/shape.js';

/** A type as TypeScript, with the names that its file has for what it refers to. */
export function printType(type: TypeExpression, nameOf: (type: NamedExpression) => string): string {
  switch (type.kind) {
    case 'word':
      return type.word;
    case 'literals':
      return type.values.map(printLiteral).join(' | ');
    case 'runtime':
    case 'declared':
    case 'imported':
      return nameOf(type);
    case 'array': {
      const element = printType(type.of, nameOf);
      return isUnion(type.of) ? `(${element})[]` : `${element}[]`;
    }
    case 'map':
      return `Record<string, ${printType(type.of, nameOf)}>`;
    case 'nullable':
      return `${printType(type.of, nameOf)} | null`;
  }
}

/** What is called by a name. */
export type NamedExpression = Extract<
  TypeExpression,
  { kind: 'runtime' | 'declared' | 'imported' }
>;

export const printLiteral = (value: string | number | boolean): string =>
  typeof value === 'string' ? stringLiteral(value) : String(value);

const isUnion = (type: TypeExpression): boolean =>
  type.kind === 'nullable' || (type.kind === 'literals' && type.values.length > 1);

/** All names in a type. */
export function namedIn(type: TypeExpression): NamedExpression[] {
  switch (type.kind) {
    case 'runtime':
    case 'declared':
    case 'imported':
      return [type];
    case 'array':
    case 'map':
    case 'nullable':
      return namedIn(type.of);
    default:
      return [];
  }
}
