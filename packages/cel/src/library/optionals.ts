import {
  CelError,
  CelList,
  CelMap,
  Duration,
  Optional,
  Timestamp,
  Uint,
  type CelValue,
} from '../values/value.js';
import { KeyedList } from '../values/keyed-list.js';
import { isTypedJson } from '../values/json-value.js';
import { SchemaList, SchemaMap } from '../values/schema-value.js';
import { methodOf, type CelFunction } from './function-library.js';

const YEAR_ONE_NANOS = -62_135_596_800_000_000_000n;

/**
 * Whether the value is the zero value of its type. A value that comes from the object itself is
 * never zero.
 */
function isZero(value: CelValue): boolean {
  if (value instanceof SchemaMap || value instanceof SchemaList) return false;
  if (value instanceof KeyedList) return false;
  if (isTypedJson(value)) return false;
  if (value === null || value === false || value === 0n || value === 0 || value === '') return true;
  if (value instanceof Uint) return value.value === 0n;
  if (value instanceof Uint8Array) return value.length === 0;
  if (value instanceof CelList || value instanceof CelMap) return value.size === 0;
  if (value instanceof Duration) return value.nanos === 0n;
  return value instanceof Timestamp && value.nanos === YEAR_ONE_NANOS;
}

export const OPTIONALS: ReadonlyMap<string, CelFunction> = new Map<string, CelFunction>([
  ['optional_of', ([value = null]) => new Optional(value)],
  [
    'optional_ofNonZeroValue',
    ([value = null]) => (isZero(value) ? Optional.none : new Optional(value)),
  ],
  ['optional_none', () => Optional.none],
  [
    'optional_value',
    methodOf(
      Optional,
      ({ value }) => value ?? (value === null ? null : new CelError('optional.none() dereference')),
    ),
  ],
  ['optional_hasValue', methodOf(Optional, ({ value }) => value !== undefined)],
]);
