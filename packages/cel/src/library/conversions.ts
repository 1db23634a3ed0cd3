import { parseDuration } from '../values/parse-duration.js';
import { parseTimestamp } from '../values/parse-timestamp.js';
import { printDouble } from '../values/print-number.js';
import {
  CelError,
  Duration,
  Timestamp,
  typeNameOf,
  TypeValue,
  Uint,
  type CelValue,
} from '../values/value.js';
import type { CelFunction } from './function-library.js';
import { checkedInt, checkedTimestamp, checkedUint } from './operators.js';

const NANOS = 1_000_000_000n;

const cannotConvert = (from: string, to: string): CelError =>
  new CelError(`type conversion error from '${from}' to '${to}'`);

const fromString =
  (type: string, read: (text: string) => CelValue | undefined): CelFunction =>
  ([text]) =>
    (typeof text === 'string' ? read(text) : undefined) ?? cannotConvert('string', type);

function readBool(text: string): boolean | undefined {
  if (['1', 't', 'T', 'true', 'TRUE', 'True'].includes(text)) return true;
  return ['0', 'f', 'F', 'false', 'FALSE', 'False'].includes(text) ? false : undefined;
}

/**
 * A 64-bit integer has at most 20 digits. The bound keeps the conversion of very long texts fast.
 */
const INTEGER = /^([+-]?)0*(\d{1,20})$/;

function readInt(text: string): CelValue | undefined {
  const [, sign, digits] = INTEGER.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const value = checkedInt(sign === '-' ? -BigInt(digits) : BigInt(digits));
  return value instanceof CelError ? undefined : value;
}

function readUint(text: string): CelValue | undefined {
  const [, sign, digits] = INTEGER.exec(text) ?? [];
  if (digits === undefined || sign !== '') return undefined;
  const value = checkedUint(BigInt(digits));
  return value instanceof CelError ? undefined : value;
}

function readDouble(text: string): number | undefined {
  if (/^[+-]?(inf|infinity)$/i.test(text)) return text.startsWith('-') ? -Infinity : Infinity;
  if (/^[+-]?nan$/i.test(text)) return NaN;
  const plain = text.replace(/(?<=\d)_(?=\d)/g, '');
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/.test(plain)) return undefined;
  const value = Number(plain);
  return Number.isFinite(value) ? value : undefined;
}

function readTimestamp(text: string): CelValue | undefined {
  const time = parseTimestamp(text);
  return time && checkedTimestamp(time.nanos, time.zoneMinutes);
}

function doubleToInt(value: CelValue): CelValue {
  if (typeof value !== 'number') return cannotConvert(typeNameOf(value), 'int');
  const fits = Number.isFinite(value) && value > -(2 ** 63) && value < 2 ** 63;
  return fits ? BigInt(Math.trunc(value)) : new CelError('integer overflow');
}

function doubleToUint(value: CelValue): CelValue {
  if (typeof value !== 'number') return cannotConvert(typeNameOf(value), 'uint');
  const fits = value >= 0 && value < 2 ** 64;
  return fits ? new Uint(BigInt(Math.trunc(value))) : new CelError('unsigned integer overflow');
}

/** `string(bytes)`: fails if the bytes are not valid UTF-8. */
function decode(bytes: CelValue): CelValue {
  if (!(bytes instanceof Uint8Array)) return cannotConvert(typeNameOf(bytes), 'string');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return new CelError('invalid UTF-8 in bytes, cannot convert to string');
  }
}

/** The result of `string(value)`. Undefined if the conversion is not supported. */
export function textOf(value: CelValue): CelValue | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return printDouble(value);
  if (value instanceof Uint) return String(value.value);
  if (value instanceof Uint8Array) return decode(value);
  if (value instanceof Duration) return printDuration(value);
  if (value instanceof Timestamp) return printTimestamp(value);
  return value instanceof TypeValue ? value.typeName : undefined;
}

const toText: CelFunction = ([value = null]) =>
  textOf(value) ?? cannotConvert(typeNameOf(value), 'string');
const same: CelFunction = ([value = null]) => value;
const unary =
  (convert: (value: CelValue) => CelValue): CelFunction =>
  ([value = null]) =>
    convert(value);
const numberOf = (value: CelValue): number =>
  value instanceof Uint ? Number(value.value) : Number(value);
const nanosOf = (value: CelValue): bigint =>
  value instanceof Duration || value instanceof Timestamp ? value.nanos : 0n;
const secondsOf = (nanos: bigint): bigint =>
  nanos >= 0n ? nanos / NANOS : (nanos - NANOS + 1n) / NANOS;

export const CONVERSIONS: ReadonlyMap<string, CelFunction> = new Map<string, CelFunction>([
  ...'bool_to_bool bytes_to_bytes double_to_double duration_to_duration'
    .split(' ')
    .map((id): [string, CelFunction] => [id, same]),
  ...'int64_to_int64 string_to_string timestamp_to_timestamp uint64_to_uint64 to_dyn'
    .split(' ')
    .map((id): [string, CelFunction] => [id, same]),
  ...'bool bytes double duration int64 timestamp uint64'
    .split(' ')
    .map((from): [string, CelFunction] => [`${from}_to_string`, toText]),
  ['type', ([value = null]) => new TypeValue(typeNameOf(value))],
  ['string_to_bool', fromString('bool', readBool)],
  ['string_to_bytes', fromString('bytes', (text) => new TextEncoder().encode(text))],
  ['string_to_double', fromString('double', readDouble)],
  ['string_to_duration', fromString('google.protobuf.Duration', parseDuration)],
  ['string_to_int64', fromString('int', readInt)],
  ['string_to_timestamp', fromString('google.protobuf.Timestamp', readTimestamp)],
  ['string_to_uint64', fromString('uint', readUint)],
  ['int64_to_double', unary(numberOf)],
  ['uint64_to_double', unary(numberOf)],
  ['int64_to_timestamp', unary((value) => checkedTimestamp(BigInt(numberOf(value)) * NANOS))],
  ['int64_to_uint64', unary((value) => checkedUint(typeof value === 'bigint' ? value : -1n))],
  ['uint64_to_int64', unary((value) => checkedInt(value instanceof Uint ? value.value : 0n))],
  ['double_to_int64', unary(doubleToInt)],
  ['double_to_uint64', unary(doubleToUint)],
  ['duration_to_int64', unary(nanosOf)],
  ['timestamp_to_int64', unary((value) => secondsOf(nanosOf(value)))],
]);

/** Seconds with as many decimals as needed: `90.5s`. */
function printDuration({ nanos }: Duration): string {
  const magnitude = nanos < 0n ? -nanos : nanos;
  const fraction = String(magnitude % NANOS)
    .padStart(9, '0')
    .replace(/0+$/, '');
  const whole = String(magnitude / NANOS);
  return `${nanos < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}s`;
}

/** RFC 3339 with as many decimals as needed, in the zone in which the time was written. */
function printTimestamp({ nanos, zoneMinutes }: Timestamp): string {
  const fractionNanos = ((nanos % NANOS) + NANOS) % NANOS;
  const seconds = (nanos - fractionNanos) / NANOS;
  const local = new Date(Number(seconds + BigInt(zoneMinutes) * 60n) * 1000);
  const digits = String(fractionNanos).padStart(9, '0').replace(/0+$/, '');
  const clock = local.toISOString().slice(0, 19);
  return `${clock}${digits === '' ? '' : `.${digits}`}${printZone(zoneMinutes)}`;
}

function printZone(minutes: number): string {
  if (minutes === 0) return 'Z';
  const magnitude = Math.abs(minutes);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(magnitude / 60))}:${two(magnitude % 60)}`;
}
