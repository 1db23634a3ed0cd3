import {
  goJson,
  formatGoTime,
  parseGoTime,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '@vmgen/crd/internal/json';
import { type JSONSchemaProps } from '@vmgen/crd';
import { ObjectMetaTypeError, errorMessage } from '@vmgen/crd/internal';

/** The times that carry exactly six decimals (MicroTime); all others have whole seconds. */
const MICRO_TIMES: ReadonlySet<string> = new Set([
  'acquireTime',
  'renewTime',
  'eventTime',
  'lastObservedTime',
]);

/**
 * Refuses what Go could not decode into the type of a built-in kind, and writes its times as Go writes
 * them back. (For custom resources the same mistakes are 422 errors of the schema.)
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
    checkValue(value, field, `${path}.${name}`);
    if (field.format === 'date-time' && typeof value === 'string') coerceTime(object, name, value);
  }
}

function coerceTime(object: JsonObject, name: string, text: string): void {
  const layout = MICRO_TIMES.has(name) ? 'microseconds' : 'seconds';
  try {
    const time = parseGoTime(text, layout);
    if (time === undefined) Reflect.deleteProperty(object, name);
    else object[name] = formatGoTime(time, layout);
  } catch (cause) {
    throw new ObjectMetaTypeError(errorMessage(cause), { cause });
  }
}

function checkValue(value: JsonValue, schema: JSONSchemaProps, path: string): void {
  if (schema.type === undefined) return;
  if (!hasType(value, schema.type, schema.format)) throw wrongType(value, schema, path);
  if (isJsonObject(value)) checkFields(value, schema, path);
  const items = Array.isArray(schema.items) ? undefined : schema.items;
  if (Array.isArray(value) && items !== undefined) {
    for (const item of value) checkValue(item, items, path);
  }
}

function hasType(value: JsonValue, type: string, format: string | undefined): boolean {
  switch (type) {
    case 'object':
      return isJsonObject(value);
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return format === 'int32' ? isInt32(value) : isInt64(value);
    default:
      return typeof value === type;
  }
}

function isInt32(value: JsonValue): boolean {
  return typeof value === 'number' && (value | 0) === value;
}

/** What parseJson makes of an integer beyond int64 is a double. */
function isInt64(value: JsonValue): boolean {
  return Number.isSafeInteger(value) || typeof value === 'bigint';
}

function wrongType(value: JsonValue, schema: JSONSchemaProps, path: string): ObjectMetaTypeError {
  const wanted = schema.type === 'integer' ? (schema.format ?? 'int64') : (schema.type ?? '');
  return new ObjectMetaTypeError(
    `json: cannot unmarshal ${nameOf(value, schema)} into Go struct field ${path} of type ${wanted}`,
  );
}

/** Go's word for a value; a number that is of no use as an integer is shown. */
function nameOf(value: JsonValue, schema: JSONSchemaProps): string {
  if (typeof value === 'boolean') return 'bool';
  if (Array.isArray(value)) return 'array';
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  return isNumber ? `number${schema.type === 'integer' ? ` ${goJson(value)}` : ''}` : typeof value;
}
