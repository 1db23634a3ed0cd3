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

/** A type of the checker. */
export interface CelType {
  readonly kind: TypeKind;
  /** The name as values of the type report it; of a parameter, its name. */
  readonly name: string;
  readonly params: readonly CelType[];
  /** Of an object by a schema: its fields. */
  readonly decl?: DeclType;
}

/** What bounds the size of a value in its schema. */
export type BoundKeyword = 'maxItems' | 'maxProperties' | 'maxLength';

/**
 * What rules can see of a schema (apiserver's cel/common SchemaDeclType): a type with the sizes
 * that costs are estimated from.
 */
export interface DeclType {
  /** A scalar's type; lists, maps and objects get theirs from `celTypeOf`. */
  readonly scalar: CelType | undefined;
  /** The fields of an object by their escaped names. */
  readonly fields?: ReadonlyMap<string, DeclType>;
  readonly key?: DeclType;
  /** Of a list its items, of a map its values. */
  readonly element?: DeclType;
  /** The most items, entries or bytes that a value can have; 0 where sizes do not matter. */
  readonly maxElements: number;
  /** The keyword that would bound the size and is not there. */
  readonly missingBound?: BoundKeyword;
  /** The fewest bytes of JSON that a value takes. */
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

/** What an optional holds; any other type stays itself. */
export function unwrapOptional(type: CelType): CelType {
  return isOptional(type) ? (type.params[0] ?? dynType) : type;
}

export const firstParam = (type: CelType): CelType => type.params[0] ?? dynType;

/** The type as error texts show it. */
export function formatType(type: CelType): string {
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

/** The arguments of a call as error texts show them: `string.(int)` of a method. */
export function formatSignature(args: readonly CelType[], isMethod: boolean): string {
  const shown = args.map(formatType);
  const target = isMethod ? `${shown.shift() ?? ''}.` : '';
  return `${target}(${shown.join(', ')})`;
}

/** Whether two types are the same in every part. */
export function isSameType(a: CelType, b: CelType): boolean {
  return (
    a === b ||
    (a.kind === b.kind &&
      a.name === b.name &&
      a.params.length === b.params.length &&
      a.params.every((param, i) => isSameType(param, b.params[i] ?? errorType)))
  );
}
