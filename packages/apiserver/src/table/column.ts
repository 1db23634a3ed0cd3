import type { JsonObject, JsonValue, WorkBudget } from '@vmgen/base/json';
import { humanAge } from '@vmgen/base/text';
import { getObject, getValue, hasCondition as isTrueIn } from '../built-in/strategies/fields.js';

/** A column: its definition in a Table, and the function that creates its cells. */
export interface TableColumn {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly description: string;
  /** 0 if it is always shown; greater if only `-o wide` shows it. */
  readonly priority: number;
  /** @throws WorkLimitError if the budget of the table is exhausted */
  readonly cell: (object: JsonObject, now: number, budget: WorkBudget) => JsonValue;
}

/** The value of a cell, or the path of a field whose text it shows: `spec.type`. */
type Cell = string | ((object: JsonObject, now: number) => JsonValue);

/** A column of a built-in kind. Defaults to a string column that is always shown. */
export function column(
  name: string,
  cell: Cell,
  shape: Partial<Omit<TableColumn, 'name' | 'cell'>> = {},
): TableColumn {
  const path = typeof cell === 'string' ? cell.split('.') : [];
  return {
    name,
    type: 'string',
    format: '',
    description: `${name} of the object.`,
    priority: 0,
    ...shape,
    cell: typeof cell === 'string' ? (object) => stringAt(object, ...path) : cell,
  };
}

/** A column that only `-o wide` shows. */
export const wideColumn = (name: string, cell: Cell): TableColumn =>
  column(name, cell, { priority: 1 });

/** A column of integers. */
export function countColumn(name: string, cell: Cell): TableColumn {
  const path = typeof cell === 'string' ? cell.split('.') : [];
  const count: Cell = typeof cell === 'string' ? (object) => numberAt(object, ...path) : cell;
  return column(name, count, { type: 'integer' });
}

/** As {@link columnOr}. Only `-o wide` shows the column. */
export const wideColumnOr = (absent: string, name: string, path: string): TableColumn => ({
  ...columnOr(absent, name, path),
  priority: 1,
});

/** A column that shows `absent` if the field at a path has no value. */
export function columnOr(absent: string, name: string, path: string): TableColumn {
  const names = path.split('.');
  return column(name, (object) => stringAt(object, ...names) || absent);
}

export const CREATED_DESCRIPTION = 'When the object was created.';

export const NAME_COLUMN = column('Name', 'metadata.name', {
  format: 'name',
  description: 'The name of the object.',
});

/** The age of built-in kinds: a string that the server computes. */
export const AGE_COLUMN = column(
  'Age',
  (object, now) => humanAge(stringAt(object, 'metadata', 'creationTimestamp'), now),
  { description: CREATED_DESCRIPTION },
);

/** A column of times. */
export const CREATED_AT = column(
  'Created At',
  (object) => getValue(object, 'metadata', 'creationTimestamp') ?? null,
  { type: 'date' },
);

/** Returns the string or number at a path as text, or an empty string. */
export function stringAt(object: JsonObject, ...names: readonly string[]): string {
  const value = getValue(object, ...names);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Returns the number at a path, or 0. */
export function numberAt(object: JsonObject, ...names: readonly string[]): number {
  const value = getValue(object, ...names);
  return typeof value === 'number' ? value : 0;
}

/** Returns the number of entries of the list or map at a path. */
export function sizeAt(object: JsonObject, ...names: readonly string[]): number {
  const value = getValue(object, ...names);
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

/** Whether a condition in the status is true. */
export const hasCondition = (object: JsonObject, type: string): boolean =>
  isTrueIn(getObject(object, 'status'), type);
