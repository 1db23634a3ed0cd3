import { appendAll, isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';
import { coerceObjectMeta, ObjectMetaTypeError } from '@vmgen/crd/internal';
import {
  referenceOf,
  type MessageField,
  type TypeLibrary,
  type TypeSchema,
} from '../data/type-library.js';
import { goElementOf, goTypeOf, type GoFields } from './go-fields.js';
import { readBytes, readInteger, SELF_READING, wrongType, type GoPlace } from './go-scalars.js';

/** The component of all kinds' metadata. */
export const OBJECT_META = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';

/** Types that hold any JSON. */
const OPEN: ReadonlySet<string> = new Set([
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps',
  'io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1',
  'io.k8s.apimachinery.pkg.runtime.RawExtension',
]);

/** What the types of a server's objects are read with. */
export interface GoTypes {
  readonly library: TypeLibrary;
  readonly fields: GoFields;
}

/**
 * Makes an object what Go's decoder makes of it, in place: unknown fields and nulls go, as does
 * what is zero where Go leaves zeros out; times, amounts and bytes get the one form in which the
 * API shows them. The object's own apiVersion and kind stay as they are.
 *
 * Go ends at a value that a type of its own cannot read, such as a time. Of other values that it
 * cannot read it reports the first, in the order of the object, and only where it came to the end.
 *
 * @param component the object's type in OpenAPI documents
 * @returns the paths of the unknown fields
 * @throws ObjectMetaTypeError in the words of Go's decoder, where a value has the wrong type
 */
export function decodeObject(types: GoTypes, component: string, object: JsonObject): string[] {
  const decoder = new Decoder(types);
  decoder.decodeFields(object, component, { path: '', goPath: '' }, ROOT_FIELDS);
  if (decoder.mismatch !== undefined) throw decoder.mismatch;
  return decoder.unknown;
}

const ROOT_FIELDS: ReadonlySet<string> = new Set(['apiVersion', 'kind']);
const NO_FIELDS: ReadonlySet<string> = new Set();

/** Where a value stands: with the indices of lists, and as Go counts, which leaves them out. */
interface Place {
  readonly path: string;
  readonly goPath: string;
}

/** How messages name the field that a value is in, and what Go knows of it. */
interface Owner {
  /** `Container.spec.containers.image`. */
  readonly field: string;
  readonly go: MessageField | undefined;
}

class Decoder {
  readonly unknown: string[] = [];
  /** The first value of a wrong type. */
  mismatch: ObjectMetaTypeError | undefined;
  readonly #types: GoTypes;

  constructor(types: GoTypes) {
    this.#types = types;
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
    for (const [name, value] of Object.entries(object)) {
      if (left.has(name)) continue;
      const path = place.path === '' ? name : `${place.path}.${name}`;
      const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (schema === undefined) {
        this.unknown.push(path);
        Reflect.deleteProperty(object, name);
        continue;
      }
      const goPath = place.goPath === '' ? name : `${place.goPath}.${name}`;
      const owner = { field: `${struct}.${goPath}`, go: goFields.get(name) };
      const decoded =
        value === null ? undefined : this.#decode(value, schema, { path, goPath }, owner);
      if (decoded === undefined || isLeftOut(decoded, owner.go)) {
        Reflect.deleteProperty(object, name);
      } else {
        object[name] = decoded;
      }
    }
  }

  /** Undefined for what Go writes nothing for. */
  #decode(
    value: JsonValue,
    schema: TypeSchema,
    place: Place,
    owner: Owner,
    isElement = false,
  ): JsonValue | undefined {
    const component = referenceOf(schema);
    const at: GoPlace = { field: owner.field, type: goType(owner.go, schema, isElement) };
    if (component !== undefined) return this.#decodeNamed(value, component, place, at);
    if (schema.type === 'array') return this.#decodeList(value, schema, place, owner, at);
    if (schema.type === 'object') return this.#decodeMap(value, schema, place, owner, at);
    try {
      return readScalar(value, schema, at);
    } catch (error) {
      return this.#note(error);
    }
  }

  /** Go reads on after a value of a wrong type. */
  #note(error: unknown): undefined {
    if (!(error instanceof ObjectMetaTypeError) || error.endsReading) throw error;
    this.mismatch ??= error;
  }

  #decodeNamed(
    value: JsonValue,
    component: string,
    place: Place,
    at: GoPlace,
  ): JsonValue | undefined {
    if (OPEN.has(component)) return value;
    const read = SELF_READING.get(component);
    if (read !== undefined) return read(value, at);
    if (component === OBJECT_META) {
      return this.#decodeMeta(value, place, at);
    }
    // What is neither a struct nor reads itself, such as apiextensions' JSON, holds anything.
    if (this.#types.library.schema(component).properties === undefined) return value;
    if (!isJsonObject(value)) return this.#note(wrongType(value, at));
    this.decodeFields(value, component, place);
    return value;
  }

  #decodeMeta(value: JsonValue, { path, goPath }: Place, at: GoPlace): JsonValue | undefined {
    if (!isJsonObject(value)) return this.#note(wrongType(value, at));
    try {
      appendAll(this.unknown, coerceObjectMeta(value, path, `${goPath}.`));
      return value;
    } catch (error) {
      return this.#note(error);
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
    for (const [key, item] of Object.entries(value)) {
      const { goPath } = place;
      const below = { path: `${place.path}.${key}`, goPath };
      value[key] = this.#decode(item ?? zeroOf(entry), entry, below, owner, true) ?? null;
    }
    return value;
  }
}

function readScalar(value: JsonValue, schema: TypeSchema, at: GoPlace): JsonValue {
  switch (schema.type) {
    case 'string':
      if (schema.format === 'byte') return readBytes(value, at);
      if (typeof value !== 'string') throw wrongType(value, at);
      return value;
    case 'integer':
      return readInteger(value, at);
    case 'number':
      if (typeof value === 'bigint') return Number(value);
      if (typeof value !== 'number') throw wrongType(value, at);
      return value;
    case 'boolean':
      if (typeof value !== 'boolean') throw wrongType(value, at);
      return value;
    default:
      return value;
  }
}

function goType(go: MessageField | undefined, schema: TypeSchema, isElement: boolean): string {
  if (go === undefined) return schema.type ?? 'struct';
  return isElement ? goElementOf(go, schema.format) : goTypeOf(go, schema.format);
}

/** What Go makes of a null in a list or a map. */
function zeroOf(schema: TypeSchema): JsonValue {
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

/** Go leaves out what is zero, unless the field is a pointer or is always shown. */
function isLeftOut(value: JsonValue, go: MessageField | undefined): boolean {
  if (go === undefined) return false;
  // What is stored knows no difference between an empty list and none.
  if (go.list === true || go.map === true) return isEmptyCollection(value);
  if (go.keepZero === true) return false;
  return value === '' || value === 0 || value === false;
}

function isEmptyCollection(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
