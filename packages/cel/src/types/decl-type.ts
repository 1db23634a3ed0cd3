import { hasDefault, itemSchema, type JSONSchemaProps, valueSchema } from '@vmgen/base/schema';
import { byteLength } from '@vmgen/base/bytes';
import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  dynType,
  intType,
  listType,
  mapType,
  stringType,
  structType,
  timestampType,
  type BoundKeyword,
  type CelType,
  type DeclType,
} from './cel-type.js';
import { escapeFieldName, RESERVED } from './escape-field-name.js';
import { withTypeAndObjectMeta } from './object-meta-schema.js';

/** The size limit of requests to the API server. */
export const MAX_REQUEST_BYTES = 3 * 1024 * 1024;

/** The longest string in a request, without its quotes. */
const MAX_BYTES = MAX_REQUEST_BYTES - 2;
const MAX_TIME_BYTES = 32;
const DATE_BYTES = 12;
const MIN_DATE_TIME_BYTES = 21;
const MIN_DURATION_BYTES = 3;

const scalar = (type: CelType, minBytes: number, maxElements = 0): DeclType => ({
  scalar: type,
  minBytes,
  maxElements,
});
const key = scalar(stringType, 2);

/** The type of a schema's values. Undefined if rules cannot see them. */
export function declTypeOf(
  schema: JSONSchemaProps,
  isResource = schema['x-kubernetes-embedded-resource'] === true,
): DeclType | undefined {
  if (schema['x-kubernetes-int-or-string'] === true) {
    return { scalar: dynType, minBytes: 1, ...bytesOf(schema) };
  }
  switch (schema.type) {
    case 'array':
      return listDecl(schema);
    case 'object':
      return objectDecl(isResource ? withTypeAndObjectMeta(schema) : schema);
    case 'string':
      return stringDecl(schema);
    case 'boolean':
      return scalar(boolType, 4);
    case 'number':
      return scalar(doubleType, 1);
    case 'integer':
      return scalar(intType, 1);
    default:
      return undefined;
  }
}

function listDecl(schema: JSONSchemaProps): DeclType | undefined {
  const items = itemSchema(schema);
  const element = items && declTypeOf(items);
  if (element === undefined) return undefined;
  const most = Math.floor((MAX_REQUEST_BYTES - 2) / (element.minBytes + 1));
  const size = sized(schema.maxItems, most, 'maxItems');
  return { scalar: undefined, element, ...size, minBytes: 2 };
}

function objectDecl(schema: JSONSchemaProps): DeclType | undefined {
  const values = valueSchema(schema);
  if (values === undefined) return structDecl(schema);
  const element = declTypeOf(values);
  if (element === undefined) return undefined;
  const most = Math.floor((MAX_REQUEST_BYTES - 2) / (element.minBytes + 6));
  const size = sized(schema.maxProperties, most, 'maxProperties');
  return { scalar: undefined, key, element, ...size, minBytes: 2 };
}

function structDecl(schema: JSONSchemaProps): DeclType {
  const fields = new Map<string, DeclType>();
  const required = new Set(schema.required);
  let minBytes = 2;
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const type = declTypeOf(property);
    if (type === undefined) continue;
    const identifier = escapeFieldName(name);
    if (identifier !== undefined) fields.set(identifier, type);
    if (required.has(name) && !hasDefault(property)) {
      minBytes += byteLength(name) + type.minBytes + 4;
    }
  }
  return { scalar: undefined, fields, maxElements: 0, minBytes };
}

function stringDecl(schema: JSONSchemaProps): DeclType {
  switch (schema.format) {
    case 'byte':
      return { scalar: bytesType, minBytes: 2, ...sized(schema.maxLength, MAX_BYTES, 'maxLength') };
    case 'duration':
      return scalar(durationType, MIN_DURATION_BYTES, MAX_TIME_BYTES);
    case 'date':
      return scalar(timestampType, DATE_BYTES, DATE_BYTES);
    case 'date-time':
      return scalar(timestampType, MIN_DATE_TIME_BYTES, MAX_TIME_BYTES);
    default:
      return { scalar: stringType, minBytes: 2, ...bytesOf(schema) };
  }
}

/**
 * The size of a string in bytes: four bytes per character of the bound. Without a bound, the length
 * of the longest enum value.
 */
function bytesOf(schema: JSONSchemaProps): Size {
  const { maxLength, enum: words = [] } = schema;
  const isEnum = words.length > 0 && schema['x-kubernetes-int-or-string'] !== true;
  if (maxLength === undefined && isEnum) {
    const lengthOf = (word: unknown): number => (typeof word === 'string' ? byteLength(word) : 0);
    return { maxElements: words.reduce<number>((most, word) => Math.max(most, lengthOf(word)), 0) };
  }
  return sized(maxLength === undefined ? undefined : maxLength * 4, MAX_BYTES, 'maxLength');
}

type Size = Pick<DeclType, 'maxElements' | 'missingBound'>;

const sized = (bound: number | undefined, most: number, keyword: BoundKeyword): Size =>
  bound === undefined
    ? { maxElements: most, missingBound: keyword }
    : { maxElements: Math.max(0, bound) };

/** The checker's type. The names of objects are derived from their path. */
export function celTypeOf(decl: DeclType, name: string): CelType {
  if (decl.scalar !== undefined) return decl.scalar;
  if (decl.fields !== undefined) return structType(name, decl);
  if (decl.element === undefined) return dynType;
  if (decl.key === undefined) return listType(celTypeOf(decl.element, `${name}.@idx`));
  return mapType(stringType, celTypeOf(decl.element, `${name}.@elem`));
}

/** The type of an object's field. Undefined if the object has no such field. */
export function fieldTypeOf(struct: CelType, field: string): CelType | undefined {
  const fields = struct.decl?.fields;
  // After a dot, reserved words are ordinary names. Only their cost is estimated without a bound.
  const decl =
    fields?.get(field) ?? (RESERVED.has(field) ? fields?.get(`__${field}__`) : undefined);
  return decl === undefined ? undefined : celTypeOf(decl, `${struct.name}.${field}`);
}
