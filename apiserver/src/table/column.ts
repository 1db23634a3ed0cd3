import { isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';
import { humanAge } from './human-duration.js';
import type { TableColumn } from './table-column.js';

type Cell = (object: JsonObject, now: number) => JsonValue;

/** A column of a built-in kind. Defaults to a string column that is always shown. */
export const column = (
  name: string,
  cell: Cell,
  shape: Partial<Pick<TableColumn, 'type' | 'priority'>> = {},
): TableColumn => ({
  name,
  type: 'string',
  format: '',
  description: `${name} of the object.`,
  priority: 0,
  ...shape,
  cell,
});

/** A column that only `-o wide` shows. */
export const wideColumn = (name: string, cell: Cell): TableColumn =>
  column(name, cell, { priority: 1 });

/** A column of integers. */
export const countColumn = (name: string, cell: Cell): TableColumn =>
  column(name, cell, { type: 'integer' });

/** A column of times. */
export const CREATED_AT = column(
  'Created At',
  (object) => valueAt(object, 'metadata', 'creationTimestamp') ?? null,
  { type: 'date' },
);

/** Returns the value at a path of fields, or undefined. */
export function valueAt(object: JsonObject, ...names: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = object;
  for (const name of names) value = isJsonObject(value) ? value[name] : undefined;
  return value ?? undefined;
}

/** Returns the string or number at a path as text, or an empty string. */
export function stringAt(object: JsonObject, ...names: readonly string[]): string {
  const value = valueAt(object, ...names);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Returns the number at a path, or 0. */
export function numberAt(object: JsonObject, ...names: readonly string[]): number {
  const value = valueAt(object, ...names);
  return typeof value === 'number' ? value : 0;
}

/** Returns the objects in the list at a path. */
export function objectsAt(object: JsonObject, ...names: readonly string[]): readonly JsonObject[] {
  const value = valueAt(object, ...names);
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** Returns the strings in the list at a path. */
export function stringsAt(object: JsonObject, ...names: readonly string[]): readonly string[] {
  const value = valueAt(object, ...names);
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** Returns the number of entries of the list or map at a path. */
export function sizeAt(object: JsonObject, ...names: readonly string[]): number {
  const value = valueAt(object, ...names);
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

/** `<none>` for an empty string. */
export const orNone = (text: string): string => (text === '' ? '<none>' : text);

/** Returns the age of the time at a path. */
export const ageAt = (object: JsonObject, now: number, ...names: readonly string[]): string =>
  humanAge(stringAt(object, ...names), now);

/** Joins strings with commas. Those beyond `max` are counted. */
export function joined(texts: readonly string[], max: number): string {
  const rest = texts.length - max;
  const shown = texts.slice(0, max).join(',');
  return rest > 0 ? `${shown} + ${rest} more...` : shown;
}
