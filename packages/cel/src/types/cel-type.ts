export type TypeKind =
  | 'bool'
  | 'int'
  | 'uint'
  | 'double'
  | 'string'
  | 'bytes'
  | 'null'
  | 'duration'
  | 'timestamp'
  | 'dyn'
  | 'error'
  | 'list'
  | 'map'
  | 'struct'
  | 'opaque'
  | 'type'
  | 'param';

/** A type in the type checker. */
export interface CelType {
  readonly kind: TypeKind;
  /** The name as `type(value)` reports it. For a parameter, its name. */
  readonly name: string;
  readonly params: readonly CelType[];
  /** The fields, for an object that has a schema. */
  readonly decl?: DeclType;
  /** Whether null is assignable to this type of a scalar: the type of a wrapper of protobuf. */
  readonly isNullable?: boolean;
}

/** The keyword that bounds the size of a value in its schema. */
export type BoundKeyword = 'maxItems' | 'maxProperties' | 'maxLength';

/**
 * The part of a schema that is visible to rules (apiserver's cel/common SchemaDeclType): a type,
 * with sizes for cost estimates.
 */
export interface DeclType {
  /** The type of a scalar. `celTypeOf` derives the types of lists, maps and objects. */
  readonly scalar: CelType | undefined;
  /** The fields of an object by their escaped names. */
  readonly fields?: ReadonlyMap<string, DeclType>;
  readonly key?: DeclType;
  /** The items of a list or the values of a map. */
  readonly element?: DeclType;
  /** The maximum number of items, entries or bytes. 0 for types without a size. */
  readonly maxElements: number;
  /** The keyword that would bound the size and is missing. */
  readonly missingBound?: BoundKeyword;
  /** The minimum number of bytes of a value in JSON. */
  readonly minBytes: number;
}

const simple = (kind: TypeKind, name: string = kind): CelType => ({ kind, name, params: [] });

export const boolType = simple('bool');
export const intType = simple('int');
export const uintType = simple('uint');
export const doubleType = simple('double');
export const stringType = simple('string');
export const bytesType = simple('bytes');
export const nullType = simple('null', 'null_type');
export const durationType = simple('duration', 'google.protobuf.Duration');
export const timestampType = simple('timestamp', 'google.protobuf.Timestamp');
export const dynType = simple('dyn');
/** The type of protobuf for a message of any type. */
export const anyType = simple('dyn', 'google.protobuf.Any');
export const errorType = simple('error', '!error!');

export const listType = (item: CelType): CelType => ({
  kind: 'list',
  name: 'list',
  params: [item],
});
export const mapType = (key: CelType, value: CelType): CelType => ({
  kind: 'map',
  name: 'map',
  params: [key, value],
});
export const structType = (name: string, decl?: DeclType): CelType =>
  decl === undefined ? simple('struct', name) : { ...simple('struct', name), decl };
export const opaqueType = (name: string, ...params: CelType[]): CelType => ({
  kind: 'opaque',
  name,
  params,
});
/** The type of a wrapper of protobuf: a scalar, to which null is assignable. */
export const wrapperType = (scalar: CelType): CelType => ({ ...scalar, isNullable: true });
export const optionalType = (value: CelType): CelType => opaqueType('optional_type', value);
export const typeType = (of?: CelType): CelType => ({
  kind: 'type',
  name: 'type',
  params: of === undefined ? [] : [of],
});
export const paramType = (name: string): CelType => simple('param', name);

export const isDyn = (type: CelType): boolean => type.kind === 'dyn';
export const isDynOrError = (type: CelType): boolean => isDyn(type) || type.kind === 'error';
export const isOptional = (type: CelType): boolean => type.name === 'optional_type';

/** The type inside an optional. Returns all other types unchanged. */
export function unwrapOptional(type: CelType): CelType {
  return isOptional(type) ? (type.params[0] ?? dynType) : type;
}

export const firstParam = (type: CelType): CelType => type.params[0] ?? dynType;

/** The type as error messages show it. */
export function formatType(type: CelType): string {
  if (type.isNullable === true) return `wrapper(${type.name})`;
  if (type === anyType) return 'any';
  switch (type.kind) {
    case 'duration':
    case 'timestamp':
    case 'null':
      return type.kind;
    default:
      if (type.params.length === 0) return type.name;
      return `${type.name}(${type.params.map(formatType).join(', ')})`;
  }
}

/**
 * The argument types of a call as error messages show them. A method has its receiver first:
 * `string.(int)`.
 */
export function formatSignature(args: readonly CelType[], isMethod: boolean): string {
  const shown = args.map(formatType);
  const target = isMethod ? `${shown.shift() ?? ''}.` : '';
  return `${target}(${shown.join(', ')})`;
}

/** Whether two types are identical. */
export function isSameType(a: CelType, b: CelType): boolean {
  return (
    a === b ||
    (a.kind === b.kind &&
      a.name === b.name &&
      a.params.length === b.params.length &&
      a.params.every((param, i) => isSameType(param, b.params[i] ?? errorType)))
  );
}
