import type { FindingList } from '../findings/finding-list.js';
import type { SourcePosition } from '../findings/finding.js';
import type { TypeSyntax } from '../frontend/syntax.js';
import type { Type } from './type.js';

/**
 * The type of a union: literals of one type, or one type beside null. `undefined` says what the `?`
 * says and is dropped.
 */
export function unionType(
  members: readonly TypeSyntax[],
  position: SourcePosition,
  findings: FindingList,
  resolve: (member: TypeSyntax) => Type | undefined,
): Type {
  const values = members.filter((member) => !isKeyword(member, 'null', 'undefined'));
  const isNullable = members.some((member) => isKeyword(member, 'null'));
  const type = valueType(values, position, findings, resolve);
  return isNullable && type.kind !== 'invalid' ? { kind: 'nullable', type, position } : type;
}

function valueType(
  members: readonly TypeSyntax[],
  position: SourcePosition,
  findings: FindingList,
  resolve: (member: TypeSyntax) => Type | undefined,
): Type {
  const refuse = (message: string, remedy: string): Type => {
    findings.error(position, message, remedy);
    return { kind: 'invalid', position };
  };
  const literals = members.map((member) => (member.kind === 'literal' ? member.value : undefined));
  const isText = (value: unknown): value is string => typeof value === 'string';
  const isNumber = (value: unknown): value is number => typeof value === 'number';
  if (members.length === 0) return refuse('the union has no values', 'name a type beside null');
  if (literals.every(isText)) return { kind: 'enum', values: [...new Set(literals)], position };
  if (literals.every(isNumber)) return { kind: 'enum', values: [...new Set(literals)], position };
  if (literals.every((value) => typeof value === 'boolean')) return { kind: 'boolean', position };
  const [only, ...more] = members;
  if (only && more.length === 0) return resolve(only) ?? { kind: 'invalid', position };
  if (literals.every((value) => value !== undefined)) {
    return refuse(
      'the union mixes strings and numbers',
      'use literals of one type, or IntOrString',
    );
  }
  const isIntOrString = members.every((member) => isKeyword(member, 'string', 'number'));
  return isIntOrString
    ? refuse('string | number has no schema', 'use IntOrString of @vmgen/runtime')
    : refuse(
        'a union of types has no schema',
        'use one interface with optional fields, or a union of literals',
      );
}

function isKeyword(syntax: TypeSyntax, ...keywords: string[]): boolean {
  return syntax.kind === 'keyword' && keywords.includes(syntax.keyword);
}
