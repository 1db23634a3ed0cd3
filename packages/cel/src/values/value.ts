import { dynType, type CelType } from '../types/cel-type.js';

/**
 * A value at run time. Ints are bigints and doubles are numbers, so the two are always distinct. An
 * error is a value too: `false && error` is false.
 */
export type CelValue =
  | null
  | boolean
  | bigint
  | number
  | string
  | Uint8Array
  | Uint
  | Timestamp
  | Duration
  | Optional
  | TypeValue
  | CelList
  | CelMap
  | CelObject
  | CelError;

/** The result of a failed evaluation. */
export class CelError {
  /** The reason, in cel-go's words. */
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

export const noSuchOverload = new CelError('no such overload');

/** CEL's uint: an unsigned 64-bit integer. */
export class Uint {
  /** The value, from 0 to 2^64 - 1. */
  readonly value: bigint;

  constructor(value: bigint) {
    this.value = value;
  }
}

/** CEL's timestamp: a point in time, to the nanosecond. */
export class Timestamp {
  /** Nanoseconds since 1970. */
  readonly nanos: bigint;
  /** The offset of the time zone in which it was written, in minutes east of UTC. Defaults to 0. */
  readonly zoneMinutes: number;

  constructor(nanos: bigint, zoneMinutes = 0) {
    this.nanos = nanos;
    this.zoneMinutes = zoneMinutes;
  }
}

/** CEL's duration, to the nanosecond. */
export class Duration {
  /** The length in nanoseconds. May be negative. */
  readonly nanos: bigint;

  constructor(nanos: bigint) {
    this.nanos = nanos;
  }
}

/** CEL's optional: a value, or nothing. */
export class Optional {
  /** The empty optional. */
  static readonly none = new Optional(undefined);
  /** The value. Undefined if the optional is empty. */
  readonly value: CelValue | undefined;

  constructor(value: CelValue | undefined) {
    this.value = value;
  }
}

/** A type as a value: the result of `type(x)`. */
export class TypeValue {
  /** The name in CEL's notation: `int`, `list`, `google.protobuf.Timestamp`. */
  readonly typeName: string;

  constructor(typeName: string) {
    this.typeName = typeName;
  }
}

/** CEL's list. Subclasses hold the items. */
export abstract class CelList {
  /** The number of items. */
  abstract readonly size: number;
  /** The item at a position from 0 to `size` - 1. */
  abstract at(position: number): CelValue;

  /** Iterates over the items in order. */
  *[Symbol.iterator](): Iterator<CelValue> {
    for (let i = 0; i < this.size; i++) yield this.at(i);
  }
}

/** CEL's map or object. Subclasses hold the entries. */
export abstract class CelMap {
  /** The number of entries. */
  abstract readonly size: number;
  /** The value of a key. Undefined if the key does not exist. */
  abstract find(key: CelValue): CelValue | undefined;
  /** All keys. */
  abstract keys(): CelValue[];
}

/** A value of a library type, such as an IP address or a quantity. */
export abstract class CelObject {
  /** The name of the type in error messages. */
  abstract readonly typeName: string;
  /** Whether this value equals another value of the same class. */
  abstract equals(other: this): boolean;
  /** The size for cost computation. Defaults to 1. */
  get costSize(): number {
    return 1;
  }
}

export class ArrayList extends CelList {
  readonly items: readonly CelValue[];

  constructor(items: readonly CelValue[]) {
    super();
    this.items = items;
  }

  get size(): number {
    return this.items.length;
  }

  at(position: number): CelValue {
    return this.items[position] ?? null;
  }
}

/** The accumulator of a fold. It grows in place, because no other code has a reference to it. */
export class GrowingList extends CelList {
  readonly items: CelValue[] = [];

  get size(): number {
    return this.items.length;
  }

  at(position: number): CelValue {
    return this.items[position] ?? null;
  }
}

/** The name of a value's type in error messages. */
export function typeNameOf(value: CelValue): string {
  switch (typeof value) {
    case 'boolean':
      return 'bool';
    case 'bigint':
      return 'int';
    case 'number':
      return 'double';
    case 'string':
      return 'string';
    default:
      return objectTypeName(value);
  }
}

function objectTypeName(value: Exclude<CelValue, boolean | bigint | number | string>): string {
  if (value === null) return 'null_type';
  if (value instanceof Uint) return 'uint';
  if (value instanceof Uint8Array) return 'bytes';
  if (value instanceof CelList) return 'list';
  if (value instanceof CelMap) return 'map';
  if (value instanceof Timestamp) return 'google.protobuf.Timestamp';
  if (value instanceof Duration) return 'google.protobuf.Duration';
  if (value instanceof Optional) return 'optional_type';
  if (value instanceof TypeValue) return 'type';
  return value instanceof CelError ? 'error' : value.typeName;
}

/**
 * Whether a value is of a declared type. With `isDeep`, also checks the first element of a list or
 * map.
 */
export function hasType(value: CelValue, type: CelType, isDeep: boolean): boolean {
  const [first = dynType, second = dynType] = isDeep ? type.params : [];
  switch (type.kind) {
    case 'list':
      return value instanceof CelList && (value.size === 0 || hasType(value.at(0), first, isDeep));
    case 'map': {
      if (!(value instanceof CelMap)) return false;
      const [key] = value.keys();
      if (key === undefined) return true;
      return hasType(key, first, isDeep) && hasType(value.find(key) ?? null, second, isDeep);
    }
    case 'dyn':
    case 'param':
      return true;
    case 'null':
      return value === null;
    case 'duration':
      return value instanceof Duration;
    case 'timestamp':
      return value instanceof Timestamp;
    default:
      return typeNameOf(value) === type.name;
  }
}
