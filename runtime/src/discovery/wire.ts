import { isMapping, type Mapping } from '../meta/is-mapping.js';

// What discovery documents are made of comes from whoever made an API in the server: what is not as it
// should be is left out, so that one API's mistake costs no other one.

/** A text, or the empty one. */
export function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The texts of a list. */
export function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/** The objects of a list. */
export function mappingsIn(value: unknown): readonly Mapping[] {
  return Array.isArray(value) ? value.filter(isMapping) : [];
}

/** A field of an object, where there is one. */
export function fieldOf(value: unknown, name: string): unknown {
  return isMapping(value) ? value[name] : undefined;
}
