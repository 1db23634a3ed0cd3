import { isMapping } from '@vmgen/runtime/internal';
import { cutText } from '../process/cut-text.js';

const MAX_VALUE = 100;

/** Describes the first difference of two values from JSON: its path, the value and the expected one. */
export function differenceOf(expected: unknown, actual: unknown, path = ''): string {
  const isList = Array.isArray(expected) && Array.isArray(actual);
  if (isList || (isMapping(expected) && isMapping(actual))) {
    const [before, after] = [Object(expected), Object(actual)] as Record<string, unknown>[];
    for (const name of new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])) {
      const [old, now] = [before?.[name], after?.[name]];
      if (JSON.stringify(old) === JSON.stringify(now)) continue;
      return differenceOf(old, now, isList ? `${path}[${name}]` : `${path}.${name}`);
    }
  }
  return `${path.replace(/^\.json/, '')} is ${shown(actual)} instead of ${shown(expected)}`;
}

function shown(value: unknown): string {
  const text = value === undefined ? 'absent' : JSON.stringify(value);
  return cutText(text, MAX_VALUE);
}
