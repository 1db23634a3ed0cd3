import type { JsonValue } from '@vmgen/base/json';
import { goText } from './go-text.js';
import { humanAge } from './human-duration.js';

/**
 * Converts the values at a column's path to a cell: only the first match, null if it does not have
 * the column's type (apiextensions' table convertor). A date becomes an age.
 */
export function columnCell(type: string, found: readonly JsonValue[], now: number): JsonValue {
  const value = found[0];
  if (value === undefined || value === null) return null;
  switch (type) {
    case 'string':
      return goText(value);
    case 'integer':
      return integerCell(value);
    case 'number':
      return typeof value === 'number' ? value : typeof value === 'bigint' ? Number(value) : null;
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
    case 'date':
      return typeof value === 'string' ? humanAge(value, now) : null;
    default:
      return null;
  }
}

function integerCell(value: JsonValue): JsonValue {
  if (typeof value === 'bigint') return value;
  return typeof value === 'number' ? Math.trunc(value) : null;
}
