import { isJsonObject, type JsonObject, type JsonValue } from '../json/json-value.js';
import { parseJson } from '../json/parse-json.js';
import type { MessageField, ProtobufMessages } from './protobuf-messages.js';
import { ProtobufError, readFields, type WireField } from './protobuf-wire.js';

const text = new TextDecoder();

/** A message as the JSON that Go would have written for it. */
export function decodeMessage(
  messages: ProtobufMessages,
  type: string,
  bytes: Uint8Array,
): JsonObject {
  const definition = messages[type];
  if (definition === undefined) throw new ProtobufError(`unknown message ${type}`);
  const object: JsonObject = {};
  for (const wire of readFields(bytes)) {
    const field = definition[String(wire.number)];
    if (field !== undefined) addField(messages, object, field, wire);
  }
  return object;
}

function addField(
  messages: ProtobufMessages,
  object: JsonObject,
  field: MessageField,
  wire: WireField,
): void {
  if (field.map === true) {
    const entry = decodeEntry(messages, field, asBytes(wire));
    object[field.name] = { ...asObject(object[field.name]), [entry.key]: entry.value };
    return;
  }
  const value = decodeValue(messages, field.type, wire.value);
  if (field.list === true) {
    const list = object[field.name];
    object[field.name] = [...(Array.isArray(list) ? list : []), value ?? null];
  } else if (value !== undefined && (field.keepZero === true || !isZero(value))) {
    // Go writes every plain field, also the empty ones that its JSON leaves out.
    setField(object, field.name, value);
  }
}

/** An embedded struct has no name of its own in JSON. */
function setField(object: JsonObject, name: string, value: JsonValue): void {
  if (name === '') Object.assign(object, value);
  else object[name] = value;
}

function decodeEntry(
  messages: ProtobufMessages,
  field: MessageField,
  bytes: Uint8Array,
): { key: string; value: JsonValue } {
  const entry = { key: '', value: field.type === 'string' ? '' : ({} as JsonValue) };
  for (const wire of readFields(bytes)) {
    if (wire.number === 1) entry.key = text.decode(asBytes(wire));
    if (wire.number === 2) entry.value = decodeValue(messages, field.type, wire.value) ?? null;
  }
  return entry;
}

/** Undefined: Go's zero time, which its JSON does not show. */
function decodeValue(
  messages: ProtobufMessages,
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
      return Buffer.from(value).readDoubleLE(0);
    case 'meta.Time':
      return decodeTime(value, 0);
    case 'meta.MicroTime':
      return decodeTime(value, 6);
    case 'meta.FieldsV1':
    case 'apiextensions.JSON':
      return decodeRawJson(value);
    case 'apiextensions.JSONSchemaPropsOrArray':
    case 'apiextensions.JSONSchemaPropsOrBool':
    case 'apiextensions.JSONSchemaPropsOrStringArray':
      return decodeSchemaOr(messages, type, value);
    default:
      return decodeMessage(messages, type, value);
  }
}

/** Seconds and nanoseconds since 1970, printed with the given number of decimals. */
function decodeTime(bytes: Uint8Array, decimals: number): string | undefined {
  const numbers = new Map(readFields(bytes).map(({ number, value }) => [number, value]));
  const seconds = Number(numbers.get(1) ?? 0n);
  const nanos = Number(numbers.get(2) ?? 0n);
  if (bytes.length === 0 || seconds < -62_000_000_000) return undefined;
  const whole = new Date(seconds * 1000).toISOString().slice(0, 19);
  const fraction = String(nanos).padStart(9, '0').slice(0, decimals);
  return decimals === 0 ? `${whole}Z` : `${whole}.${fraction}Z`;
}

function decodeRawJson(bytes: Uint8Array): JsonValue {
  const raw = readFields(bytes).find(({ number }) => number === 1);
  return raw === undefined ? null : parseJson(text.decode(asBytes(raw)));
}

/** The unions of a CRD's schema: one schema, or a list of them, a boolean, a list of names. */
function decodeSchemaOr(messages: ProtobufMessages, type: string, bytes: Uint8Array): JsonValue {
  const SCHEMA = 'apiextensions.JSONSchemaProps';
  const fields = readFields(bytes);
  const schemaField = type.endsWith('OrBool') ? 2 : 1;
  const schema = fields.find(({ number }) => number === schemaField);
  if (schema !== undefined) return decodeMessage(messages, SCHEMA, asBytes(schema));
  if (type.endsWith('OrBool')) return fields[0]?.value === 1n;
  return fields.map((field) =>
    type.endsWith('OrStringArray')
      ? text.decode(asBytes(field))
      : decodeMessage(messages, SCHEMA, asBytes(field)),
  );
}

function asBytes(wire: WireField): Uint8Array {
  if (typeof wire.value === 'bigint') {
    throw new ProtobufError(`field ${wire.number} is a number where bytes were expected`);
  }
  return wire.value;
}

function asObject(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function isZero(value: JsonValue): boolean {
  return value === '' || value === 0 || value === false;
}
