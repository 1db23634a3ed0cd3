import { stringLiteral } from '#generator/render/escape.js';
import type { TypeExpression } from '../shapes/shape.js';

/** The names of a file. */
export interface TypeNames {
  /** The names that the file uses for referenced types. */
  readonly nameOf: (type: NamedExpression) => string;
  /** Whether the file declares a type with the name Record, which hides the TypeScript type. */
  readonly hidesRecord: boolean;
}

/** Prints a type as TypeScript, with the names that its file uses for referenced types. */
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

/** Types that are referenced by name. */
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
