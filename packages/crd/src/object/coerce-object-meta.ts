import { errorMessage } from '@vmgen/base/text';
import {
  type DuplicateKeys,
  formatGoTime,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseGoTime,
  setOwn,
} from '@vmgen/base/json';
import type { JSONSchemaProps } from '@vmgen/base/schema';
import { typeOf } from '../value/value-types.js';
import { objectMetaSchema } from './object-meta-schema.js';

/** Thrown for a value that does not have the type of its field. */
export class ObjectMetaTypeError extends Error {
  override readonly name = 'ObjectMetaTypeError';
  /** The message for an object that is no JSON in Go, such as after a strategic merge patch. */
  readonly unstructured?: string;

  constructor(message: string, options?: ErrorOptions & { readonly unstructured?: string }) {
    super(message, options);
    if (options?.unstructured !== undefined) this.unstructured = options.unstructured;
  }
}

const CONTAINERS = {
  map: ['object', 'map from'],
  struct: ['object', 'struct from:'],
  slice: ['array', 'slice from'],
} as const;

/** Returns the error for a value at the place of a map, struct or slice of Go. */
export function notContainer(
  value: JsonValue,
  place: string,
  container: keyof typeof CONTAINERS,
): ObjectMetaTypeError {
  const [type, target] = CONTAINERS[container];
  const { message } = wrongType(value, place, type);
  const found = value === null ? 'null' : typeOf(value).type;
  const kind = GO_KINDS[found] ?? found;
  return new ObjectMetaTypeError(message, { unstructured: `cannot restore ${target} ${kind}` });
}

/** Returns the error for a value that does not have the type of its place. */
export function wrongType(value: JsonValue, place: string, type: string): ObjectMetaTypeError {
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  const shown = isNumber && type.startsWith('int') ? ` ${value}` : '';
  return new ObjectMetaTypeError(
    `json: cannot unmarshal ${kindOf(value)}${shown} into ${place} of type ${type}`,
  );
}

/** Returns the text of the error for a value of a wrong type, which begins as Go's. */
export function cannotUnmarshal(value: JsonValue, into: string): string {
  return `json: cannot unmarshal ${kindOf(value)} into ${into}`;
}

/** Go's name for the kind of a JSON value. */
function kindOf(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'bigint') return 'number';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}

const GO_KINDS: Readonly<Record<string, string>> = {
  array: 'slice',
  boolean: 'bool',
  integer: 'int64',
  number: 'float64',
  object: 'map',
};

/**
 * Converts metadata to what Go's ObjectMeta holds, in place: removes unknown fields, nulls,
 * empty lists and empty maps, and converts times to UTC with whole seconds.
 *
 * @param path of the metadata, such as `metadata` or `spec.template.metadata`
 * @returns the paths of the unknown fields, in the order of the metadata
 * @throws ObjectMetaTypeError if a field has the wrong type (the API responds with 400)
 */
export function coerceObjectMeta(metadata: JsonValue, path: string): string[] {
  const problems = decodeObjectMeta(metadata, path, NO_DUPLICATES);
  // Only `[{}]` resets the managers of a custom resource.
  if (isJsonObject(metadata) && isEmptyCollection(metadata['managedFields'] ?? null)) {
    Reflect.deleteProperty(metadata, 'managedFields');
  }
  return problems.map((each) => each.path);
}

/**
 * As {@link coerceObjectMeta} for a built-in kind, where an empty list of managers remains, and resets
 * them. Returns the unknown and duplicate fields.
 *
 * @param duplicates the duplicate keys of objects in the metadata
 */
export function decodeObjectMeta(
  metadata: JsonValue,
  path: string,
  duplicates: DuplicateKeys,
): FieldProblem[] {
  if (!isJsonObject(metadata)) throw notContainer(metadata, path, 'struct');
  const report = { problems: [], duplicates };
  coerceStruct(metadata, objectMetaSchema, path, report);
  return report.problems;
}

/** A field that field validation reports. */
export interface FieldProblem {
  readonly problem: 'unknown' | 'duplicate';
  /** The path, such as `spec.items[0].name`. */
  readonly path: string;
}

interface Report {
  readonly problems: FieldProblem[];
  readonly duplicates: DuplicateKeys;
}

const NO_DUPLICATES: DuplicateKeys = new Map();

/**
 * Converts an object to what a Go struct holds, in place: removes unknown fields and nulls, and sets defaults.
 *
 * @throws ObjectMetaTypeError if a field has the wrong type
 */
export function coerceToStruct(object: JsonObject, schema: JSONSchemaProps): void {
  coerceStruct(object, schema, '', { problems: [], duplicates: NO_DUPLICATES });
}

function coerceStruct(
  object: JsonObject,
  { properties = {} }: JSONSchemaProps,
  path: string,
  report: Report,
): void {
  const repeated = report.duplicates.get(object);
  for (const [name, value] of Object.entries(object)) {
    const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
    // Most values. Their paths are not needed.
    if (repeated === undefined && typeof value === 'string' && isText(field)) continue;
    const at = path === '' ? name : `${path}.${name}`;
    if (field === undefined) report.problems.push({ problem: 'unknown', path: at });
    else if (repeated?.has(name) === true) report.problems.push({ problem: 'duplicate', path: at });
    if (field === undefined || value === null) {
      Reflect.deleteProperty(object, name);
      continue;
    }
    coerce(value, field, at, report);
    if (typeof value === 'string' && !isText(field)) coerceTime(object, name, value);
    // An empty list of managers resets them.
    if (isEmptyCollection(value) && at !== 'metadata.managedFields') {
      Reflect.deleteProperty(object, name);
    }
  }
  for (const [name, field] of Object.entries(properties)) {
    if (field.default !== undefined) object[name] ??= field.default;
  }
}

/** Whether a string has this schema and is not a time. */
const isText = (schema: JSONSchemaProps | undefined): boolean =>
  schema?.type === 'string' && schema.format === undefined;

/** Formats a time as Go does: in UTC, without a fraction. Removes Go's zero time. */
function coerceTime(object: JsonObject, name: string, text: string): void {
  try {
    const time = parseGoTime(text, 'seconds');
    if (time === undefined) Reflect.deleteProperty(object, name);
    else object[name] = formatGoTime(time, 'seconds');
  } catch (cause) {
    throw new ObjectMetaTypeError(errorMessage(cause), { cause });
  }
}

const isEmptyCollection = (value: JsonValue): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

function coerce(value: JsonValue, schema: JSONSchemaProps, path: string, report: Report): void {
  const { type, properties, additionalProperties } = schema;
  if (type === undefined) return;
  if (type === 'array') {
    if (!Array.isArray(value)) throw notContainer(value, path, 'slice');
    const items = innerSchema(schema.items);
    value.forEach((item, i) => {
      const filled = item ?? zeroOf(items);
      value[i] = filled;
      coerce(filled, items, `${path}[${i}]`, report);
    });
  } else if (type !== 'object') {
    checkScalar(value, type, path);
  } else if (properties !== undefined) {
    if (!isJsonObject(value)) throw notContainer(value, path, 'struct');
    coerceStruct(value, schema, path, report);
  } else if (additionalProperties !== undefined) {
    if (!isJsonObject(value)) throw notContainer(value, path, 'map');
    const entries = innerSchema(additionalProperties);
    const repeated = report.duplicates.get(value);
    for (const [key, entry] of Object.entries(value)) {
      const filled = entry ?? zeroOf(entries);
      if (entry === null) setOwn(value, key, filled);
      if (repeated?.has(key) === true) {
        report.problems.push({ problem: 'duplicate', path: `${path}.${key}` });
      }
      coerce(filled, entries, path, report);
    }
  }
}

/** The schema of items or entries; the empty schema unless there is one for all of them. */
const innerSchema = (inner: JSONSchemaProps['items' | 'additionalProperties']): JSONSchemaProps =>
  typeof inner === 'object' && !Array.isArray(inner) ? inner : {};

/** The value that Go decodes from a null in a list or a map. */
const zeroOf = ({ type }: JSONSchemaProps): JsonValue => (type === 'string' ? '' : {});

function checkScalar(value: JsonValue, type: string, path: string): void {
  const isRight =
    type === 'integer' ? value !== null && typeOf(value).type === type : typeof value === type;
  if (!isRight) throw wrongType(value, path, type === 'integer' ? 'int64' : type);
}
