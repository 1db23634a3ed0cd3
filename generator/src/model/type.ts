import type { SourcePosition } from '../findings/finding.js';
import type { MarkerUse } from '../markers/definition.js';
import type { RuntimeTypeName } from './runtime-types.js';

/** A TypeScript type with its names resolved. */
export type Type = { readonly position: SourcePosition } & (
  | { readonly kind: 'string' | 'number' | 'boolean' | 'bytes' }
  /** Literals of one type, in source order. */
  | { readonly kind: 'enum'; readonly values: readonly string[] | readonly number[] }
  | { readonly kind: 'array'; readonly element: Type }
  | { readonly kind: 'map'; readonly value: Type }
  | {
      readonly kind: 'object';
      readonly fields: readonly Field[];
      /** Named types whose fields come first. */
      readonly bases: readonly Type[];
    }
  | { readonly kind: 'named'; readonly id: TypeId }
  | { readonly kind: 'runtime'; readonly name: RuntimeTypeName }
  | { readonly kind: 'nullable'; readonly type: Type }
  /** `any`, `unknown` or `object`. */
  | { readonly kind: 'unknown'; readonly keyword: string }
  /** Refused with a finding. */
  | { readonly kind: 'invalid' }
);

/** A declaration's file and name. */
export type TypeId = string;

export interface Field {
  readonly name: string;
  /** The `?`. */
  readonly optional: boolean;
  /** What the API says: the markers overrule the `?`. */
  readonly required: boolean;
  readonly type: Type;
  readonly doc: string;
  readonly markers: readonly MarkerUse[];
  readonly position: SourcePosition;
}

/** A declared interface, alias or enum. */
export interface NamedType {
  readonly id: TypeId;
  readonly name: string;
  /** Its file, relative to the folder of the APIs. */
  readonly path: string;
  readonly isExported: boolean;
  readonly isEnum: boolean;
  readonly type: Type;
  readonly doc: string;
  readonly markers: readonly MarkerUse[];
  readonly position: SourcePosition;
}

export type TypeTable = ReadonlyMap<TypeId, NamedType>;

/** All fields of an object type: those of its bases first, overridden in place. */
export function fieldsOf(type: Type, types: TypeTable): Field[] {
  if (type.kind === 'named') {
    const named = types.get(type.id);
    return named ? fieldsOf(named.type, types) : [];
  }
  if (type.kind === 'runtime' && type.name === 'TypeMeta') {
    return ['apiVersion', 'kind'].map((name) => optionalText(name, type.position));
  }
  if (type.kind !== 'object') return [];
  const fields = new Map<string, Field>();
  for (const base of type.bases) {
    for (const field of fieldsOf(base, types)) fields.set(field.name, field);
  }
  for (const field of type.fields) fields.set(field.name, field);
  return [...fields.values()];
}

function optionalText(name: string, position: SourcePosition): Field {
  const type: Type = { kind: 'string', position };
  return { name, optional: true, required: false, type, doc: '', markers: [], position };
}
