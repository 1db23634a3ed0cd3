import { assertItems } from '../values/cost-limit-error.js';
import { appendAll } from '@vmgen/base/json';
import { compareValues } from '../values/compare.js';
import { equalValues, isEqual } from '../values/equality.js';
import { addToKeyed, KeyedList } from '../values/keyed-list.js';
import { SchemaList } from '../values/schema-value.js';
import {
  ArrayList,
  CelError,
  CelList,
  CelMap,
  Duration,
  GrowingList,
  noSuchOverload,
  Timestamp,
  Uint,
  type CelValue,
} from '../values/value.js';
import { runeCount } from '@vmgen/base/text';
import type { CelFunction } from './function-library.js';

const intOverflow = new CelError('integer overflow');
const uintOverflow = new CelError('unsigned integer overflow');
const timestampOverflow = new CelError('timestamp overflow');

/** The first and the last second of valid timestamps. */
const MIN_SECONDS = -62_135_596_800n;
const MAX_SECONDS = 253_402_300_799n;
const NANOS = 1_000_000_000n;

/** An int, or an error if the value does not fit into 64 bits. */
export const checkedInt = (value: bigint): CelValue =>
  BigInt.asIntN(64, value) === value ? value : intOverflow;

/** A uint, or an error if the value does not fit into 64 bits. */
export const checkedUint = (value: bigint): CelValue =>
  BigInt.asUintN(64, value) === value ? new Uint(value) : uintOverflow;

/** A duration, or an error if its nanoseconds do not fit into 64 bits. */
export const checkedDuration = (nanos: bigint): CelValue =>
  BigInt.asIntN(64, nanos) === nanos ? new Duration(nanos) : intOverflow;

/** A timestamp, or an error if it is outside the years 1 to 9999. */
export function checkedTimestamp(nanos: bigint, zoneMinutes = 0): CelValue {
  const seconds = nanos >= 0n ? nanos / NANOS : (nanos - NANOS + 1n) / NANOS;
  if (seconds < MIN_SECONDS || seconds > MAX_SECONDS) return timestampOverflow;
  return new Timestamp(nanos, zoneMinutes);
}

interface Arithmetic {
  readonly ints: (a: bigint, b: bigint) => bigint;
  readonly doubles?: (a: number, b: number) => number;
  /** The result if the second operand is zero. */
  readonly byZero?: CelError;
  /** Computes the result for operands that are not numbers. */
  readonly others?: (a: CelValue, b: CelValue) => CelValue;
}

const arithmetic =
  ({ ints, doubles, byZero, others }: Arithmetic): CelFunction =>
  ([a = null, b = null]) => {
    if (typeof a === 'bigint' && typeof b === 'bigint') {
      return byZero !== undefined && b === 0n ? byZero : checkedInt(ints(a, b));
    }
    if (typeof a === 'number' && typeof b === 'number' && doubles !== undefined)
      return doubles(a, b);
    if (a instanceof Uint && b instanceof Uint) {
      return byZero !== undefined && b.value === 0n ? byZero : checkedUint(ints(a.value, b.value));
    }
    return others?.(a, b) ?? noSuchOverload;
  };

/** `+` of values that are not numbers. */
function addOthers(a: CelValue, b: CelValue): CelValue {
  if (typeof a === 'string') return typeof b === 'string' ? a + b : noSuchOverload;
  if (a instanceof CelList) return b instanceof CelList ? concat(a, b) : noSuchOverload;
  if (a instanceof Uint8Array) {
    return b instanceof Uint8Array ? Uint8Array.from([...a, ...b]) : noSuchOverload;
  }
  if (a instanceof Duration && b instanceof Duration) return checkedDuration(a.nanos + b.nanos);
  if (a instanceof Duration && b instanceof Timestamp) {
    return checkedTimestamp(a.nanos + b.nanos, b.zoneMinutes);
  }
  if (a instanceof Timestamp && b instanceof Duration) {
    return checkedTimestamp(a.nanos + b.nanos, a.zoneMinutes);
  }
  return noSuchOverload;
}

function concat(a: CelList, b: CelList): CelValue {
  assertItems(a.size + b.size);
  if (a instanceof GrowingList) {
    appendAll(a.items, b);
    return a;
  }
  if (a instanceof KeyedList) return addToKeyed(a, b, a.kind);
  return a instanceof SchemaList ? a.concat(b) : new ArrayList([...a, ...b]);
}

function subtractOthers(a: CelValue, b: CelValue): CelValue {
  if (a instanceof Duration && b instanceof Duration) return checkedDuration(a.nanos - b.nanos);
  if (a instanceof Timestamp && b instanceof Timestamp) return checkedDuration(a.nanos - b.nanos);
  if (a instanceof Timestamp && b instanceof Duration) {
    return checkedTimestamp(a.nanos - b.nanos, a.zoneMinutes);
  }
  return noSuchOverload;
}

export const addValues = arithmetic({
  ints: (a, b) => a + b,
  doubles: (a, b) => a + b,
  others: addOthers,
});

const ordering =
  (test: (order: number) => boolean): CelFunction =>
  ([a = null, b = null]) => {
    const order = compareValues(a, b);
    return typeof order === 'number' ? test(order) : order;
  };

/** Whether a list contains an equal value, or a map contains the key. */
export function isIn(value: CelValue, container: CelValue): CelValue {
  if (container instanceof CelMap) {
    const found = container.find(value);
    return found instanceof CelError ? found : found !== undefined;
  }
  if (!(container instanceof CelList)) return noSuchOverload;
  for (const item of container) if (isEqual(item, value)) return true;
  return false;
}

function sizeOfValue(value: CelValue): CelValue {
  if (typeof value === 'string') return BigInt(runeCount(value));
  if (value instanceof Uint8Array) return BigInt(value.length);
  if (value instanceof CelList || value instanceof CelMap) return BigInt(value.size);
  return new CelError('no such overload: size');
}

/** As in Go: dividing the least integer by -1 overflows, and so does the remainder. */
const modulo = (a: bigint, b: bigint): bigint => (b === -1n && a === -(2n ** 63n) ? -a : a % b);

function negate(value: CelValue): CelValue {
  if (typeof value === 'bigint') return checkedInt(-value);
  if (typeof value === 'number') return -value;
  return value instanceof Duration ? checkedDuration(-value.nanos) : noSuchOverload;
}

function notEqual(a: CelValue, b: CelValue): boolean {
  return equalValues(a, b) !== true;
}

export const OPERATORS: ReadonlyMap<string, CelFunction> = new Map<string, CelFunction>([
  ['_+_', addValues],
  ['_-_', arithmetic({ ints: (a, b) => a - b, doubles: (a, b) => a - b, others: subtractOthers })],
  ['_*_', arithmetic({ ints: (a, b) => a * b, doubles: (a, b) => a * b })],
  [
    '_/_',
    arithmetic({
      ints: (a, b) => a / b,
      doubles: (a, b) => a / b,
      byZero: new CelError('division by zero'),
    }),
  ],
  ['_%_', arithmetic({ ints: modulo, byZero: new CelError('modulus by zero') })],
  ['-_', ([value = null]) => negate(value)],
  ['!_', ([value = null]) => (typeof value === 'boolean' ? !value : noSuchOverload)],
  ['_==_', ([a = null, b = null]) => equalValues(a, b)],
  ['_!=_', ([a = null, b = null]) => notEqual(a, b)],
  ['_<_', ordering((order) => order < 0)],
  ['_<=_', ordering((order) => order <= 0)],
  ['_>_', ordering((order) => order > 0)],
  ['_>=_', ordering((order) => order >= 0)],
  ['@in', ([value = null, container = null]) => isIn(value, container)],
  ['size', ([value = null]) => sizeOfValue(value)],
]);
