import { cloneJson, isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';
import {
  referenceOf,
  type MessageField,
  type TypeLibrary,
  type TypeSchema,
} from '../data/type-library.js';
import { OBJECT_META } from './decode-object.js';

/** A field that may need a default, or that contains structs that may. */
interface DefaultedField {
  readonly name: string;
  readonly schema: TypeSchema;
  /** The value for an absent field; undefined if it remains absent. */
  readonly absent: JsonValue | undefined;
}

/**
 * Sets, in place, the fields that every object of a type has: declared defaults, structs, and zero
 * values that Go does not omit.
 */
export class DefaultFiller {
  readonly #types: TypeLibrary;
  /** Computed once per struct, because a list may have hundreds of thousands of items. */
  readonly #fields = new Map<string, readonly DefaultedField[]>();

  constructor(types: TypeLibrary) {
    this.#types = types;
  }

  /** @param component the object's type in OpenAPI documents */
  fill(component: string, object: JsonObject): void {
    for (const { name, schema, absent } of this.#fieldsOf(component)) {
      const value = object[name] ?? (typeof absent === 'object' ? cloneJson(absent) : absent);
      if (value === undefined) continue;
      object[name] = value;
      this.#fillValue(schema, value);
    }
  }

  #fieldsOf(component: string): readonly DefaultedField[] {
    let fields = this.#fields.get(component);
    if (fields === undefined) {
      const goFields = this.#types.fields(component);
      const { properties = {}, required = [] } = this.#types.schema(component);
      fields = Object.entries(properties)
        .map(([name, schema]) => ({
          name,
          schema,
          absent:
            SHOWN_AS_NULL.get(component) === name
              ? null
              : absentValue(schema, goFields.get(name), required.includes(name)),
        }))
        .filter(({ schema, absent }) => absent !== undefined || mayHoldStructs(schema));
      this.#fields.set(component, fields);
    }
    return fields;
  }

  #fillValue(schema: TypeSchema, value: JsonValue): void {
    if (isJsonObject(value)) {
      const component = referenceOf(schema);
      if (component !== undefined && component !== OBJECT_META) this.fill(component, value);
      const entry = schema.additionalProperties;
      if (entry !== undefined && isStructural(entry)) {
        for (const item of Object.values(value)) this.#fillValue(entry, item);
      }
    }
    const { items } = schema;
    if (Array.isArray(value) && items !== undefined && isStructural(items)) {
      for (const item of value) this.#fillValue(items, item);
    }
  }
}

function mayHoldStructs(schema: TypeSchema): boolean {
  const { items, additionalProperties: entry } = schema;
  return [schema, items, entry].some((below) => below !== undefined && isStructural(below));
}

function isStructural(schema: TypeSchema): boolean {
  return referenceOf(schema) !== undefined || schema.type === 'array';
}

const ZERO_TIMES: ReadonlySet<string> = new Set(['meta.v1.Time', 'meta.v1.MicroTime']);

/** Fields that Go shows as null if they are unset, by their struct. */
const SHOWN_AS_NULL: ReadonlyMap<string, string> = new Map([
  ['io.k8s.api.core.v1.TypedLocalObjectReference', 'apiGroup'],
  ['io.k8s.api.core.v1.TypedObjectReference', 'apiGroup'],
]);

/** Returns the value for an absent field. It is shared: do not modify it. */
function absentValue(
  schema: TypeSchema,
  go: MessageField | undefined,
  isRequired: boolean,
): JsonValue | undefined {
  const isLeftOut = schema.default === '' && go !== undefined && go.keepZero !== true;
  if (schema.default !== undefined && !isLeftOut) return schema.default;
  // A time that is not a pointer is shown even if it is zero. No required time is a pointer.
  const isScalar = go?.list !== true && go?.map !== true;
  const isPointer = go?.keepZero === true && !isRequired;
  if (isScalar && ZERO_TIMES.has(go?.type ?? '') && !isPointer) return null;
  // A list that Go does not omit, such as a Role's rules, is null.
  if (go?.keepZero !== true) return undefined;
  return go.list === true || go.map === true ? null : undefined;
}
