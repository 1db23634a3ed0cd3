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
import { typeOf } from '../value/value-types.js';

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

type Scalar = 'string' | 'boolean' | 'int64' | 'time';
type Shape = Scalar | 'any' | StructShape | ListShape | MapShape;
/** The types of the fields of a struct. */
export interface StructShape {
  readonly fields: Readonly<Record<string, Shape>>;
  /** String fields that Go prints even if they are empty. */
  readonly shown?: readonly string[];
}
interface ListShape {
  readonly list: Shape;
}
interface MapShape {
  readonly map: Shape;
}

const ownerReference: StructShape = {
  shown: ['apiVersion', 'kind', 'name', 'uid'],
  fields: {
    apiVersion: 'string',
    kind: 'string',
    name: 'string',
    uid: 'string',
    controller: 'boolean',
    blockOwnerDeletion: 'boolean',
  },
};
const managedFieldsEntry: StructShape = {
  fields: {
    manager: 'string',
    operation: 'string',
    apiVersion: 'string',
    time: 'time',
    fieldsType: 'string',
    fieldsV1: 'any',
    subresource: 'string',
  },
};
const objectMeta: StructShape = {
  fields: {
    name: 'string',
    generateName: 'string',
    namespace: 'string',
    selfLink: 'string',
    uid: 'string',
    resourceVersion: 'string',
    generation: 'int64',
    creationTimestamp: 'time',
    deletionTimestamp: 'time',
    deletionGracePeriodSeconds: 'int64',
    labels: { map: 'string' },
    annotations: { map: 'string' },
    ownerReferences: { list: ownerReference },
    finalizers: { list: 'string' },
    managedFields: { list: managedFieldsEntry },
  },
};

/**
 * Converts metadata to what Go's ObjectMeta holds, in place: removes unknown fields, nulls, empty
 * lists (except `managedFields` of the object) and empty maps, and converts times to UTC with whole seconds.
 *
 * @param path of the metadata, such as `metadata` or `spec.template.metadata`
 * @returns the paths of the unknown fields, in the order of the metadata
 * @throws ObjectMetaTypeError if a field has the wrong type (the API responds with 400)
 */
export function coerceObjectMeta(metadata: JsonValue, path: string): string[] {
  return decodeObjectMeta(metadata, path, NO_DUPLICATES).map((each) => each.path);
}

/**
 * As {@link coerceObjectMeta}, and returns the unknown and duplicate fields.
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
  coerceStruct(metadata, objectMeta, path, report);
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
 * Converts an object to what a Go struct holds, in place: removes unknown fields and nulls.
 *
 * @throws ObjectMetaTypeError if a field has the wrong type
 */
export function coerceToStruct(object: JsonObject, shape: StructShape): void {
  coerceStruct(object, shape, '', { problems: [], duplicates: NO_DUPLICATES });
}

function coerceStruct(object: JsonObject, shape: StructShape, path: string, report: Report): void {
  const repeated = report.duplicates.get(object);
  for (const [name, value] of Object.entries(object)) {
    const field = Object.hasOwn(shape.fields, name) ? shape.fields[name] : undefined;
    // Most values. Their paths are not needed.
    if (repeated === undefined && field === 'string' && typeof value === 'string') continue;
    const at = path === '' ? name : `${path}.${name}`;
    if (field === undefined) report.problems.push({ problem: 'unknown', path: at });
    else if (repeated?.has(name) === true) report.problems.push({ problem: 'duplicate', path: at });
    if (field === undefined || value === null) {
      Reflect.deleteProperty(object, name);
      continue;
    }
    coerce(value, field, at, report);
    if (field === 'time' && typeof value === 'string') coerceTime(object, name, value);
    // An empty list of managers resets them.
    if (isEmptyCollection(value) && at !== 'metadata.managedFields') {
      Reflect.deleteProperty(object, name);
    }
  }
  for (const name of shape.shown ?? []) object[name] ??= '';
}

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

function coerce(value: JsonValue, shape: Shape, path: string, report: Report): void {
  if (shape === 'any') return;
  if (typeof shape === 'string') {
    checkScalar(value, shape, path);
  } else if ('list' in shape) {
    if (!Array.isArray(value)) throw notContainer(value, path, 'slice');
    value.forEach((item, i) => {
      const filled = item ?? zeroOf(shape.list);
      value[i] = filled;
      coerce(filled, shape.list, `${path}[${i}]`, report);
    });
  } else {
    if (!isJsonObject(value)) {
      throw notContainer(value, path, 'map' in shape ? 'map' : 'struct');
    }
    if (!('map' in shape)) return coerceStruct(value, shape, path, report);
    const repeated = report.duplicates.get(value);
    for (const [key, entry] of Object.entries(value)) {
      const filled = entry ?? zeroOf(shape.map);
      if (entry === null) setOwn(value, key, filled);
      if (repeated?.has(key) === true) {
        report.problems.push({ problem: 'duplicate', path: `${path}.${key}` });
      }
      coerce(filled, shape.map, path, report);
    }
  }
}

/** The value that Go decodes from a null in a list or a map. */
function zeroOf(shape: Shape): JsonValue {
  return shape === 'string' ? '' : {};
}

function checkScalar(value: JsonValue, shape: Scalar, path: string): void {
  const isRight =
    shape === 'int64'
      ? value !== null && typeOf(value).type === 'integer'
      : typeof value === (shape === 'time' ? 'string' : shape);
  if (!isRight) throw wrongType(value, path, shape === 'time' ? 'string' : shape);
}
