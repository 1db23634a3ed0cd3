import {
  appendAll,
  isJsonObject,
  type DuplicateKeys,
  type JsonObject,
  type JsonValue,
} from '@vmgen/base/json';
import {
  decodeObjectMeta,
  notContainer,
  ObjectMetaTypeError,
  wrongType,
  type FieldProblem,
} from '@vmgen/crd/internal';
import {
  referenceOf,
  type MessageField,
  type TypeLibrary,
  type TypeSchema,
} from '../data/type-library.js';
import { readBytes, readInteger, SELF_READING } from './go-scalars.js';

/** The component of the metadata of all kinds. */
export const OBJECT_META = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';

const DEFINITIONS = 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.';
/** The schema of a CustomResourceDefinition, and two types that hold one or something else. */
const SCHEMA = `${DEFINITIONS}JSONSchemaProps`;
const SCHEMA_OR_BOOL = `${DEFINITIONS}JSONSchemaPropsOrBool`;
const SCHEMA_OR_LIST = `${DEFINITIONS}JSONSchemaPropsOrArray`;
/** Any JSON, also null in a list. */
const JSON_VALUE = `${DEFINITIONS}JSON`;

/** Types that hold any JSON. */
const OPEN: ReadonlySet<string> = new Set([
  'io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1',
  'io.k8s.apimachinery.pkg.runtime.RawExtension',
]);

/**
 * Decodes an object as Go's decoder does, in place: removes unknown fields, nulls, and zero values
 * that Go omits; normalizes times, quantities and bytes. The object's own apiVersion and kind
 * remain unchanged.
 *
 * @param component the object's type in OpenAPI documents
 * @param duplicates the duplicate keys to report
 * @returns the unknown and duplicate fields, in the order of the object
 * @throws ObjectMetaTypeError if a value has the wrong type
 */
export function decodeObject(
  types: TypeLibrary,
  component: string,
  object: JsonObject,
  duplicates: DuplicateKeys = NO_DUPLICATES,
): FieldProblem[] {
  const decoder = new Decoder(types, duplicates);
  decoder.decodeFields(object, component, '', ROOT_FIELDS);
  return decoder.problems;
}

const NO_DUPLICATES: DuplicateKeys = new Map();

const ROOT_FIELDS: ReadonlySet<string> = new Set(['apiVersion', 'kind']);
const NO_FIELDS: ReadonlySet<string> = new Set();

class Decoder {
  readonly problems: FieldProblem[] = [];
  readonly #types: TypeLibrary;
  readonly #duplicates: DuplicateKeys;

  constructor(types: TypeLibrary, duplicates: DuplicateKeys) {
    this.#types = types;
    this.#duplicates = duplicates;
  }

  decodeFields(
    object: JsonObject,
    component: string,
    path: string,
    left: ReadonlySet<string> = NO_FIELDS,
  ): void {
    const { properties = {} } = this.#types.schema(component);
    const goFields = this.#types.fields(component);
    const repeated = this.#duplicates.get(object);
    for (const [name, value] of Object.entries(object)) {
      const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (repeated === undefined && schema !== undefined && isPlainText(value, schema)) continue;
      const at = path === '' ? name : `${path}.${name}`;
      // Go skips the values of unknown fields, and their duplicates.
      if (schema !== undefined && repeated?.has(name) === true) this.#report('duplicate', at);
      if (left.has(name)) continue;
      if (schema === undefined) this.#report('unknown', at);
      const decoded =
        schema === undefined || value === null ? undefined : this.#decode(value, schema, at);
      if (decoded === undefined || isLeftOut(decoded, goFields.get(name))) {
        Reflect.deleteProperty(object, name);
      } else {
        object[name] = decoded;
      }
    }
  }

  #report(problem: FieldProblem['problem'], path: string): void {
    this.problems.push({ problem, path });
  }

  /** Returns undefined for a value that Go omits. */
  #decode(value: JsonValue, schema: TypeSchema, path: string): JsonValue | undefined {
    const component = referenceOf(schema);
    if (component !== undefined) return this.#decodeNamed(value, component, path);
    if (schema.type === 'array') return this.#decodeList(value, schema, path);
    if (schema.type === 'object') return this.#decodeMap(value, schema, path);
    return readScalar(value, schema, path);
  }

  #decodeNamed(value: JsonValue, component: string, path: string): JsonValue | undefined {
    if (OPEN.has(component)) return value;
    if (component === SCHEMA_OR_BOOL || component === SCHEMA_OR_LIST) {
      return this.#decodeSchemaOr(value, component, path);
    }
    const read = SELF_READING.get(component);
    if (read !== undefined) return read(value, path);
    const { properties, type } = this.#types.schema(component);
    const isMeta = component === OBJECT_META;
    // A type with its own decoder, such as apiextensions' JSON, holds any value.
    if (!isMeta && properties === undefined && type !== 'object') return value;
    if (!isJsonObject(value)) throw notContainer(value, path, 'struct');
    if (isMeta) appendAll(this.problems, decodeObjectMeta(value, path, this.#duplicates));
    else this.decodeFields(value, component, path);
    return value;
  }

  /** Decodes a type with a decoder of its own in Go, which drops unknown fields without a report. */
  #decodeSchemaOr(value: JsonValue, component: string, path: string): JsonValue | undefined {
    const own = new Decoder(this.#types, NO_DUPLICATES);
    if (isJsonObject(value)) return own.#decodeNamed(value, SCHEMA, path);
    if (component === SCHEMA_OR_LIST) {
      return Array.isArray(value) ? own.#decodeList(value, SCHEMAS, path) : undefined;
    }
    if (typeof value === 'boolean') return value;
    throw new ObjectMetaTypeError('boolean or JSON schema expected');
  }

  #decodeList(value: JsonValue, { items }: TypeSchema, path: string): JsonValue {
    if (!Array.isArray(value)) throw notContainer(value, path, 'slice');
    if (items === undefined) return value;
    return value.map(
      (item, index) => this.#decode(item ?? zeroOf(items), items, `${path}[${index}]`) ?? null,
    );
  }

  #decodeMap(value: JsonValue, schema: TypeSchema, path: string): JsonValue {
    if (!isJsonObject(value)) throw notContainer(value, path, 'map');
    const { additionalProperties: entry } = schema;
    if (entry === undefined) return value;
    const repeated = this.#duplicates.get(value);
    for (const [key, item] of Object.entries(value)) {
      if (repeated === undefined && isPlainText(item, entry)) continue;
      const at = `${path}.${key}`;
      if (repeated?.has(key) === true) this.#report('duplicate', at);
      value[key] = this.#decode(item ?? zeroOf(entry), entry, at) ?? null;
    }
    return value;
  }
}

/** Whether a value remains unchanged, as most do. Paths are computed only for the others. */
const isPlainText = (value: JsonValue, schema: TypeSchema): boolean =>
  typeof value === 'string' && value !== '' && schema.type === 'string' && schema.format !== 'byte';

function readScalar(value: JsonValue, schema: TypeSchema, path: string): JsonValue {
  const { type, format = type } = schema;
  if (format === 'byte') return readBytes(value, path);
  if (type === 'integer') return readInteger(value, path, format);
  if (type === 'number' && typeof value === 'bigint') return Number(value);
  if (type !== 'string' && type !== 'number' && type !== 'boolean') return value;
  if (typeof value !== type) throw wrongType(value, path, type);
  return value;
}

const SCHEMAS: TypeSchema = { type: 'array', items: { $ref: `#/components/schemas/${SCHEMA}` } };

/** Returns the value that Go decodes from a null in a list or a map. */
function zeroOf(schema: TypeSchema): JsonValue {
  const component = referenceOf(schema);
  if (component === JSON_VALUE) return null;
  if (component?.endsWith('.resource.Quantity') === true) return '0';
  switch (schema.type) {
    case 'string':
      return '';
    case 'integer':
    case 'number':
      return 0;
    case 'boolean':
      return false;
    case 'array':
      return [];
    default:
      return {};
  }
}

/** Go omits zero values, except for pointers and for fields that are always shown. */
function isLeftOut(value: JsonValue, go: MessageField | undefined): boolean {
  if (go === undefined) return false;
  // Stored objects do not distinguish empty lists from absent ones.
  if (go.list === true || go.map === true) return isEmptyCollection(value);
  if (go.keepZero === true) return false;
  return value === '' || value === 0 || value === false;
}

function isEmptyCollection(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
