import { SchemaList } from '../values/schema-value.js';
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

/** `value[key]` and `value.key`: the part, or an error that says that it is not there. */
export function selectFrom(value: CelValue, key: CelValue): CelValue {
  if (value instanceof CelError) return value;
  if (value instanceof Optional) return selectOptionally(value, key);
  const found = findIn(value, key);
  if (found !== undefined) return found;
  const missing = value instanceof CelList ? 'index out of bounds' : 'no such key';
  return new CelError(`${missing}: ${showValue(key)}`);
}

/** `value.?key` and `value[?key]`: the part as an optional. */
export function selectOptionally(value: CelValue, key: CelValue): CelValue {
  if (value instanceof CelError) return value;
  if (!(value instanceof Optional)) return toOptional(findIn(value, key));
  return value.value === undefined ? value : toOptional(findIn(value.value, key));
}

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
  if (!(value instanceof CelList)) return undefined;
  const position = positionOf(key, value);
  if (typeof position !== 'number') return position;
  return position >= 0 && position < value.size ? value.at(position) : undefined;
}

function positionOf(key: CelValue, list: CelList): number | CelError {
  if (typeof key === 'bigint') return Number(key);
  if (list instanceof SchemaList) return new CelError(`unsupported index: ${showValue(key)}`);
  if (key instanceof Uint) return Number(key.value);
  if (typeof key === 'number' && Number.isInteger(key)) return key;
  const what = typeof key === 'number' ? `value ${showValue(key)}` : `type '${typeNameOf(key)}'`;
  return new CelError(`unsupported index ${what} in list`);
}
