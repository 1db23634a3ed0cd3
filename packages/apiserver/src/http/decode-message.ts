import {
  MAX_JSON_DEPTH,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  setOwn,
  parseJson,
  type WorkBudget,
} from '@vmgen/base/json';
import type { MessageField, TypeLibrary } from '../data/type-library.js';
import { ProtobufError, readFields, type WireField } from './protobuf-wire.js';

const text = new TextDecoder();

/** What decoding a message needs. */
interface Decoding {
  readonly types: TypeLibrary;
  /** The work budget of the whole body. */
  readonly work: WorkBudget;
  /** The nesting depth of the message. Defaults to 0. */
  readonly depth?: number;
}

/**
 * Decodes a message to the JSON that Go would write for it.
 *
 * @throws ProtobufError if the bytes are not such a message, or are nested too deeply
 * @throws WorkLimitError if it has too many fields
 */
export function decodeMessage(
  { types, work, depth = 0 }: Decoding,
  type: string,
  bytes: Uint8Array,
): JsonObject {
  const definition = types.message(type);
  if (definition === undefined) throw new ProtobufError(`unknown message ${type}`);
  if (depth > MAX_JSON_DEPTH)
    throw new ProtobufError(`more than ${MAX_JSON_DEPTH} nested messages`);
  const object: JsonObject = {};
  const within = { types, work, depth: depth + 1 };
  for (const wire of readFields(bytes, work)) {
    const field = definition[String(wire.number)];
    if (field !== undefined) addField(within, object, field, wire);
  }
  return object;
}

function addField(
  within: Decoding,
  object: JsonObject,
  field: MessageField,
  wire: WireField,
): void {
  if (field.map === true) {
    const entry = decodeEntry(within, field, asBytes(wire));
    setOwn(mapIn(object, field.name), entry.key, entry.value);
    return;
  }
  const value = decodeValue(within, field.type, wire.value);
  if (field.list === true) {
    listIn(object, field.name).push(value ?? null);
  } else if (value !== undefined && (field.keepZero === true || !isZero(value))) {
    // In protobuf, Go writes all plain fields, including empty ones that its JSON omits.
    setField(object, field.name, value);
  }
}

/** Returns the map of a field, to which the message's entries are added. */
function mapIn(object: JsonObject, name: string): JsonObject {
  const known = object[name];
  if (isJsonObject(known)) return known;
  const map: JsonObject = {};
  object[name] = map;
  return map;
}

function listIn(object: JsonObject, name: string): JsonValue[] {
  const known = object[name];
  if (Array.isArray(known)) return known;
  const list: JsonValue[] = [];
  object[name] = list;
  return list;
}

/** An embedded struct has no name in JSON. */
function setField(object: JsonObject, name: string, value: JsonValue): void {
  if (name === '') Object.assign(object, value);
  else object[name] = value;
}

function decodeEntry(
  within: Decoding,
  field: MessageField,
  bytes: Uint8Array,
): { key: string; value: JsonValue } {
  const entry = { key: '', value: field.type === 'string' ? '' : ({} as JsonValue) };
  for (const wire of readFields(bytes, within.work)) {
    if (wire.number === 1) entry.key = text.decode(asBytes(wire));
    if (wire.number === 2) entry.value = decodeValue(within, field.type, wire.value) ?? null;
  }
  return entry;
}

/** Returns undefined for Go's zero time, which its JSON omits. */
function decodeValue(
  within: Decoding,
  type: string,
  value: bigint | Uint8Array,
): JsonValue | undefined {
  if (typeof value === 'bigint') {
    if (type === 'bool') return value !== 0n;
    return BigInt.asIntN(54, value) === value ? Number(value) : value;
  }
  switch (type) {
    case 'string':
      return text.decode(value);
    case 'bytes':
      return Buffer.from(value).toString('base64');
    case 'double':
      return decodeDouble(value);
    case 'meta.v1.Time':
      return decodeTime(within, value, 0);
    case 'meta.v1.MicroTime':
      return decodeTime(within, value, 6);
    case 'meta.v1.FieldsV1':
    case 'apiextensions.v1.JSON':
    case 'pkg.runtime.RawExtension':
      return decodeRawJson(within, value);
    case 'api.resource.Quantity':
      return decodeOnlyText(within, value);
    case 'util.intstr.IntOrString':
      return decodeIntOrString(within, value);
    case 'strings':
      return readFields(value, within.work).map((wire) => text.decode(asBytes(wire)));
    case 'apiextensions.v1.JSONSchemaPropsOrArray':
    case 'apiextensions.v1.JSONSchemaPropsOrBool':
    case 'apiextensions.v1.JSONSchemaPropsOrStringArray':
      return decodeSchemaOr(within, type, value);
    default:
      return decodeMessage(within, type, value);
  }
}

function decodeDouble(bytes: Uint8Array): number {
  if (bytes.length !== 8) throw new ProtobufError('a double is not of eight bytes');
  return Buffer.from(bytes).readDoubleLE(0);
}

/** The end of the year 9999, in seconds since 1970. */
const MAX_SECONDS = 253_402_300_799;

/** Formats seconds and nanoseconds since 1970 with the given number of decimals. */
function decodeTime({ work }: Decoding, bytes: Uint8Array, decimals: number): string | undefined {
  const numbers = new Map(readFields(bytes, work).map(({ number, value }) => [number, value]));
  const seconds = Number(numbers.get(1) ?? 0n);
  const nanos = Number(numbers.get(2) ?? 0n);
  if (bytes.length === 0 || seconds < -62_000_000_000) return undefined;
  if (seconds > MAX_SECONDS) throw new ProtobufError('a time has no year of four digits');
  const whole = new Date(seconds * 1000).toISOString().slice(0, 19);
  const fraction = String(nanos).padStart(9, '0').slice(0, decimals);
  return decimals === 0 ? `${whole}Z` : `${whole}.${fraction}Z`;
}

/** Decodes a message whose only field is a string, such as a quantity. */
function decodeOnlyText({ work }: Decoding, bytes: Uint8Array): string {
  const [field] = readFields(bytes, work);
  return field === undefined ? '' : text.decode(asBytes(field));
}

/** Field 1 is the type, 2 the number and 3 the string. */
function decodeIntOrString({ work }: Decoding, bytes: Uint8Array): JsonValue {
  const fields = new Map(readFields(bytes, work).map((wire) => [wire.number, wire]));
  if (fields.get(1)?.value !== 1n) return Number(fields.get(2)?.value ?? 0n);
  const word = fields.get(3);
  return word === undefined ? '' : text.decode(asBytes(word));
}

function decodeRawJson({ work }: Decoding, bytes: Uint8Array): JsonValue {
  const raw = readFields(bytes, work).find(({ number }) => number === 1);
  return raw === undefined ? null : parseJson(text.decode(asBytes(raw)));
}

/**
 * Decodes the unions in a CRD's schema: a schema, or a list of schemas, a boolean, or a list of
 * names.
 */
function decodeSchemaOr(within: Decoding, type: string, bytes: Uint8Array): JsonValue {
  const SCHEMA = 'apiextensions.v1.JSONSchemaProps';
  const fields = readFields(bytes, within.work);
  const schemaField = type.endsWith('OrBool') ? 2 : 1;
  const schema = fields.find(({ number }) => number === schemaField);
  if (schema !== undefined) return decodeMessage(within, SCHEMA, asBytes(schema));
  if (type.endsWith('OrBool')) return fields[0]?.value === 1n;
  return fields.map((field) =>
    type.endsWith('OrStringArray')
      ? text.decode(asBytes(field))
      : decodeMessage(within, SCHEMA, asBytes(field)),
  );
}

function asBytes(wire: WireField): Uint8Array {
  if (typeof wire.value === 'bigint') {
    throw new ProtobufError(`field ${wire.number} is a number where bytes were expected`);
  }
  return wire.value;
}

function isZero(value: JsonValue): boolean {
  return value === '' || value === 0 || value === false;
}
