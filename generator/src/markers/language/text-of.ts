import type { MarkerValue } from './definition.js';

/** The text of an argument that its definition makes a string. */
export function textOf(value: MarkerValue | undefined): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
