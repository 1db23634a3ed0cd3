import {
  MAX_JSON_DEPTH,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  setOwn,
  parseJson,
} from '@vmgen/crd/internal/json';
import type { MessageField, ProtobufMessages } from './protobuf-messages.js';
import { ProtobufError, readFields, type WireField } from './protobuf-wire.js';

const text = new TextDecoder();

/**
 * A message as the JSON that Go would have written for it.
 *
 * @param depth how many messages are around this one
 * @throws ProtobufError where the bytes are no such message, or hold too many within each other
 */
export function decodeMessage(
  messages: ProtobufMessages,
  type: string,
  bytes: Uint8Array,
  depth = 0,
): JsonObject {
  const definition = messages[type];
  if (definition === undefined) throw new ProtobufError(`unknown message ${type}`);
  if (depth > MAX_JSON_DEPTH)
    throw new ProtobufError(`more than ${MAX_JSON_DEPTH} nested messages`);
  const object: JsonObject = {};
  for (const wire of readFields(bytes)) {
    const field = definition[String(wire.number)];
    if (field !== undefined) addField({ messages, depth: depth + 1 }, object, field, wire);
  }
  return object;
}

/** What the fields of a message are decoded with. */
interface Within {
  readonly messages: ProtobufMessages;
  /** How many messages are around the fields. */
  readonly depth: number;
}

function addField(within: Within, object: JsonObject, field: MessageField, wire: WireField): void {
  if (field.map === true) {
    const entry = decodeEntry(within, field, asBytes(wire));
    setOwn(mapIn(object, field.name), entry.key, entry.value);
    return;
  }
  const value = decodeValue(within, field.type, wire.value);
  if (field.list === true) {
    listIn(object, field.name).push(value ?? null);
  } else if (value !== undefined && (field.keepZero === true || !isZero(value))) {
    // Go writes every plain field, also the empty ones that its JSON leaves out.
    setField(object, field.name, value);
  }
}

/** The map of a field, which this message's entries are added to one by one. */
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

/** An embedded struct has no name of its own in JSON. */
function setField(object: JsonObject, name: string, value: JsonValue): void {
  if (name === '') Object.assign(object, value);
  else object[name] = value;
}

function decodeEntry(
  within: Within,
  field: MessageField,
  bytes: Uint8Array,
): { key: string; value: JsonValue } {
  const entry = { key: '', value: field.type === 'string' ? '' : ({} as JsonValue) };
  for (const wire of readFields(bytes)) {
    if (wire.number === 1) entry.key = text.decode(asBytes(wire));
    if (wire.number === 2) entry.value = decodeValue(within, field.type, wire.value) ?? null;
  }
  return entry;
}

/** Undefined: Go's zero time, which its JSON does not show. */
function decodeValue(
  within: Within,
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
      return decodeSchemaOr(within, type, value);
    default:
      return decodeMessage(within.messages, type, value, within.depth);
  }
}

function decodeDouble(bytes: Uint8Array): number {
  if (bytes.length !== 8) throw new ProtobufError('a double is not of eight bytes');
  return Buffer.from(bytes).readDoubleLE(0);
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
function decodeSchemaOr({ messages, depth }: Within, type: string, bytes: Uint8Array): JsonValue {
  const SCHEMA = 'apiextensions.JSONSchemaProps';
  const fields = readFields(bytes);
  const schemaField = type.endsWith('OrBool') ? 2 : 1;
  const schema = fields.find(({ number }) => number === schemaField);
  if (schema !== undefined) return decodeMessage(messages, SCHEMA, asBytes(schema), depth);
  if (type.endsWith('OrBool')) return fields[0]?.value === 1n;
  return fields.map((field) =>
    type.endsWith('OrStringArray')
      ? text.decode(asBytes(field))
      : decodeMessage(messages, SCHEMA, asBytes(field), depth),
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
