import type { SourcePosition } from '../diagnostics/diagnostic.js';
import type { MarkerDefinition, MarkerUse } from '../markers/language/definition.js';
import type { RuntimeTypeName } from '../syntax/runtime-types.js';

/** A value that a type can name. */
export type Literal = string | number | boolean;

/** The properties of all types. */
export interface TypeBase {
  /** The position of the type in its source. */
  readonly position: SourcePosition;
  /** Declared as `string & {}`, which TypeScript does not treat as a string in some positions. */
  readonly isKept?: boolean;
}

/**
 * A TypeScript type with resolved names and applied operations (`Pick`, mapped types...). Its
 * {@link Schema} is the type in the API, with its markers.
 */
export type Type = TypeBase &
  (
    | { readonly kind: 'string' | 'number' | 'boolean' | 'bytes' | 'date' }
    | LiteralsType
    | PatternType
    | {
        readonly kind: 'array';
        readonly element: Type;
        readonly tuple?: Tuple;
        /** Distinguishes array types for the type checker; it has no effect on the schema. */
        readonly isReadonly?: boolean;
      }
    | { readonly kind: 'map'; readonly value: Type }
    | {
        readonly kind: 'object';
        readonly fields: readonly Field[];
        /** Base types, whose fields precede the own fields. */
        readonly bases: readonly Type[];
        /** `[key: string]: unknown` beside the fields: other fields are allowed. */
        readonly isIndexed?: boolean;
      }
    | { readonly kind: 'union'; readonly members: readonly Type[] }
    /** A declared one: the model's `types` have it under the id. */
    | { readonly kind: 'named'; readonly id: TypeId }
    /** A type that `@vmgen/runtime` declares, such as `Quantity`. */
    | { readonly kind: 'runtime'; readonly name: RuntimeTypeName }
    | { readonly kind: 'nullable'; readonly type: Type }
    /** `T | undefined`. */
    | { readonly kind: 'undefinable'; readonly type: Type }
    /** Used only while another type is being resolved. */
    | { readonly kind: 'null' | 'undefined' | 'never' }
    /** `any`, `unknown` or `object`. */
    | { readonly kind: 'unknown'; readonly keyword: string }
    /** Refused with a diagnostic. */
    | { readonly kind: 'invalid' }
  );

/** Literals, in source order. */
export interface LiteralsType {
  /** The discriminator of {@link Type}. */
  readonly kind: 'enum';
  /** The allowed values, in source order. */
  readonly values: readonly Literal[];
  /** The enums of the values, by index; a separate literal has no enum. */
  readonly owners?: readonly (TypeId | undefined)[];
  /** The documentation of the values of an enum, by index; empty if absent. */
  readonly docs?: readonly string[];
}

/** Template literals: a regular expression without anchors that can be combined with others. */
export interface PatternType {
  /** The discriminator of {@link Type}. */
  readonly kind: 'pattern';
  /** A regular expression that matches exactly the values of the type. */
  readonly pattern: string;
  /** As TypeScript writes it. */
  readonly text: string;
  /** The template literals and literals of the union. */
  readonly members?: readonly Type[];
}

export type ObjectType = Extract<Type, { kind: 'object' }>;

/** The bounds on the length of an array that is declared as a tuple. */
export interface Tuple {
  /** The minimum length. */
  readonly min: number;
  /** The maximum length. */
  readonly max: number;
  /** Only tuples with elements of one type have a schema. */
  readonly elements: readonly Type[];
}

/** A declaration's file and name, with the arguments of a generic one. */
export type TypeId = string;

/** A field of an object type. */
export interface Field {
  /** The name of the field in TypeScript and in JSON. */
  readonly name: string;
  /** The `?`. */
  readonly optional: boolean;
  /** Whether the field is declared as `readonly`. */
  readonly isReadonly: boolean;
  /** Whether the API requires the field: markers take precedence over `?`. */
  readonly required: boolean;
  /** The type, without `undefined` of optional fields. */
  readonly type: Type;
  /** The documentation, without markers; empty if absent. */
  readonly doc: string;
  /** The markers in the comments of the field. */
  readonly markers: readonly MarkerUse[];
  /** Its markers that were refused. */
  readonly refused?: readonly MarkerDefinition[];
  /** The position of the field name. */
  readonly position: SourcePosition;
}

/** A declared interface, alias or enum, or a generic one with its arguments. */
export interface NamedType {
  /** The key of the type in the type table. */
  readonly id: TypeId;
  /** The name in TypeScript syntax: `Box<string>`. */
  readonly name: string;
  /** Its file, relative to the folder of the APIs. */
  readonly path: string;
  /** The name by which other files import it, such as `default`; undefined if it is not exported. */
  readonly exportedName: string | undefined;
  /** Whether its file has `export =`, beside which no other export is possible. */
  readonly hasExportAssignment: boolean;
  /** An instance of a generic declaration, which cannot be imported by name. */
  readonly isInstance: boolean;
  /** Declared with `interface`, which TypeScript does not accept as a map. */
  readonly isInterface: boolean;
  /** The declared type. */
  readonly type: Type;
  /** The documentation, without markers; empty if absent. */
  readonly doc: string;
  /** The markers in the comments of the declaration. */
  readonly markers: readonly MarkerUse[];
  /** Its markers that were refused. */
  readonly refused: readonly MarkerDefinition[];
  /** The position of the name in the declaration. */
  readonly position: SourcePosition;
}

/** All declared types that were resolved. */
export type TypeTable = ReadonlyMap<TypeId, NamedType>;

/** The type behind names; undefined while the name is still being declared. */
export function shapeOf(type: Type, types: TypeTable): Type | undefined {
  let shape: Type | undefined = type;
  const seen = new Set<TypeId>();
  while (shape?.kind === 'named') {
    if (seen.has(shape.id)) return undefined;
    seen.add(shape.id);
    shape = types.get(shape.id)?.type;
  }
  return shape;
}
