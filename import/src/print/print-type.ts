import { stringLiteral } from '#generator/render/escape.js';
import type { TypeExpression } from '../shapes/shape.js';

/** The names of a file. */
export interface TypeNames {
  /** What the file calls what its types refer to. */
  readonly nameOf: (type: NamedExpression) => string;
  /** Whether one of its own types is called Record, so that TypeScript's has no name there. */
  readonly hidesRecord: boolean;
}

/** A type as TypeScript, with the names that its file has for what it refers to. */
export function printType(type: TypeExpression, names: TypeNames): string {
  switch (type.kind) {
    case 'word':
      return type.word;
    case 'literals':
      return type.values.map(printLiteral).join(' | ');
    case 'runtime':
    case 'declared':
    case 'imported':
      return names.nameOf(type);
    case 'array': {
      const element = printType(type.of, names);
      return isUnion(type.of) ? `(${element})[]` : `${element}[]`;
    }
    case 'map':
      return names.hidesRecord
        ? `{ [key: string]: ${printType(type.of, names)} }`
        : `Record<string, ${printType(type.of, names)}>`;
    case 'nullable':
      return `${printType(type.of, names)} | null`;
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
