import {
  isJsonObject,
  type DuplicateKeys,
  type JsonObject,
  type JsonValue,
} from '@vmgen/base/json';
import { coerceObjectMeta, ObjectMetaTypeError } from '@vmgen/crd/internal';
import {
  referenceOf,
  type MessageField,
  type TypeLibrary,
  type TypeSchema,
} from '../data/type-library.js';
import { duplicatePaths } from '../json/duplicate-paths.js';
import { goElementOf, goTypeOf, type GoFields } from './go-fields.js';
import {
  readBytes,
  readInteger,
  SELF_READING,
  wrongType,
  type GoPlace,
  type Mismatch,
} from './go-scalars.js';

/** The component of the metadata of all kinds. */
export const OBJECT_META = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';

/** A type that holds any JSON in which duplicate keys are reported. */
const ANY_SCHEMA = 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps';

/** Types that hold any JSON. */
const OPEN: ReadonlySet<string> = new Set([
  'io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1',
  'io.k8s.apimachinery.pkg.runtime.RawExtension',
]);

/** The type information that decoding needs. */
export interface GoTypes {
  readonly library: TypeLibrary;
  readonly fields: GoFields;
}

/**
 * Decodes an object as Go's decoder does, in place: removes unknown fields, nulls, and zero values
 * that Go omits; normalizes times, quantities and bytes. The object's own apiVersion and kind
 * remain unchanged.
 *
 * Go stops at a value that a type with its own decoder rejects, such as a time. Of other values
 * with a wrong type, it reports the first one, in the order of the object, after it has read the
 * whole object.
 *
 * @param component the object's type in OpenAPI documents
 * @param duplicates the duplicate keys to report
 * @returns the unknown and duplicate fields, in the order of the object
 * @throws ObjectMetaTypeError with the message of Go's decoder if a value has the wrong type
 */
export function decodeObject(
  types: GoTypes,
  component: string,
  object: JsonObject,
  duplicates: DuplicateKeys = NO_DUPLICATES,
): FieldProblem[] {
  const decoder = new Decoder(types, duplicates);
  decoder.decodeFields(object, component, { path: '', goPath: '' }, ROOT_FIELDS);
  if (decoder.mismatch !== undefined) throw decoder.mismatch;
  return decoder.problems;
}

/** A field that field validation reports. */
interface FieldProblem {
  readonly problem: 'unknown' | 'duplicate';
  /** The path, such as `spec.items[0].name`. */
  readonly path: string;
}

const NO_DUPLICATES: DuplicateKeys = new Map();

const ROOT_FIELDS: ReadonlySet<string> = new Set(['apiVersion', 'kind']);
const NO_FIELDS: ReadonlySet<string> = new Set();

/** The position of a value: with list indices, and in Go's form, which omits them. */
interface Place {
  readonly path: string;
  readonly goPath: string;
}

/** The name of the field of a value in messages, and Go's description of the field. */
interface Owner {
  /** `Container.spec.containers.image`. */
  readonly field: string;
  readonly go: MessageField | undefined;
}

class Decoder {
  readonly problems: FieldProblem[] = [];
  /** The error of the first value with a wrong type. */
  mismatch: ObjectMetaTypeError | undefined;
  readonly #types: GoTypes;
  readonly #duplicates: DuplicateKeys;

  constructor(types: GoTypes, duplicates: DuplicateKeys) {
    this.#types = types;
    this.#duplicates = duplicates;
  }

  decodeFields(
    object: JsonObject,
    component: string,
    place: Place,
    left: ReadonlySet<string> = NO_FIELDS,
  ): void {
    const { properties = {} } = this.#types.library.schema(component);
    const goFields = this.#types.fields.of(component);
    const struct = component.slice(component.lastIndexOf('.') + 1);
    const repeated = this.#duplicates.get(object);
    for (const [name, value] of Object.entries(object)) {
      const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (repeated === undefined && schema !== undefined && isPlainText(value, schema)) continue;
      const path = place.path === '' ? name : `${place.path}.${name}`;
      // Go skips the values of unknown fields, and their duplicates.
      if (schema !== undefined && repeated?.has(name) === true) this.#report('duplicate', path);
      if (left.has(name)) continue;
      if (schema === undefined) {
        this.#report('unknown', path);
        Reflect.deleteProperty(object, name);
        continue;
      }
      const go = goFields.get(name);
      const goName = `${go?.embeddedIn ?? ''}${name}`;
      const goPath = place.goPath === '' ? goName : `${place.goPath}.${goName}`;
      const owner = { field: `${struct}.${goPath}`, go };
      const decoded =
        value === null ? undefined : this.#decode(value, schema, { path, goPath }, owner);
      if (decoded === undefined || isLeftOut(decoded, owner.go)) {
        Reflect.deleteProperty(object, name);
      } else {
        object[name] = decoded;
      }
    }
  }

  #report(problem: FieldProblem['problem'], path: string): void {
    this.problems.push({ problem, path });
  }

  #reportDuplicates(value: JsonValue, { path }: Place): void {
    for (const below of duplicatePaths(value, this.#duplicates, path)) {
      this.#report('duplicate', below);
    }
  }

  /** Returns undefined for a value that Go omits. */
  #decode(
    value: JsonValue,
    schema: TypeSchema,
    place: Place,
    owner: Owner,
    isElement = false,
  ): JsonValue | undefined {
    const component = referenceOf(schema);
    const at = new ValuePlace(owner, schema, isElement);
    if (component !== undefined) return this.#decodeNamed(value, component, place, at);
    if (schema.type === 'array') return this.#decodeList(value, schema, place, owner, at);
    if (schema.type === 'object') return this.#decodeMap(value, schema, place, owner, at);
    const read = readScalar(value, schema, at);
    return typeof read === 'function' ? this.#note(read) : read;
  }

  /** Go continues after a value of a wrong type. Creating each error would take long. */
  #note(mismatch: Mismatch): undefined {
    this.mismatch ??= mismatch();
  }

  #decodeNamed(
    value: JsonValue,
    component: string,
    place: Place,
    at: GoPlace,
  ): JsonValue | undefined {
    if (component === ANY_SCHEMA) this.#reportDuplicates(value, place);
    if (component === ANY_SCHEMA || OPEN.has(component)) return value;
    const read = SELF_READING.get(component);
    if (read !== undefined) return read(value, at);
    if (component === OBJECT_META) {
      return this.#decodeMeta(value, place, at);
    }
    // A type without properties and without its own decoder, such as apiextensions' JSON, holds any
    // value.
    if (this.#types.library.schema(component).properties === undefined) return value;
    if (!isJsonObject(value)) return this.#note(wrongType(value, at));
    this.decodeFields(value, component, place);
    return value;
  }

  #decodeMeta(value: JsonValue, place: Place, at: GoPlace): JsonValue | undefined {
    if (!isJsonObject(value)) return this.#note(wrongType(value, at));
    try {
      const unknown = coerceObjectMeta(value, place.path, `${place.goPath}.`);
      for (const path of unknown) this.#report('unknown', path);
      // The unknown fields are removed.
      this.#reportDuplicates(value, place);
      return value;
    } catch (error) {
      if (!(error instanceof ObjectMetaTypeError) || error.endsReading) throw error;
      return this.#note(() => error);
    }
  }

  #decodeList(
    value: JsonValue,
    schema: TypeSchema,
    place: Place,
    owner: Owner,
    at: GoPlace,
  ): JsonValue | undefined {
    if (!Array.isArray(value)) return this.#note(wrongType(value, at));
    const { items } = schema;
    if (items === undefined) return value;
    return value.map((item, index) => {
      const { goPath } = place;
      const below = { path: `${place.path}[${index}]`, goPath };
      return this.#decode(item ?? zeroOf(items), items, below, owner, true) ?? null;
    });
  }

  #decodeMap(
    value: JsonValue,
    schema: TypeSchema,
    place: Place,
    owner: Owner,
    at: GoPlace,
  ): JsonValue | undefined {
    if (!isJsonObject(value)) return this.#note(wrongType(value, at));
    const { additionalProperties: entry } = schema;
    if (entry === undefined) return value;
    const repeated = this.#duplicates.get(value);
    for (const [key, item] of Object.entries(value)) {
      if (repeated === undefined && isPlainText(item, entry)) continue;
      const { goPath } = place;
      const below = { path: `${place.path}.${key}`, goPath };
      if (repeated?.has(key) === true) this.#report('duplicate', below.path);
      value[key] = this.#decode(item ?? zeroOf(entry), entry, below, owner, true) ?? null;
    }
    return value;
  }
}

/** The place of a value. Its type is only computed for messages, and for integers. */
class ValuePlace implements GoPlace {
  readonly field: string;
  readonly #owner: Owner;
  readonly #schema: TypeSchema;
  readonly #isElement: boolean;

  constructor(owner: Owner, schema: TypeSchema, isElement: boolean) {
    this.field = owner.field;
    this.#owner = owner;
    this.#schema = schema;
    this.#isElement = isElement;
  }

  get type(): string {
    return goType(this.#owner.go, this.#schema, this.#isElement);
  }
}

/** Whether a value remains unchanged, as most do. Paths are computed only for the others. */
const isPlainText = (value: JsonValue, schema: TypeSchema): boolean =>
  typeof value === 'string' && value !== '' && schema.type === 'string' && schema.format !== 'byte';

function readScalar(value: JsonValue, schema: TypeSchema, at: GoPlace): JsonValue | Mismatch {
  switch (schema.type) {
    case 'string':
      if (schema.format === 'byte') return readBytes(value, at);
      if (typeof value !== 'string') return wrongType(value, at);
      return value;
    case 'integer':
      return readInteger(value, at);
    case 'number':
      if (typeof value === 'bigint') return Number(value);
      if (typeof value !== 'number') return wrongType(value, at);
      return value;
    case 'boolean':
      if (typeof value !== 'boolean') return wrongType(value, at);
      return value;
    default:
      return value;
  }
}

function goType(go: MessageField | undefined, schema: TypeSchema, isElement: boolean): string {
  if (go === undefined) return schema.type ?? 'struct';
  return isElement ? goElementOf(go, schema.format) : goTypeOf(go, schema.format);
}

/** Returns the value that Go decodes from a null in a list or a map. */
function zeroOf(schema: TypeSchema): JsonValue {
  if (referenceOf(schema)?.endsWith('.resource.Quantity') === true) return '0';
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
