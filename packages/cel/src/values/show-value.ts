import { goValue } from '@vmgen/base/json';
import { CelMap, CelList, Uint, typeNameOf, type CelValue } from './value.js';

/** Formats a value for an error message, as Go's `%v` does. */
export function showValue(value: CelValue): string {
  if (typeof value === 'string' || typeof value === 'boolean') return String(value);
  if (typeof value === 'bigint' || typeof value === 'number') return goValue(value);
  if (value instanceof Uint) return String(value.value);
  if (value instanceof CelList) return `[${[...value].map(showValue).join(' ')}]`;
  if (value instanceof CelMap) {
    const entries = value
      .keys()
      .map((key) => `${showValue(key)}:${showValue(value.find(key) ?? null)}`);
    return `map[${entries.join(' ')}]`;
  }
  return value === null ? '0' : typeNameOf(value);
}
