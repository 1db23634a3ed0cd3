import { isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';
import { humanAge } from './human-duration.js';
import type { TableColumn } from './table-column.js';

type Cell = (object: JsonObject, now: number) => JsonValue;

/** A column of a built-in kind: text that is always shown, unless it is said otherwise. */
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

/** A column that is shown with `-o wide` alone. */
export const wideColumn = (name: string, cell: Cell): TableColumn =>
  column(name, cell, { priority: 1 });

/** A column of whole numbers. */
export const countColumn = (name: string, cell: Cell): TableColumn =>
  column(name, cell, { type: 'integer' });

/** A column of times. */
export const CREATED_AT = column(
  'Created At',
  (object) => valueAt(object, 'metadata', 'creationTimestamp') ?? null,
  { type: 'date' },
);

/** What is at a path of fields; undefined where nothing is. */
export function valueAt(object: JsonObject, ...names: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = object;
  for (const name of names) value = isJsonObject(value) ? value[name] : undefined;
  return value ?? undefined;
}

/** The text at a path, or that of a number; empty where there is none. */
export function stringAt(object: JsonObject, ...names: readonly string[]): string {
  const value = valueAt(object, ...names);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The number at a path; 0 where there is none. */
export function numberAt(object: JsonObject, ...names: readonly string[]): number {
  const value = valueAt(object, ...names);
  return typeof value === 'number' ? value : 0;
}

/** The objects of the list at a path. */
export function objectsAt(object: JsonObject, ...names: readonly string[]): readonly JsonObject[] {
  const value = valueAt(object, ...names);
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** The texts of the list at a path. */
export function stringsAt(object: JsonObject, ...names: readonly string[]): readonly string[] {
  const value = valueAt(object, ...names);
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** How many entries the list or map at a path has. */
export function sizeAt(object: JsonObject, ...names: readonly string[]): number {
  const value = valueAt(object, ...names);
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

/** `<none>` for an empty text. */
export const orNone = (text: string): string => (text === '' ? '<none>' : text);

/** How long ago the time at a path was. */
export const ageAt = (object: JsonObject, now: number, ...names: readonly string[]): string =>
  humanAge(stringAt(object, ...names), now);

/** Some texts with commas between; those beyond a number are counted. */
export function joined(texts: readonly string[], max: number): string {
  const rest = texts.length - max;
  const shown = texts.slice(0, max).join(',');
  return rest > 0 ? `${shown} + ${rest} more...` : shown;
}
