import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json-value.js';
import type { JSONSchemaProps } from '../../schema/json-schema-props.js';
import { ObjectMetaTypeError } from '../../schema/object/coerce-object-meta.js';

/** The times that carry exactly six decimals (MicroTime); all others have whole seconds. */
const microTimes: ReadonlySet<string> = new Set([
  'acquireTime',
  'renewTime',
  'eventTime',
  'lastObservedTime',
]);

/**
 * Refuses what Go could not decode into the type of a built-in kind. (For custom resources the same
 * mistakes are 422 errors of the schema.)
 *
 * @throws ObjectMetaTypeError with the text of Go's decoder
 */
export function checkBuiltInTypes(kind: string, object: JsonObject, schema: JSONSchemaProps): void {
  checkFields(object, schema, kind);
}

function checkFields(object: JsonObject, schema: JSONSchemaProps, path: string): void {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const value = object[name];
    if (value === undefined || value === null || name === 'metadata') continue;
    checkValue(value, field, `${path}.${name}`, name);
  }
}

function checkValue(value: JsonValue, schema: JSONSchemaProps, path: string, name: string): void {
  if (schema.type === undefined) return;
  if (!hasType(value, schema.type)) throw wrongType(value, schema, path);
  if (schema.format === 'date-time' && typeof value === 'string') {
    checkTime(value, microTimes.has(name));
  }
  if (isJsonObject(value)) checkFields(value, schema, path);
  const items = Array.isArray(schema.items) ? undefined : schema.items;
  if (Array.isArray(value) && items !== undefined) {
    for (const item of value) checkValue(item, items, path, name);
  }
}

function hasType(value: JsonValue, type: string): boolean {
  switch (type) {
    case 'object':
      return isJsonObject(value);
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return Number.isInteger(value) || typeof value === 'bigint';
    default:
      return typeof value === type;
  }
}

function wrongType(value: JsonValue, schema: JSONSchemaProps, path: string): ObjectMetaTypeError {
  const wanted = schema.type === 'integer' ? (schema.format ?? 'int64') : (schema.type ?? '');
  const actual =
    typeof value === 'boolean' ? 'bool' : Array.isArray(value) ? 'array' : typeof value;
  return new ObjectMetaTypeError(
    `json: cannot unmarshal ${actual} into Go struct field ${path} of type ${wanted}`,
  );
}

const seconds = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/;
const micros = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}(Z|[+-]\d\d:\d\d)$/;

function checkTime(text: string, isMicro: boolean): void {
  if ((isMicro ? micros : seconds).test(text) && !Number.isNaN(Date.parse(text))) return;
  if (!isMicro && !Number.isNaN(Date.parse(text)) && text.includes('T')) return;
  const layout = isMicro ? '2006-01-02T15:04:05.000000Z07:00' : '2006-01-02T15:04:05Z07:00';
  const isWholeSecond = seconds.test(text);
  const found = JSON.stringify(isWholeSecond ? text.slice(19) : text);
  const expected = isWholeSecond ? '".000000"' : '"2006"';
  throw new ObjectMetaTypeError(
    `parsing time ${JSON.stringify(text)} as "${layout}": cannot parse ${found} as ${expected}`,
  );
}
