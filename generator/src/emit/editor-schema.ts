import type { JSONSchemaProps } from '@vmgen/crd';
import { isMapping } from '@vmgen/base/json';
import { hasDefault, itemSchema, ownProperty, valueSchema } from '@vmgen/base/schema';
import { ecmaPattern } from '../text/ecma-pattern.js';

/** A JSON Schema of draft 7. */
type EditorSchema = Readonly<Record<string, unknown>>;

/** The kind whose objects a schema describes. */
interface KindOf {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/**
 * The JSON Schema (draft 7) of the objects of a kind, as users write them: it accepts what an API server accepts, and
 * refuses unknown fields, which a server drops. What JSON Schema cannot express is part of the descriptions.
 */
export function editorSchema(
  schema: JSONSchemaProps,
  { group, version, kind }: KindOf,
): EditorSchema {
  const { properties, required = [], ...root } = convert(schema, schema, WHOLE);
  const own = isMapping(properties) ? properties : {};
  const { apiVersion, kind: kindSchema, metadata, ...others } = own;
  return {
    ...root,
    title: kind,
    required: [...new Set(['apiVersion', 'kind', 'metadata', ...namesIn(required)])],
    properties: {
      apiVersion: { ...described(apiVersion), const: `${group}/${version}` },
      kind: { ...described(kindSchema), const: kind },
      metadata: metadataWith(metadata),
      ...others,
    },
  };
}

/** How a part of a schema is converted. */
interface Mode {
  /** In `allOf`, `anyOf`, `oneOf` and `not`, which do not specify the fields of an object. */
  readonly isPart: boolean;
  /** In a list that preserves unknown fields. */
  readonly isOpen: boolean;
}

const WHOLE: Mode = { isPart: false, isOpen: false };

/**
 * Converts a schema.
 *
 * @param base the schema that has the defaults: for a part in `oneOf` and the like, the one around it
 */
function convert(
  schema: JSONSchemaProps,
  base: JSONSchemaProps | undefined,
  mode: Mode,
): EditorSchema {
  const { allOf, anyOf, oneOf, not } = junctors(schema, base);
  const hasJunctors = [allOf, anyOf, oneOf, not].some((each) => each !== undefined);
  // The server does not compare null with the keywords beside the type; an enum never accepts it.
  const isNullable = schema.nullable === true && schema.enum === undefined;
  const converted = {
    ...typeOf(schema, isNullable && !hasJunctors),
    ...valueKeywords(schema),
    ...objectKeywords(schema, base, mode),
    ...listKeywords(schema, base, mode),
    ...defined({ allOf, anyOf, oneOf, not }),
  };
  const documented = mode.isPart ? {} : documentation(schema);
  return isNullable && hasJunctors
    ? { ...documented, anyOf: [{ type: 'null' }, converted] }
    : { ...documented, ...converted };
}

function typeOf(schema: JSONSchemaProps, isNullable: boolean): EditorSchema {
  const { type = '' } = schema;
  const isIntOrString = schema['x-kubernetes-int-or-string'] === true;
  const types = isIntOrString ? ['integer', 'string'] : type === '' ? [] : [type];
  if (types.length === 0) return {};
  const all = isNullable ? [...types, 'null'] : types;
  return { type: all.length === 1 ? all[0] : all };
}

/** The formats with a meaning that other programs know too. */
const FORMATS = ['date', 'date-time', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'];

function valueKeywords(schema: JSONSchemaProps): EditorSchema {
  const { enum: values, format, pattern, minLength, maxLength, multipleOf } = schema;
  const translated = pattern === undefined ? undefined : ecmaPattern(pattern);
  return defined({
    enum: values,
    ...limits(schema),
    multipleOf,
    minLength,
    maxLength,
    pattern: translated,
    format: FORMATS.includes(format ?? '') && schema.type === 'string' ? format : undefined,
  });
}

const INT32 = 2 ** 31;

/** The limits of a number. Those of integers are integers, as for the server. */
function limits(schema: JSONSchemaProps): EditorSchema {
  const isInteger = schema.type === 'integer';
  const isInt32 = isInteger && schema.format === 'int32';
  const bound = (limit: number | undefined): number | undefined =>
    limit === undefined || !isInteger ? limit : Math.trunc(limit);
  const { exclusiveMinimum = false, exclusiveMaximum = false } = schema;
  const [minimum, maximum] = [bound(schema.minimum), bound(schema.maximum)];
  return {
    minimum: exclusiveMinimum ? undefined : (minimum ?? (isInt32 ? -INT32 : undefined)),
    exclusiveMinimum: exclusiveMinimum ? minimum : undefined,
    maximum: exclusiveMaximum ? undefined : (maximum ?? (isInt32 ? INT32 - 1 : undefined)),
    exclusiveMaximum: exclusiveMaximum ? maximum : undefined,
  };
}

function objectKeywords(
  schema: JSONSchemaProps,
  base: JSONSchemaProps | undefined,
  mode: Mode,
): EditorSchema {
  const { properties, minProperties, maxProperties } = schema;
  // The server sets defaults first.
  const required = (schema.required ?? []).filter((name) => {
    const field = base && ownProperty(base, name);
    return field === undefined || !hasDefault(field);
  });
  const own = Object.entries(properties ?? {}).map(([name, each]): [string, EditorSchema] => {
    return [
      name,
      convert(
        each,
        mode.isPart ? base && ownProperty(base, name) : each,
        mode.isPart ? mode : WHOLE,
      ),
    ];
  });
  const isEmbedded = schema['x-kubernetes-embedded-resource'] === true;
  const fields = isEmbedded ? { ...EMBEDDED, ...Object.fromEntries(own) } : Object.fromEntries(own);
  const names = isEmbedded ? ['apiVersion', 'kind', ...required] : required;
  return defined({
    required: names.length > 0 ? [...new Set(names)] : undefined,
    minProperties,
    maxProperties,
    properties: own.length > 0 || isEmbedded ? fields : undefined,
    additionalProperties: otherFields(schema, base, mode),
  });
}

/** The schema of fields without a property; false if the server drops them. */
function otherFields(
  schema: JSONSchemaProps,
  base: JSONSchemaProps | undefined,
  mode: Mode,
): EditorSchema | boolean | undefined {
  const values = valueSchema(schema);
  if (values !== undefined) {
    return convert(
      values,
      mode.isPart ? base && valueSchema(base) : values,
      mode.isPart ? mode : WHOLE,
    );
  }
  if (mode.isPart || schema.type !== 'object' || schema.additionalProperties === true)
    return undefined;
  const isOpen = mode.isOpen || schema['x-kubernetes-preserve-unknown-fields'] === true;
  return isOpen ? undefined : false;
}

function listKeywords(
  schema: JSONSchemaProps,
  base: JSONSchemaProps | undefined,
  mode: Mode,
): EditorSchema {
  const { minItems, maxItems } = schema;
  const items = itemSchema(schema);
  const isOpen = schema['x-kubernetes-preserve-unknown-fields'] === true;
  const isSet = schema['x-kubernetes-list-type'] === 'set' || schema.uniqueItems === true;
  const own = mode.isPart ? base && itemSchema(base) : items;
  return defined({
    items: items && convert(items, own, { isPart: mode.isPart, isOpen }),
    minItems,
    maxItems,
    uniqueItems: isSet ? true : undefined,
  });
}

function junctors(
  { allOf, anyOf, oneOf, not, ...schema }: JSONSchemaProps,
  base: JSONSchemaProps | undefined,
): EditorSchema {
  const part = (each: JSONSchemaProps): EditorSchema =>
    convert(each, base, { isPart: true, isOpen: false });
  // The alternatives of an integer or a string are those of its type.
  const isType = schema['x-kubernetes-int-or-string'] === true;
  return {
    allOf: allOf?.map(part),
    anyOf: isType ? undefined : anyOf?.map(part),
    oneOf: oneOf?.map(part),
    not: not && part(not),
  };
}

/** Title, default and description. */
function documentation(schema: JSONSchemaProps): EditorSchema {
  const { title, description, default: preset, example, nullable } = schema;
  const text = [description ?? '', ...notesOf(schema)].filter((each) => each !== '').join('\n\n');
  const isPreset = preset !== undefined && (preset !== null || nullable === true);
  return defined({
    title,
    description: text === '' ? undefined : text,
    default: isPreset ? preset : undefined,
    examples: example === undefined ? undefined : [example],
  });
}

/** What JSON Schema cannot express, for readers. */
function notesOf(schema: JSONSchemaProps): string[] {
  const { format = '', pattern } = schema;
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  const rules = schema['x-kubernetes-validations'] ?? [];
  const isText = schema.type === 'string' && format !== '' && !FORMATS.includes(format);
  return [
    ...(isText ? [`Format: ${format}.`] : []),
    ...(pattern !== undefined && ecmaPattern(pattern) === undefined ? [`Pattern: ${pattern}`] : []),
    ...(keys.length > 0 ? [`Items must differ in ${keys.join(', ')}.`] : []),
    ...rules.map(({ rule, message }) => `Rule: ${message ?? rule}`),
  ];
}

const text: EditorSchema = { type: 'string' };
const texts: EditorSchema = { type: 'object', additionalProperties: text };
const time: EditorSchema = { type: ['string', 'null'], format: 'date-time' };
const count: EditorSchema = { type: 'integer' };

/** The metadata of all objects. */
const METADATA: EditorSchema = {
  type: 'object',
  properties: {
    name: { ...text, description: 'The name, unique among the objects of the kind and namespace.' },
    generateName: {
      ...text,
      description: 'The start of the name, if the server chooses the rest.',
    },
    namespace: { ...text, description: 'The namespace. Defaults to that of the request.' },
    labels: { ...texts, description: 'Labels, by which objects are selected.' },
    annotations: { ...texts, description: 'Annotations: any texts.' },
    finalizers: { type: 'array', items: text },
    ownerReferences: {
      type: 'array',
      items: {
        type: 'object',
        required: ['apiVersion', 'kind', 'name', 'uid'],
        properties: {
          apiVersion: text,
          kind: text,
          name: text,
          uid: text,
          controller: { type: 'boolean' },
          blockOwnerDeletion: { type: 'boolean' },
        },
        additionalProperties: false,
      },
    },
    uid: text,
    resourceVersion: text,
    generation: count,
    creationTimestamp: time,
    deletionTimestamp: time,
    deletionGracePeriodSeconds: count,
    selfLink: text,
    managedFields: { type: 'array', items: { type: 'object' } },
  },
  additionalProperties: false,
};

const EMBEDDED = {
  apiVersion: { type: 'string', minLength: 1 },
  kind: { type: 'string', minLength: 1 },
  metadata: METADATA,
};

/** The metadata, with what the schema of the kind requires of the name. */
function metadataWith(own: unknown): EditorSchema {
  const { properties } = isMapping(own) ? own : {};
  if (!isMapping(properties)) return METADATA;
  return { ...METADATA, allOf: [{ properties }] };
}

const namesIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

const described = (schema: unknown): EditorSchema =>
  isMapping(schema) && typeof schema.description === 'string'
    ? { description: schema.description }
    : {};

const defined = (fields: EditorSchema): EditorSchema =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
