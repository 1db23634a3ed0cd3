import type { RuntimeTypeName } from '../../syntax/runtime-types.js';
import type { Literal } from '../../types/type.js';

/** A TypeScript type, before the types that it references have names. */
export type TypeExpression =
  | { readonly kind: 'word'; readonly word: 'string' | 'number' | 'boolean' }
  | { readonly kind: 'literals'; readonly values: readonly Literal[] }
  /** Of `@vmgen/runtime`. */
  | { readonly kind: 'runtime'; readonly name: RuntimeTypeName }
  /** Declared in the same file; its name is chosen when all declarations are known. */
  | { readonly kind: 'declared'; readonly id: string }
  /** Declared in another module, under its own name. */
  | { readonly kind: 'imported'; readonly module: string; readonly name: string }
  | { readonly kind: 'array' | 'map' | 'nullable'; readonly of: TypeExpression };

/** The comments above a declaration or a field. */
export interface Comments {
  /** Documentation that JSDoc preserves; empty for none. */
  readonly doc: string;
  /** Whole markers, each one line that starts with a plus. */
  readonly markers: readonly string[];
  /** The URL of a page with more information. */
  readonly see?: string;
}

/** A type and the comments that vmgen needs to generate the schema again. */
export interface Shape extends Comments {
  readonly type: TypeExpression;
}

/** A field of an interface. */
export interface FieldShape extends Shape {
  readonly name: string;
  /** Written with a `?`. */
  readonly isOptional: boolean;
}

/** A separate interface. */
export interface InterfaceShape extends Comments {
  readonly kind: 'interface';
  readonly bases: readonly TypeExpression[];
  readonly fields: readonly FieldShape[];
  /** Other fields are kept: the type has an index signature. */
  readonly isOpen?: boolean;
}

/** A name for a type with comments. */
interface AliasShape extends Shape {
  readonly kind: 'alias';
}

/** An `export` of a file. */
export type Declaration = InterfaceShape | AliasShape;

/** A declaration with its name. */
export interface NamedDeclaration {
  readonly id: string;
  readonly name: string;
  readonly declaration: Declaration;
}

/** The types of a declaration. */
export function typesOf(declaration: Declaration): readonly TypeExpression[] {
  if (declaration.kind === 'alias') return [declaration.type];
  return [...declaration.bases, ...declaration.fields.map(({ type }) => type)];
}
