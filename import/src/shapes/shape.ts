import type { RuntimeTypeName } from '#generator/sources/runtime-types.js';
import type { Literal } from '#generator/types/type.js';

/** A type as TypeScript writes it, before the types that it leads to have names. */
export type TypeExpression =
  | { readonly kind: 'word'; readonly word: 'string' | 'number' | 'boolean' }
  | { readonly kind: 'literals'; readonly values: readonly Literal[] }
  /** Of `@vmgen/runtime`. */
  | { readonly kind: 'runtime'; readonly name: RuntimeTypeName }
  /** Declared in the same file; what the id is called is decided when all are known. */
  | { readonly kind: 'declared'; readonly id: string }
  /** Declared in another module, under its own name. */
  | { readonly kind: 'imported'; readonly module: string; readonly name: string }
  | { readonly kind: 'array' | 'map' | 'nullable'; readonly of: TypeExpression };

/** What stands above a declaration or a field. */
export interface Comments {
  /** Documentation that JSDoc gives back as it is; empty for none. */
  readonly doc: string;
  /** Whole markers, each one line that starts with a plus. */
  readonly markers: readonly string[];
  /** The address of a page that says more. */
  readonly see?: string;
}

/** A type and what its comments have to add, so that vmgen makes the schema of it again. */
export interface Shape extends Comments {
  readonly type: TypeExpression;
}

/** A field of an interface. */
export interface FieldShape extends Shape {
  readonly name: string;
  /** Written with a `?`. */
  readonly isOptional: boolean;
}

/** An interface of its own. */
export interface InterfaceShape extends Comments {
  readonly kind: 'interface';
  readonly bases: readonly TypeExpression[];
  readonly fields: readonly FieldShape[];
  /** Other fields are kept as well: an index signature says so. */
  readonly isOpen?: boolean;
}

/** A name for a type with comments of its own. */
interface AliasShape extends Shape {
  readonly kind: 'alias';
}

/** What an `export` of a file declares. */
export type Declaration = InterfaceShape | AliasShape;

/** A declaration with its name. */
export interface NamedDeclaration {
  readonly id: string;
  readonly name: string;
  readonly declaration: Declaration;
}

/** The types that a declaration is made of. */
export function typesOf(declaration: Declaration): readonly TypeExpression[] {
  if (declaration.kind === 'alias') return [declaration.type];
  return [...declaration.bases, ...declaration.fields.map(({ type }) => type)];
}
