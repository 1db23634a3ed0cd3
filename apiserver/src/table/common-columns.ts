import { isJsonObject, type JsonObject } from '@vmgen/crd/json';
import { humanAge } from './human-duration.js';
import type { TableColumn } from './table-column.js';

const NAME_DESCRIPTION =
  'Name must be unique within a namespace. Is required when creating resources, although some resources may allow a client to request the generation of an appropriate name automatically. Name is primarily intended for creation idempotence and configuration definition. Cannot be updated. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names';

export const CREATED_DESCRIPTION =
  'CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata';

export const NAME_COLUMN: TableColumn = {
  name: 'Name',
  type: 'string',
  format: 'name',
  description: NAME_DESCRIPTION,
  priority: 0,
  cell: (object) => textAt(object, 'metadata', 'name') ?? '',
};

/** The age of built-in kinds: a string that the server counted. */
export const AGE_COLUMN: TableColumn = {
  name: 'Age',
  type: 'string',
  format: '',
  description: CREATED_DESCRIPTION,
  priority: 0,
  cell: (object, now) => humanAge(textAt(object, 'metadata', 'creationTimestamp'), now),
};

/** The string at a path of keys; undefined: none there. */
export function textAt(object: JsonObject, ...keys: readonly string[]): string | undefined {
  const value = keys.reduce<JsonObject[string] | undefined>(
    (current, key) => (isJsonObject(current) ? current[key] : undefined),
    object,
  );
  return typeof value === 'string' && value !== '' ? value : undefined;
}
