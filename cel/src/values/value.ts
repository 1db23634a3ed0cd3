import { dynType, type CelType } from '../types/cel-type.js';

/**
 * A value at run time. Ints are bigints and doubles are numbers, so that the two never mix. An
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

/** An evaluation that failed. */
export class CelError {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

export const noSuchOverload = new CelError('no such overload');

/** CEL's uint: an unsigned integer of 64 bits. */
export class Uint {
  readonly value: bigint;

  constructor(value: bigint) {
    this.value = value;
  }
}

/** A point in time. */
export class Timestamp {
  /** Nanoseconds since 1970. */
  readonly nanos: bigint;
  /** The zone in which it was written, in minutes east of UTC. */
  readonly zoneMinutes: number;

  constructor(nanos: bigint, zoneMinutes = 0) {
    this.nanos = nanos;
    this.zoneMinutes = zoneMinutes;
  }
}

/** CEL's duration, to the nanosecond. */
export class Duration {
  readonly nanos: bigint;

  constructor(nanos: bigint) {
    this.nanos = nanos;
  }
}

/** A value or none. */
export class Optional {
  static readonly none = new Optional(undefined);
  readonly value: CelValue | undefined;

  constructor(value: CelValue | undefined) {
    this.value = value;
  }
}

/** A type as a value: what `type(x)` gives. */
export class TypeValue {
  readonly typeName: string;

  constructor(typeName: string) {
    this.typeName = typeName;
  }
}

/** A list, whatever holds its items. */
export abstract class CelList {
  abstract readonly size: number;
  /** The item at a position from 0 to size - 1. */
  abstract at(position: number): CelValue;

  *[Symbol.iterator](): Iterator<CelValue> {
    for (let i = 0; i < this.size; i++) yield this.at(i);
  }
}

/** A map or an object, whatever holds its entries. */
export abstract class CelMap {
  abstract readonly size: number;
  /** The value of a key; undefined where there is none. */
  abstract find(key: CelValue): CelValue | undefined;
  abstract keys(): CelValue[];
}

/** A value of one of the libraries: an IP address, a quantity... */
export abstract class CelObject {
  abstract readonly typeName: string;
  /** Equality with a value of the same class. */
  abstract equals(other: this): boolean;
  /** What a cost counts as its size. */
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

/** The accumulator of a fold: grows in place, as no one else can see it. */
export class GrowingList extends CelList {
  readonly items: CelValue[] = [];

  get size(): number {
    return this.items.length;
  }

  at(position: number): CelValue {
    return this.items[position] ?? null;
  }
}

/** The name of a value's type, as error texts have it. */
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

/** Whether a value may be of a declared type; `isDeep` looks at the first part of a list or map. */
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
