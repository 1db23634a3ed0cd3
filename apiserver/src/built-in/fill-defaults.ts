import { cloneJson, isJsonObject, type JsonObject, type JsonValue } from '@vmgen/crd/internal/json';
import { referenceOf, type MessageField, type TypeSchema } from '../data/type-library.js';
import { OBJECT_META, type GoTypes } from './decode-object.js';

/**
 * Fills in, in place, what every object of a type shows: the defaults that the type declares, the
 * structs that it holds, and the zeros that Go does not leave out.
 */
export function fillDefaults(types: GoTypes, component: string, object: JsonObject): void {
  const { properties = {} } = types.library.schema(component);
  const goFields = types.fields.of(component);
  for (const [name, schema] of Object.entries(properties)) {
    const value = object[name] ?? absent(schema, goFields.get(name));
    if (value === undefined) continue;
    object[name] = value;
    fillValue(types, schema, value);
  }
}

function fillValue(types: GoTypes, schema: TypeSchema, value: JsonValue): void {
  const component = referenceOf(schema);
  if (isJsonObject(value)) {
    if (component !== undefined && component !== OBJECT_META) {
      fillDefaults(types, component, value);
    }
    const entry = schema.additionalProperties;
    if (entry !== undefined && isStructural(entry)) {
      for (const item of Object.values(value)) fillValue(types, entry, item);
    }
  }
  const { items } = schema;
  if (Array.isArray(value) && items !== undefined && isStructural(items)) {
    for (const item of value) fillValue(types, items, item);
  }
}

function isStructural(schema: TypeSchema): boolean {
  return referenceOf(schema) !== undefined || schema.type === 'array';
}

const ZERO_TIMES: ReadonlySet<string> = new Set(['meta.v1.Time', 'meta.v1.MicroTime']);

/** What stands for a field that was not sent. */
function absent(schema: TypeSchema, go: MessageField | undefined): JsonValue | undefined {
  const isLeftOut = schema.default === '' && go !== undefined && go.keepZero !== true;
  if (schema.default !== undefined && !isLeftOut) return cloneJson(schema.default);
  // A time that is no pointer is shown although it is zero.
  const isScalar = go?.list !== true && go?.map !== true;
  if (isScalar && ZERO_TIMES.has(go?.type ?? '') && go?.keepZero !== true) return null;
  // A list that Go does not leave out, such as a Role's rules, is null.
  if (go?.keepZero !== true) return undefined;
  return go.list === true || go.map === true ? null : undefined;
}
