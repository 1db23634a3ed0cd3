import { messageField, MessageValue } from '../library/patch-messages.js';
import { KeyedList } from '../values/keyed-list.js';
import { SchemaList, SchemaMap } from '../values/schema-value.js';
import {
  CelError,
  CelList,
  CelMap,
  Optional,
  typeNameOf,
  Uint,
  type CelValue,
} from '../values/value.js';
import { showValue } from '../values/show-value.js';

/** `value[key]` and `value.key`: the part, or an error if it does not exist. */
export function selectFrom(value: CelValue, key: CelValue): CelValue {
  if (value instanceof CelError) return value;
  const problem = keyProblem(key);
  if (problem !== undefined) return new CelError(problem);
  if (value instanceof Optional) return selectOptionally(value, key);
  const found = findIn(value, key);
  if (found !== undefined) return found;
  const missing = value instanceof CelList ? 'index out of bounds' : 'no such key';
  return new CelError(`${missing}: ${showValue(key)}`);
}

/** `value.field` of an operand with the type of a message. */
export function selectMessageField(value: CelValue, field: CelValue): CelValue {
  return value instanceof MessageValue && typeof field === 'string'
    ? messageField(value, field)
    : selectFrom(value, field);
}

/** `value.?key` and `value[?key]`: the part as an optional. */
export function selectOptionally(value: CelValue, key: CelValue): CelValue {
  if (value instanceof CelError) return value;
  const problem = keyProblem(key);
  if (problem !== undefined) return new CelError(problem);
  if (!(value instanceof Optional)) return toOptional(findIn(value, key));
  return value.value === undefined ? value : toOptional(findIn(value.value, key));
}

/** Validates a key without the value that it selects from. Undefined if the key is valid. */
export function keyProblem(key: CelValue): string | undefined {
  const goType = goTypeOfKey(key);
  return goType === undefined ? undefined : `invalid qualifier type: ${goType}`;
}

/** The types of valid keys. */
const KEY_TYPES = new Set(['bool', 'int', 'uint', 'double', 'string']);

/** The Go types of values that cannot be keys, by their CEL types. */
const goTypes: Readonly<Record<string, string>> = {
  null_type: 'types.Null',
  bytes: 'types.Bytes',
  'google.protobuf.Timestamp': 'types.Timestamp',
  'google.protobuf.Duration': 'types.Duration',
  optional_type: '*types.Optional',
  type: '*types.Type',
  map: '*types.baseMap',
  list: '*types.baseList',
};

/** The Go type of a value that cannot be a key. */
function goTypeOfKey(key: CelValue): string | undefined {
  if (key instanceof SchemaMap) return '*common.unstructuredMap';
  if (key instanceof SchemaList) return '*common.unstructuredList';
  if (key instanceof KeyedList) {
    return key.kind.hasContents ? '*common.refValMapList' : '*common.refValSetList';
  }
  const name = typeNameOf(key);
  return KEY_TYPES.has(name) ? undefined : (goTypes[name] ?? name.replace(/^.*\./, 'cel.'));
}

/** `has(value.field)` of an operand with the type of a message. */
export const hasMessageField = (value: CelValue, field: string): CelValue =>
  value instanceof MessageValue ? value.fields.has(field) : isPresent(value, field);

/** `has(value.key)`. */
export function isPresent(value: CelValue, key: string): CelValue {
  if (value instanceof CelError) return value;
  if (value instanceof Optional)
    return value.value === undefined ? false : isPresent(value.value, key);
  const found = findIn(value, key);
  return found instanceof CelError ? found : found !== undefined;
}

function toOptional(found: CelValue | undefined): CelValue {
  if (found === undefined) return Optional.none;
  return found instanceof CelError ? found : new Optional(found);
}

function findIn(value: CelValue, key: CelValue): CelValue | undefined {
  if (value instanceof CelMap) return value.find(key);
  if (value instanceof MessageValue) return findInPatch(value, key);
  if (!(value instanceof CelList)) return undefined;
  const position = positionOf(key);
  if (typeof position !== 'number') return position;
  if (position < 0 || position >= value.size) return undefined;
  // A list of the object accepts only an int as index, even if other numbers are beyond its end.
  const isRefused = value instanceof SchemaList && typeof key !== 'bigint';
  return isRefused ? new CelError(`unsupported index: ${showValue(key)}`) : value.at(position);
}

/** Without the type of a message, only the fields of JSONPatch can be read. */
function findInPatch({ typeName, fields }: MessageValue, key: CelValue): CelValue | undefined {
  return typeName === 'JSONPatch' && typeof key === 'string' ? fields.get(key) : undefined;
}

function positionOf(key: CelValue): number | CelError {
  if (typeof key === 'bigint') return Number(key);
  if (key instanceof Uint) return Number(key.value);
  if (typeof key === 'number' && Number.isInteger(key)) return key;
  const what = typeof key === 'number' ? `value ${showValue(key)}` : `type '${typeNameOf(key)}'`;
  return new CelError(`unsupported index ${what} in list`);
}
