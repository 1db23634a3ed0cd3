import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import { humanAge } from './human-duration.js';
import type { TableColumn } from './table-column.js';

export const CREATED_DESCRIPTION = 'When the object was created.';

export const NAME_COLUMN: TableColumn = {
  name: 'Name',
  type: 'string',
  format: 'name',
  description: 'The name of the object.',
  priority: 0,
  cell: (object) => stringAt(object, 'metadata', 'name') ?? '',
};

/** The age of built-in kinds: a string that the server computes. */
export const AGE_COLUMN: TableColumn = {
  name: 'Age',
  type: 'string',
  format: '',
  description: CREATED_DESCRIPTION,
  priority: 0,
  cell: (object, now) => humanAge(stringAt(object, 'metadata', 'creationTimestamp'), now),
};

/** Returns the string at a path of keys, or undefined. */
export function stringAt(object: JsonObject, ...keys: readonly string[]): string | undefined {
  const value = keys.reduce<JsonObject[string] | undefined>(
    (current, key) => (isJsonObject(current) ? current[key] : undefined),
    object,
  );
  return typeof value === 'string' && value !== '' ? value : undefined;
}
