import {
  escapeGoJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  stringifyJson,
} from '@vmgen/base/json';
import { printGoYaml } from '@vmgen/base/yaml';
import { objectAt, objectsAt, stringAt } from './json-at.js';
import { isList } from './resources.js';

/** The forms in which commands that write print an object. */
export const OBJECT_FORMS = ['json', 'yaml', 'name'] as const;

/** Prints an object, or a list of objects. */
export function printObject(object: JsonObject, form: string): string {
  if (form === 'name')
    return namesOf(object)
      .map((name) => `${name}\n`)
      .join('');
  const shown = withoutManagedFields(object);
  return form === 'yaml' ? printGoYaml(shown) : `${escapeGoJson(printJson(shown))}\n`;
}

function namesOf(object: JsonObject): string[] {
  return isList(object) ? objectsAt(object, 'items').flatMap(namesOf) : [nameOf(object)];
}

/** `TYPE/NAME` of an object: `deployment.apps/web`. */
export function nameOf(object: JsonObject): string {
  const [, group = ''] = stringAt(object, 'apiVersion').split('/').reverse();
  const kind = stringAt(object, 'kind').toLowerCase();
  return `${kind}${group === '' ? '' : `.${group}`}/${stringAt(object, 'metadata', 'name')}`;
}

function withoutManagedFields(object: JsonObject): JsonObject {
  if (isList(object))
    return { ...object, items: objectsAt(object, 'items').map(withoutManagedFields) };
  const { managedFields: _omitted, ...metadata } = objectAt(object, 'metadata');
  return isJsonObject(object['metadata']) ? { ...object, metadata } : object;
}

/** As Go's json.MarshalIndent prints a map: sorted keys, and four spaces for each level. */
function printJson(value: JsonValue, margin = '\n'): string {
  const inner = `${margin}    `;
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    return `[${value.map((item) => inner + printJson(item, inner)).join(',')}${margin}]`;
  }
  if (!isJsonObject(value)) return stringifyJson(value);
  const entries = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, entry]) => `${inner}${JSON.stringify(key)}: ${printJson(entry ?? null, inner)}`);
  return entries.length === 0 ? '{}' : `{${entries.join(',')}${margin}}`;
}

/** As Go's json.Marshal prints a map: sorted keys, on one line. */
export const compactJson = (value: JsonValue): string => escapeGoJson(stringifyJson(sorted(value)));

function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, entry]) => [key, sorted(entry ?? null)]),
  );
}
