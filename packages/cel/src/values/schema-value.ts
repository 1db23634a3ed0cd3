import { decodeBase64 } from '@vmgen/base/bytes';
import {
  deepEqualJson,
  goTypeName,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  keysText,
} from '@vmgen/base/json';
import { itemSchema, type JSONSchemaProps, ownProperty, valueSchema } from '@vmgen/base/schema';
import { escapeFieldName, unescapeFieldName } from '../types/escape-field-name.js';
import { withTypeAndObjectMeta } from '../types/object-meta-schema.js';
import { addToKeyed, mapKind, setKind, type Identify, type ListKind } from './keyed-list.js';
import { parseTimestamp } from './parse-timestamp.js';
import {
  ArrayList,
  CelError,
  CelList,
  CelMap,
  CelObject,
  noSuchOverload,
  type CelValue,
  Duration,
} from './value.js';
import { parseDuration } from './parse-duration.js';

/**
 * Converts a JSON value to a CEL value by its schema (apiserver's cel/common UnstructuredToVal).
 * Copies nothing: fields are converted when they are read.
 */
export function toCelValue(value: JsonValue | undefined, schema: JSONSchemaProps): CelValue {
  if (value === null || value === undefined) {
    return schema.nullable === true
      ? null
      : new CelError('invalid data, got null for schema with nullable=false');
  }
  if (schema['x-kubernetes-int-or-string'] === true) return intOrString(value);
  switch (schema.type) {
    case 'object':
      return isJsonObject(value) ? new SchemaMap(value, schema) : wrongData('a map', 'object');
    case 'array':
      return Array.isArray(value) ? new SchemaList(value, schema) : wrongData('an array', 'array');
    case 'string':
      return typeof value === 'string'
        ? formatted(value, schema.format)
        : wrongType('string', value);
    case 'number':
      return isNumber(value) ? Number(value) : wrongType('float', value);
    case 'integer':
      return isInteger(value) ? BigInt(value) : wrongType('int', value);
    case 'boolean':
      return typeof value === 'boolean' ? value : wrongType('bool', value);
    default:
      return new UnknownValue(value);
  }
}

const isNumber = (value: JsonValue): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint';
const isInteger = (value: JsonValue): value is number | bigint =>
  typeof value === 'bigint' || Number.isInteger(value);
const wrongType = (expected: string, value: JsonValue): CelError =>
  new CelError(`invalid data, expected ${expected}, got ${goTypeName(value)}`);
const wrongData = (expected: string, type: string): CelError =>
  new CelError(`invalid data, expected ${expected} for the provided schema with type=${type}`);

function intOrString(value: JsonValue): CelValue {
  if (typeof value === 'string') return value;
  if (isInteger(value)) return BigInt(value);
  return new CelError('invalid data, expected XIntOrString value to be either a string or integer');
}

function formatted(value: string, format: string | undefined): CelValue {
  switch (format) {
    case 'duration':
      return parseSchemaDuration(value) ?? new CelError(`Invalid duration ${value}`);
    case 'date':
      return parseTimestamp(`${value}T00:00:00Z`) ?? invalidTime('date', value);
    case 'date-time':
      return parseTimestamp(value) ?? invalidTime('date-time', value);
    case 'byte':
      return decodeBase64(value);
    default:
      return value;
  }
}

const invalidTime = (format: string, value: string): CelError =>
  new CelError(`Invalid ${format} formatted string ${value}`);

/** An object with a schema. Fields have their escaped names. */
export class SchemaMap extends CelMap {
  readonly #value: JsonObject;
  readonly #schema: JSONSchemaProps;
  readonly #isObject: boolean;

  constructor(value: JsonObject, schema: JSONSchemaProps) {
    super();
    this.#value = value;
    const isEmbedded = schema['x-kubernetes-embedded-resource'] === true;
    this.#schema = isEmbedded ? withTypeAndObjectMeta(schema) : schema;
    this.#isObject = this.#schema.properties !== undefined;
  }

  get json(): JsonObject {
    return this.#value;
  }

  get size(): number {
    return Object.keys(this.#value).length;
  }

  find(key: CelValue): CelValue | undefined {
    if (typeof key !== 'string') return noSuchOverload;
    const name = this.#isObject ? unescapeFieldName(key) : key;
    if (name === undefined || !Object.hasOwn(this.#value, name)) return undefined;
    const value = this.#value[name];
    if (value === undefined || (this.#isObject && value === null)) return undefined;
    const schema = this.#schemaOf(name);
    return schema === undefined ? undefined : toCelValue(value, schema);
  }

  keys(): CelValue[] {
    const known = this.fieldNames().filter((name) => this.knows(name));
    return this.#isObject ? known.map((name) => escapeFieldName(name) ?? name) : known;
  }

  /** The unescaped names of all fields of the object. */
  fieldNames(): string[] {
    return Object.keys(this.#value);
  }

  /** Whether the schema specifies this field. */
  knows(name: string): boolean {
    return this.#schemaOf(name) !== undefined;
  }

  /**
   * Whether a field that the schema does not specify is equal to that of the other object, or
   * absent here.
   */
  hasSameUnknown(name: string, other: SchemaMap): boolean {
    if (!Object.hasOwn(other.#value, name)) return true;
    return deepEqualJson(this.#value[name], other.#value[name]);
  }

  #schemaOf(name: string): JSONSchemaProps | undefined {
    return this.#isObject ? ownProperty(this.#schema, name) : valueSchema(this.#schema);
  }
}

/** A list with a schema. Its list type determines how it is compared and concatenated. */
export class SchemaList extends CelList {
  readonly items: readonly JsonValue[];
  readonly #schema: JSONSchemaProps;
  readonly #itemSchema: JSONSchemaProps;

  constructor(items: readonly JsonValue[], schema: JSONSchemaProps) {
    super();
    this.items = items;
    this.#schema = schema;
    this.#itemSchema = itemSchema(schema) ?? {};
  }

  get size(): number {
    return this.items.length;
  }

  at(position: number): CelValue {
    return toCelValue(this.items[position], this.#itemSchema);
  }

  /** How the list is compared. Undefined if the order matters. */
  get comparison(): ListKind | undefined {
    if (this.#listType !== 'map') return this.#addition;
    // Upstream looks up the escaped names in objects that have unescaped names.
    const names = this.#mapKeys.map((key) => escapeFieldName(key) ?? key);
    const identify: Identify = (item) =>
      item instanceof SchemaMap ? keysText(item.json, names) : undefined;
    return { identify, hasContents: true };
  }

  /** Concatenates lists. A list of type set or map contains each item once. */
  concat(more: CelList): CelValue {
    const kind = this.#addition;
    return kind === undefined ? new ArrayList([...this, ...more]) : addToKeyed(this, more, kind);
  }

  get #listType(): string | undefined {
    return this.#schema['x-kubernetes-list-type'];
  }

  get #mapKeys(): readonly string[] {
    return this.#schema['x-kubernetes-list-map-keys'] ?? [];
  }

  get #addition(): ListKind | undefined {
    if (this.#listType === 'set') return setKind;
    return this.#listType === 'map' ? mapKind(this.#mapKeys) : undefined;
  }
}

/** A value that the schema does not describe. It supports only comparison. */
export class UnknownValue extends CelObject {
  readonly typeName = 'unknown';
  readonly json: JsonValue;

  constructor(json: JsonValue) {
    super();
    this.json = json;
  }

  override equals(other: UnknownValue): boolean {
    return deepEqualJson(this.json, other.json);
  }
}

const SECOND = 1_000_000_000n;

/**
 * The names of a unit and its nanoseconds. Words that start with the last name are accepted too
 * (`hours`).
 */
const UNITS: readonly (readonly [words: readonly string[], nanos: bigint])[] = [
  [['ns', 'nano'], 1n],
  [['us', 'µs', 'micro'], 1_000n],
  [['ms', 'milli'], 1_000_000n],
  [['s', 'sec'], SECOND],
  [['m', 'min'], 60n * SECOND],
  [['h', 'hr', 'hour'], 3_600n * SECOND],
  [['d', 'day'], 86_400n * SECOND],
  [['w', 'wk', 'week'], 604_800n * SECOND],
];

/**
 * Parses the duration of a field: Go's format (`1h30m`) or words (`3 days 2 hours`), as
 * kube-openapi's strfmt does.
 */
function parseSchemaDuration(text: string): Duration | undefined {
  const go = parseDuration(text);
  if (go !== undefined) return go;
  let nanos: bigint | undefined;
  for (const [, amount = '', word = ''] of text.matchAll(/(?<!\d)(\d+)[\t\n\f\r ]*([A-Za-zµ]+)/g)) {
    const unit = unitOf(word.toLowerCase());
    // Upstream computes modulo 2^64. As 10^64 is a multiple of that, only the last 64 digits
    // matter.
    if (unit !== undefined) nanos = (nanos ?? 0n) + BigInt(amount.slice(-64)) * unit;
  }
  return nanos === undefined ? undefined : new Duration(BigInt.asIntN(64, nanos));
}

const unitOf = (word: string): bigint | undefined =>
  UNITS.find(([words]) => words.includes(word) || word.startsWith(words.at(-1) ?? word))?.[1];
