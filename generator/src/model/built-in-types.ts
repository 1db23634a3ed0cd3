import type { FindingList } from '../findings/finding-list.js';
import type { TypeSyntax } from '../frontend/syntax.js';
import type { Field, Type } from './type.js';

type Reference = Extract<TypeSyntax, { kind: 'reference' }>;

/** Types of the language that no JSON value has, and what to write instead. */
const REFUSED: Readonly<Record<string, readonly [message: string, remedy: string]>> = {
  Date: ['a Date is a string on the wire', 'use Time of @vmgen/runtime'],
  Set: ['a Set has no JSON form', 'use an array with +listType=set'],
  Map: ['a Map has no JSON form', 'use Record<string, T>'],
  Function: ['a function cannot stand in an API', 'API types are data: move functions elsewhere'],
  Promise: ['a Promise cannot stand in an API', 'API types are data'],
  Object: ['Object says nothing of its fields', 'use RawExtension of @vmgen/runtime'],
  Partial: ['Partial is not read', 'write the fields out'],
  Required: ['Required is not read', 'write the fields out'],
  Pick: ['Pick is not read', 'write the fields out'],
  Omit: ['Omit is not read', 'write the fields out'],
};

/** The type behind a name of the language; undefined for a name that it does not have. */
export function resolveBuiltIn(
  syntax: Reference,
  findings: FindingList,
  resolve: (inner: TypeSyntax) => Type,
): Type | undefined {
  const { name, position } = syntax;
  const [first, second] = syntax.typeArguments;
  if ((name === 'Array' || name === 'ReadonlyArray') && first) {
    return { kind: 'array', element: resolve(first), position };
  }
  if (name === 'Readonly' && first) return resolve(first);
  if (name === 'Uint8Array') return { kind: 'bytes', position };
  if (name === 'Record' && first && second)
    return recordType(first, second, syntax, findings, resolve);
  const refused = Object.hasOwn(REFUSED, name) ? REFUSED[name] : undefined;
  if (!refused) return undefined;
  findings.error(position, ...refused);
  return { kind: 'invalid', position };
}

/** `Record<string, T>` is a map, `Record<'a' | 'b', T>` an object. */
function recordType(
  key: TypeSyntax,
  value: TypeSyntax,
  { position }: Reference,
  findings: FindingList,
  resolve: (inner: TypeSyntax) => Type,
): Type {
  if (key.kind === 'keyword' && key.keyword === 'string') {
    return { kind: 'map', value: resolve(value), position };
  }
  const names = (key.kind === 'union' ? key.members : [key]).map((member) =>
    member.kind === 'literal' ? String(member.value) : undefined,
  );
  if (!names.every((name) => name !== undefined)) {
    findings.error(
      key.position,
      'the keys of a Record are string or literals',
      'use Record<string, T>',
    );
    return { kind: 'invalid', position };
  }
  const type = resolve(value);
  const fields = names.map((name): Field => {
    return { name, optional: false, required: true, type, doc: '', markers: [], position };
  });
  return { kind: 'object', fields, bases: [], position };
}
