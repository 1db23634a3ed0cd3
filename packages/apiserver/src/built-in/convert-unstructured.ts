import { isJsonObject, setOwn, type JsonObject, type JsonValue } from '@vmgen/base/json';
import { ObjectMetaTypeError } from '@vmgen/crd/internal';
import { referenceOf, type TypeSchema } from '../data/type-library.js';
import type { GoTypes } from './decode-object.js';
import { readBytes, SELF_READING } from './go-scalars.js';

/**
 * Converts an object to the types of its kind after a strategic merge patch, in place, as Go's
 * converter of unstructured objects does: numbers that do not fit wrap around or lose their
 * fraction, and other mismatches are errors. The decoder handles the distinctions that JSON does
 * not make.
 *
 * Upstream: fromUnstructured in apimachinery/pkg/runtime/converter.go.
 *
 * @param component the object's type in OpenAPI documents
 * @throws ObjectMetaTypeError if a value cannot be converted to the type of its field
 */
export function convertUnstructured(types: GoTypes, component: string, object: JsonObject): void {
  const { properties = {} } = types.library.schema(component);
  const goFields = types.fields.of(component);
  // Go visits the fields in the order of the struct and stops at the first error.
  const typeMeta = ['kind', 'apiVersion'].filter((name) => !goFields.has(name));
  for (const name of new Set([...typeMeta, ...goFields.keys(), ...Object.keys(object)])) {
    const value = Object.hasOwn(object, name) ? object[name] : undefined;
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (schema === undefined || value === undefined || value === null) continue;
    const goType = goFields.get(name)?.goType;
    setOwn(object, name, convert(types, schema, value, goType));
  }
}

function convert(types: GoTypes, schema: TypeSchema, value: JsonValue, goType?: string): JsonValue {
  const component = referenceOf(schema);
  if (component !== undefined) return convertNamed(types, component, value);
  switch (schema.type) {
    case 'array':
      return convertList(types, schema.items, value);
    case 'object':
      if (!isJsonObject(value)) throw refused(`cannot restore map from ${kindOf(value)}`);
      convertEntries(types, schema.additionalProperties, value);
      return value;
    case 'string':
      if (schema.format === 'byte') return convertBytes(value);
      if (typeof value === 'string') return value;
      if (isInteger(value)) throw refused(`cannot convert int64 to ${goType ?? 'string'}`);
      throw refused('unrecognized type: string');
    case 'boolean':
      if (typeof value === 'boolean') return value;
      throw refused('unrecognized type: bool');
    case 'integer':
      return wrapped(value, schema.format === 'int32' ? 32 : 64, goType);
    default:
      return value;
  }
}

/** Bytes are a base64 string or a list of numbers. */
function convertBytes(value: JsonValue): JsonValue {
  if (typeof value === 'string') {
    const read = readBytes(value, { field: '', type: '' });
    if (typeof read !== 'function') return read;
    throw refused(`error decoding from json: ${read().message}`);
  }
  if (!Array.isArray(value)) throw refused(`cannot restore slice from ${kindOf(value)}`);
  const bytes = value.map((item) => {
    if (item === null) return 0;
    if (isInteger(item)) return Number(BigInt.asUintN(8, BigInt(item)));
    if (typeof item !== 'number') throw refused('unrecognized type: uint8');
    throw refused('cannot convert float64 to uint8');
  });
  return Buffer.from(bytes).toString('base64');
}

function convertNamed(types: GoTypes, component: string, value: JsonValue): JsonValue {
  const read = SELF_READING.get(component);
  if (read !== undefined)
    return readAlone(() => read(value, { field: '', type: 'string' }) ?? null);
  if (types.library.schema(component).properties === undefined) return value;
  if (!isJsonObject(value)) throw refused(`cannot restore struct from: ${kindOf(value)}`);
  convertUnstructured(types, component, value);
  return value;
}

/**
 * Types with their own JSON decoder are decoded separately, so error messages do not name the
 * field.
 */
function readAlone(read: () => JsonValue): JsonValue {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ObjectMetaTypeError)) throw error;
    throw refused(error.message.replace('Go struct field  of type', 'Go value of type'));
  }
}

function convertList(types: GoTypes, items: TypeSchema | undefined, value: JsonValue): JsonValue {
  if (!Array.isArray(value)) throw refused(`cannot restore slice from ${kindOf(value)}`);
  if (items === undefined) return value;
  return value.map((item) => (item === null ? item : convert(types, items, item)));
}

function convertEntries(types: GoTypes, entry: TypeSchema | undefined, map: JsonObject): void {
  if (entry === undefined) return;
  for (const [key, value] of Object.entries(map)) {
    if (value !== null) setOwn(map, key, convert(types, entry, value));
  }
}

/** Returns an integer as Go's conversion to a type of fewer bits does. */
function wrapped(value: JsonValue, bits: number, goType: string | undefined): JsonValue {
  if (!isInteger(value)) {
    const type = `int${bits}`;
    if (typeof value !== 'number') throw refused(`unrecognized type: ${type}`);
    throw refused(`cannot convert float64 to ${goType ?? type}`);
  }
  const result = BigInt.asIntN(bits, BigInt(value));
  const isSafe = Number.isSafeInteger(Number(result));
  return isSafe ? Number(result) : result;
}

/** Whether Go's JSON decoder produces an int64. Larger numbers become float64. */
const isInteger = (value: JsonValue): value is number | bigint =>
  typeof value === 'bigint' || Number.isSafeInteger(value);

const refused = (message: string): ObjectMetaTypeError => new ObjectMetaTypeError(message);

/** Go's name for the kind of a value. */
function kindOf(value: JsonValue): string {
  if (Array.isArray(value)) return 'slice';
  if (isJsonObject(value)) return 'map';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'string') return 'string';
  return isInteger(value) ? 'int64' : 'float64';
}
