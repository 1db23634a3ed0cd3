import { encodeBase64 } from '@vmgen/base/bytes';
import type { VisitBudget } from '../values/cost-limit-error.js';
import { isTypedJson, JsonMap } from '../values/json-value.js';
import { ValueMap } from '../values/value-map.js';
import {
  ArrayList,
  CelError,
  CelList,
  CelMap,
  Duration,
  Timestamp,
  typeNameOf,
  TypeValue,
  Uint,
  type CelValue,
} from '../values/value.js';
import { textOf } from './conversions.js';

/** The Go type of a field of a message, as error messages show it. */
export type FieldKind =
  | 'bool'
  | 'string'
  | '[]uint8'
  | 'int32'
  | 'int64'
  | 'uint32'
  | 'uint64'
  | 'float32'
  | 'float64'
  | 'structpb.NullValue'
  | '*structpb.Value'
  | '*structpb.Struct'
  | '*structpb.ListValue';

/** Converts the members of a list or map to JSON. Unlike `toField`, accepts those of an object of the API. */
export function toMembers(field: string, value: CelList | CelMap, budget: VisitBudget): CelValue {
  const result = value instanceof CelList ? listToJson(value, budget) : mapToJson(value, budget);
  return result instanceof CelError ? inField(field, result) : result;
}

/**
 * Converts a value to the type of a field of a message, or returns an error that names the field.
 *
 * @throws CostLimitError if the value contains too many values
 */
export function toField(
  field: string,
  value: CelValue,
  kind: FieldKind,
  budget: VisitBudget,
): CelValue {
  const result = convert(value, kind, budget);
  return result instanceof CelError ? inField(field, result) : result;
}

const inField = (field: string, { message }: CelError): CelError =>
  new CelError(`field type conversion error for ${field} value type: ${message}`);

function convert(value: CelValue, kind: FieldKind, budget: VisitBudget): CelValue {
  switch (kind) {
    case 'bool':
      return typeof value === 'boolean' ? value : notConvertible(value, kind);
    case 'string':
      return typeof value === 'string' ? value : notConvertible(value, kind);
    case '[]uint8':
      return value instanceof Uint8Array ? value : notConvertible(value, kind);
    case 'int32':
    case 'int64':
      return toInt(value, kind);
    case 'structpb.NullValue':
      return value === null ? 0n : toInt(value, kind);
    case 'uint32':
    case 'uint64':
      if (!(value instanceof Uint)) return notConvertible(value, kind);
      return kind === 'uint64' || value.value < 2n ** 32n
        ? value
        : new CelError('unsigned integer overflow');
    case 'float32':
      return typeof value === 'number' ? Math.fround(value) : notConvertible(value, kind);
    case 'float64':
      return typeof value === 'number' ? value : notConvertible(value, kind);
    default:
      return toJson(value, kind, budget);
  }
}

function toInt(value: CelValue, kind: FieldKind): CelValue {
  if (typeof value !== 'bigint') return notConvertible(value, kind);
  return kind === 'int64' || BigInt.asIntN(32, value) === value
    ? value
    : new CelError('integer overflow');
}

/** Converts a value to JSON, in which all numbers are doubles. */
function toJson(value: CelValue, kind: FieldKind, budget: VisitBudget): CelValue {
  budget.visit();
  const isAny = kind === '*structpb.Value';
  if (value instanceof CelList && !isTypedJson(value)) {
    return isAny || kind === '*structpb.ListValue'
      ? listToJson(value, budget)
      : notConvertible(value, kind);
  }
  if (value instanceof CelMap && !isTypedJson(value)) {
    return isAny || kind === '*structpb.Struct'
      ? mapToJson(value, budget)
      : notConvertible(value, kind);
  }
  return isAny ? scalarToJson(value, budget) : notConvertible(value, kind);
}

function scalarToJson(value: CelValue, budget: VisitBudget): CelValue {
  if (value === null || ['boolean', 'string', 'number'].includes(typeof value)) return value;
  if (value instanceof Uint) return numberToJson(value.value);
  if (typeof value === 'bigint') return numberToJson(value);
  if (value instanceof Uint8Array) return budget.print(encodeBase64(value));
  if (value instanceof Timestamp || value instanceof Duration) return textOf(value) ?? null;
  return notConvertible(value, '*structpb.Value');
}

/** Integers that a double cannot represent become texts. */
const numberToJson = (value: bigint): CelValue =>
  Number.isSafeInteger(Number(value)) ? Number(value) : String(value);

/** Converts the items of a list to JSON. */
function listToJson(list: CelList, budget: VisitBudget): CelValue {
  const items: CelValue[] = [];
  for (const item of list) {
    const json = toJson(item, '*structpb.Value', budget);
    if (json instanceof CelError) return json;
    items.push(json);
  }
  return new ArrayList(items);
}

function mapToJson(map: CelMap, budget: VisitBudget): CelValue {
  const result = new ValueMap();
  for (const key of map.keys()) {
    if (typeof key !== 'string') return notConvertible(key, 'string');
    const json = toJson(map.find(key) ?? null, '*structpb.Value', budget);
    if (json instanceof CelError) return json;
    result.set(key, json);
  }
  return result;
}

/** The error, in the different words that cel-go has for each type. */
function notConvertible(value: CelValue, kind: FieldKind): CelError {
  if (value instanceof CelError) return value;
  const message = (): string => {
    if (typeof value === 'bigint') return `unsupported type conversion from 'int' to ${kind}`;
    if (value instanceof Uint) return `unsupported type conversion from 'uint' to ${kind}`;
    if (typeof value === 'string') return `unsupported native conversion from string to '${kind}'`;
    if (value instanceof TypeValue) return `type conversion not supported for 'type'`;
    if (value instanceof JsonMap && value.goType !== undefined) {
      return `type conversion error from struct type ${value.goType} to ${kind}`;
    }
    return `type conversion error from ${nameInErrors(value)} to '${kind}'`;
  };
  return new CelError(message());
}

function nameInErrors(value: CelValue): string {
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number') return 'Double';
  if (value instanceof Uint8Array) return 'Bytes';
  if (value instanceof Timestamp) return `'Timestamp'`;
  if (value instanceof Duration) return `'Duration'`;
  if (isTypedJson(value)) return value instanceof CelList ? `'list(dyn)'` : `'map(dyn, dyn)'`;
  if (value instanceof CelList) return 'list';
  return value instanceof CelMap
    ? 'map'
    : `'${typeNameOf(value).replace(/^kubernetes\.(?!authorization\.)/, '')}'`;
}
