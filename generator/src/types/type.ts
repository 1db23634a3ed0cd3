import type { SourcePosition } from '../diagnostics/diagnostic.js';
import type { MarkerDefinition, MarkerUse } from '../markers/language/definition.js';
import type { RuntimeTypeName } from '../sources/runtime-types.js';

/** A value that a type can name. */
export type Literal = string | number | boolean;

/** What every type has. */
export interface TypeBase {
  /** The position of the type in its source. */
  readonly position: SourcePosition;
  /** Written as `string & {}`, which TypeScript takes for no string in some places. */
  readonly isKept?: boolean;
}

/**
 * A TypeScript type with its names resolved and its operations (`Pick`, mapped and conditional types...)
 * carried out. What the API accepts of it, with its markers, is its {@link Schema}.
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
        /** Tells two arrays apart for the type checker; a schema says nothing of it. */
        readonly isReadonly?: boolean;
      }
    | { readonly kind: 'map'; readonly value: Type }
    | {
        readonly kind: 'object';
        readonly fields: readonly Field[];
        /** Types whose fields come first. */
        readonly bases: readonly Type[];
        /** `[key: string]: unknown` beside the fields: readers and writers may name others. */
        readonly isIndexed?: boolean;
      }
    | { readonly kind: 'union'; readonly members: readonly Type[] }
    /** A declared one: the model's `types` have it under the id. */
    | { readonly kind: 'named'; readonly id: TypeId }
    /** One that `@vmgen/runtime` declares, such as `Quantity`. */
    | { readonly kind: 'runtime'; readonly name: RuntimeTypeName }
    | { readonly kind: 'nullable'; readonly type: Type }
    /** `T | undefined`. */
    | { readonly kind: 'undefinable'; readonly type: Type }
    /** What stands for itself only on the way to another type. */
    | { readonly kind: 'null' | 'undefined' | 'never' }
    /** `any`, `unknown` or `object`. */
    | { readonly kind: 'unknown'; readonly keyword: string }
    /** What a conditional type finds out. */
    | { readonly kind: 'infer'; readonly name: string; readonly constraint?: Type | undefined }
    /** Refused with a diagnostic. */
    | { readonly kind: 'invalid' }
  );

/** Literals, in source order. */
export interface LiteralsType {
  /** The discriminator of {@link Type}. */
  readonly kind: 'enum';
  /** The allowed values, in source order. */
  readonly values: readonly Literal[];
  /** The enums whose members the values are, by place: a literal alone is of none. */
  readonly owners?: readonly (TypeId | undefined)[];
}

/** Template literals: a regular expression without anchors, safe to stand beside others. */
export interface PatternType {
  /** The discriminator of {@link Type}. */
  readonly kind: 'pattern';
  /** A regular expression that matches exactly the values of the type. */
  readonly pattern: string;
  /** As TypeScript writes it. */
  readonly text: string;
  /** The template literals, and literals beside them, that it is a union of. */
  readonly members?: readonly Type[];
}

export type ObjectType = Extract<Type, { kind: 'object' }>;

/** What an array says of its length when it is written as a tuple. */
export interface Tuple {
  /** The minimum length. */
  readonly min: number;
  /** The maximum length. */
  readonly max: number;
  /** Only those of one type have a schema. */
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
  /** What the API says: the markers overrule the `?`. */
  readonly required: boolean;
  /** The type, without `undefined` of optional fields. */
  readonly type: Type;
  /** What its comment says, without markers; empty without one. */
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
  /** As people write it: `Box<string>`. */
  readonly name: string;
  /** Its file, relative to the folder of the APIs. */
  readonly path: string;
  /** The name by which other files import it, such as `default`; undefined where they cannot. */
  readonly exportedName: string | undefined;
  /** Made from a generic declaration, so that no name can be imported for it. */
  readonly isInstance: boolean;
  /** Declared with `interface`, which TypeScript does not take for a map. */
  readonly isInterface: boolean;
  /** The declared type. */
  readonly type: Type;
  /** What its comment says, without markers; empty without one. */
  readonly doc: string;
  /** The markers in the comments of the declaration. */
  readonly markers: readonly MarkerUse[];
  /** Its markers that were refused. */
  readonly refused: readonly MarkerDefinition[];
  /** The position of the name in the declaration. */
  readonly position: SourcePosition;
}

/** All declared types that were asked for. */
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
