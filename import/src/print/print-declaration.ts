import { propertyKey } from '#generator/render/escape.js';
import { LINE_WIDTH } from '#generator/render/layout.js';
import type { FieldShape, NamedDeclaration, TypeExpression } from '../shapes/shape.js';
import { printComments, type MarkerStyle } from './print-comments.js';
import { printLiteral, printType, type TypeNames } from './print-type.js';

/** The names that a file uses for referenced types, and the position of its markers. */
interface PrintContext extends TypeNames {
  readonly markers: MarkerStyle;
}

/** A declaration with its comments, as Prettier would lay it out. */
export function printDeclaration(
  { name, declaration }: NamedDeclaration,
  context: PrintContext,
): string {
  const comments = printComments(declaration, 0, context.markers);
  if (declaration.kind === 'alias') {
    return `${comments}${printAssigned(`export type ${name} =`, declaration.type, 0, context)}\n`;
  }
  const { bases, fields, isOpen = false } = declaration;
  const names = bases.map((base) => printType(base, context)).join(', ');
  const head = `export interface ${name}${names === '' ? '' : ` extends ${names}`}`;
  if (fields.length === 0) return `${comments}${head} {}\n`;
  const lines = fields.map((field) => printField(field, context));
  if (isOpen) lines.push('  [key: string]: unknown;\n');
  return `${comments}${head} {\n${lines.join('')}}\n`;
}

function printField(field: FieldShape, context: PrintContext): string {
  const key = field.name === '__proto__' ? `'__proto__'` : propertyKey(field.name);
  const head = `  ${key}${field.isOptional ? '?' : ''}:`;
  return `${printComments(field, 2, context.markers)}${printAssigned(head, field.type, 2, context)}\n`;
}

/** Prints `head type;`; a long union of literals is printed in separate lines. */
function printAssigned(
  head: string,
  type: TypeExpression,
  indent: number,
  context: PrintContext,
): string {
  const line = `${head} ${printType(type, context)};`;
  const literals = literalsOf(type);
  if (line.length <= LINE_WIDTH) return line;
  const margin = ' '.repeat(indent + 2);
  // A line can only be broken after an equals sign.
  if (!literals) return indent > 0 ? line : `${head}\n${margin}${printType(type, context)};`;
  const flat = `${margin}${literals.join(' | ')};`;
  if (flat.length <= LINE_WIDTH) return `${head}\n${flat}`;
  return `${head}\n${literals.map((literal) => `${margin}| ${literal}`).join('\n')};`;
}

/** The members of a union of literals, null included. */
function literalsOf(type: TypeExpression): string[] | undefined {
  if (type.kind === 'literals') return type.values.map(printLiteral);
  if (type.kind !== 'nullable') return undefined;
  const values = literalsOf(type.of);
  return values && [...values, 'null'];
}
