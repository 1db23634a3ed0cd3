import { isMapping, type Mapping } from '../meta/is-mapping.js';

// Discovery documents contain data of all installed APIs. Invalid parts are ignored, so that a
// mistake in one API does not affect the others.

/** Returns a string, or an empty string for other types. */
export function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Returns the strings of a list. */
export function stringsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/** Returns the objects of a list. */
export function mappingsOf(value: unknown): readonly Mapping[] {
  return Array.isArray(value) ? value.filter(isMapping) : [];
}

/** Returns a field of a value, or undefined if the value is not an object. */
export function fieldOf(value: unknown, name: string): unknown {
  return isMapping(value) ? value[name] : undefined;
}
