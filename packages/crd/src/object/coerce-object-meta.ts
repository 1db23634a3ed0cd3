import { errorMessage } from '@vmgen/base/text';
import {
  formatGoTime,
  goJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseGoTime,
  setOwn,
} from '@vmgen/base/json';
import { typeOf } from '../value/value-types.js';

/** Thrown for metadata that Go cannot decode as ObjectMeta. The message is Go's. */
export class ObjectMetaTypeError extends Error {
  override readonly name = 'ObjectMetaTypeError';
  /**
   * True for types with their own decoder, such as times: Go stops there. After other type errors
   * Go continues, and reports the first one at the end.
   */
  readonly endsReading: boolean;

  constructor(message: string, options: ErrorOptions & { readonly endsReading?: boolean } = {}) {
    super(message, options);
    this.endsReading = options.endsReading ?? false;
  }
}

type Shape = 'string' | 'boolean' | 'int64' | 'time' | 'any' | StructShape | ListShape | MapShape;
/** A Go struct: its name and the types of its JSON fields. */
export interface StructShape {
  readonly struct: string;
  readonly fields: Readonly<Record<string, Shape>>;
  /** String fields that Go prints even if they are empty. */
  readonly shown?: readonly string[];
}
interface ListShape {
  readonly list: Shape;
  readonly go: string;
}
interface MapShape {
  readonly map: Shape;
}

const ownerReference: StructShape = {
  struct: 'OwnerReference',
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
  struct: 'ManagedFieldsEntry',
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
  struct: 'ObjectMeta',
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
    ownerReferences: { list: ownerReference, go: '[]v1.OwnerReference' },
    finalizers: { list: 'string', go: '[]string' },
    managedFields: { list: managedFieldsEntry, go: '[]v1.ManagedFieldsEntry' },
  },
};

/**
 * Converts metadata to what Go's ObjectMeta holds, in place: removes unknown fields, nulls, empty
 * lists (except `managedFields` of the object) and empty maps, and converts times to UTC with whole seconds.
 *
 * @param path of the metadata, such as `metadata` or `spec.template.metadata`
 * @param goPath the prefix of field names in Go's messages: empty, or `spec.template.metadata.`
 * @returns the paths of the unknown fields, in the order of the metadata
 * @throws ObjectMetaTypeError if a field has the wrong type (the API responds with 400)
 */
export function coerceObjectMeta(metadata: JsonValue, path: string, goPath = ''): string[] {
  if (!isJsonObject(metadata)) {
    const text = `json: cannot unmarshal ${describe(metadata)} into Go value of type v1.ObjectMeta`;
    throw new ObjectMetaTypeError(text);
  }
  return readStruct(metadata, objectMeta, path, goPath);
}

/**
 * Converts an object to what a Go struct holds, in place: removes unknown fields and nulls.
 *
 * @throws ObjectMetaTypeError if a field has the wrong type
 */
export function coerceToStruct(object: JsonObject, shape: StructShape): void {
  readStruct(object, shape, '', '');
}

/** @returns the paths of the unknown fields */
function readStruct(
  object: JsonObject,
  shape: StructShape,
  path: string,
  goPath: string,
): string[] {
  const reading: Reading = { unknown: [], mismatch: undefined };
  coerceStruct(object, shape, path, goPath, reading);
  if (reading.mismatch !== undefined) throw reading.mismatch;
  return reading.unknown;
}

/** The result so far: unknown fields, and the first value of a wrong type. */
interface Reading {
  readonly unknown: string[];
  mismatch: ObjectMetaTypeError | undefined;
}

function coerceStruct(
  object: JsonObject,
  shape: StructShape,
  path: string,
  goPath: string,
  reading: Reading,
): void {
  for (const [name, value] of Object.entries(object)) {
    const field = Object.hasOwn(shape.fields, name) ? shape.fields[name] : undefined;
    // Most values. Their paths are not needed.
    if (field === 'string' && typeof value === 'string') continue;
    if (field === undefined) {
      reading.unknown.push(`${path}.${name}`);
      Reflect.deleteProperty(object, name);
    } else if (value === null) {
      Reflect.deleteProperty(object, name);
    } else {
      const at = `${shape.struct}.${goPath}${name}`;
      coerce(value, field, `${path}.${name}`, { at, goPath: `${goPath}${name}.` }, reading);
      if (field === 'time' && typeof value === 'string') coerceTime(object, name, value);
      // An empty list of managers resets them.
      if (isEmptyCollection(value) && `${path}.${name}` !== 'metadata.managedFields') {
        Reflect.deleteProperty(object, name);
      }
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
    throw new ObjectMetaTypeError(errorMessage(cause), { cause, endsReading: true });
  }
}

const isEmptyCollection = (value: JsonValue): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** The position in Go's structs: `ObjectMeta.labels`, and the prefix of the fields below it. */
interface GoPlace {
  readonly at: string;
  readonly goPath: string;
}

function coerce(
  value: JsonValue,
  shape: Shape,
  path: string,
  place: GoPlace,
  reading: Reading,
): void {
  if (shape === 'any') return;
  if (typeof shape === 'string') {
    coerceScalar(value, shape, place.at, reading);
  } else if ('list' in shape) {
    if (!Array.isArray(value)) return noteMismatch(reading, value, place.at, shape.go);
    value.forEach((item, i) => {
      const filled = item ?? zeroOf(shape.list);
      value[i] = filled;
      coerce(filled, shape.list, `${path}[${i}]`, place, reading);
    });
  } else if ('map' in shape) {
    if (!isJsonObject(value)) return noteMismatch(reading, value, place.at, 'map[string]string');
    for (const [key, entry] of Object.entries(value)) {
      const filled = entry ?? zeroOf(shape.map);
      if (entry === null) setOwn(value, key, filled);
      coerce(filled, shape.map, path, place, reading);
    }
  } else {
    if (!isJsonObject(value)) return noteMismatch(reading, value, place.at, `v1.${shape.struct}`);
    coerceStruct(value, shape, path, place.goPath, reading);
  }
}

/** The value that Go decodes from a null in a list or a map. */
function zeroOf(shape: Shape): JsonValue {
  return shape === 'string' ? '' : {};
}

/** Go's names for the types of strings, by field. */
const STRING_TYPES: ReadonlyMap<string, string> = new Map([
  ['propagationPolicy', 'v1.DeletionPropagation'],
  ['uid', 'types.UID'],
]);

function coerceScalar(
  value: JsonValue,
  shape: 'string' | 'boolean' | 'int64' | 'time',
  at: string,
  reading: Reading,
): void {
  if (shape === 'time') {
    if (typeof value === 'string') return;
    throw new ObjectMetaTypeError(wrongType(value, at, 'string'), { endsReading: true });
  }
  if (shape === 'int64') {
    const isInteger = value !== null && typeOf(value).type === 'integer';
    if (!isInteger) noteMismatch(reading, value, at, 'int64');
  } else if (typeof value !== shape) {
    const field = at.slice(at.lastIndexOf('.') + 1);
    const type = shape === 'boolean' ? 'bool' : (STRING_TYPES.get(field) ?? 'string');
    noteMismatch(reading, value, at, type);
  }
}

function noteMismatch(reading: Reading, value: JsonValue, at: string, type: string): void {
  reading.mismatch ??= new ObjectMetaTypeError(wrongType(value, at, type));
}

const wrongType = (value: JsonValue, at: string, type: string): string =>
  `json: cannot unmarshal ${describe(value, type)} into Go struct field ${at} of type ${type}`;

/** Go's name for the type of a JSON value. If an integer is expected, includes the number. */
function describe(value: JsonValue, expected = ''): string {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return 'bool';
  const { type } = typeOf(value);
  if (type === 'number' && expected === 'int64') return `number ${goJson(value)}`;
  return type === 'integer' ? 'number' : type;
}
