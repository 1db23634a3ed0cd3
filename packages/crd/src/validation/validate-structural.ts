import { deepEqualJson } from '@vmgen/base/json';
import type { PatternValidator } from '@vmgen/base/text';
import type { FieldError } from '../field/field-error.js';
import { child, key, index } from '../field/field-path.js';
import { FieldReport } from '../field/field-report.js';
import {
  type JSONSchemaProps,
  hasProperties,
  itemSchema,
  ownProperty,
  valueSchema,
  hasDefault,
} from '@vmgen/base/schema';
import { asPlainJson } from './as-json.js';

/** The position of a schema, which determines the name of a missing type. */
type Level = 'root' | 'item' | 'field';

const missingType: Readonly<Record<Level, string>> = {
  root: 'must not be empty at the root',
  item: 'must not be empty for specified array items',
  field: 'must not be empty for specified object fields',
};

/**
 * Validates that a schema is structural (apiextensions' schema.ValidateStructural): every value has
 * a type outside of allOf, anyOf, oneOf and not, which may only restrict it. Errors are sorted by
 * text.
 */
export function validateStructural(
  schema: JSONSchemaProps,
  path: string,
  patterns: PatternValidator,
): FieldError[] {
  const at = new FieldReport(path);
  validateNode(schema, 'root', at, { patterns, faultless: new Set() });
  validateCompleteness(schema, schema, at, path);
  return at.errors.sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1));
}

const textOf = (error: FieldError): string => `${error.field}: ${error.message}`;

interface Context {
  readonly patterns: PatternValidator;
  /**
   * Parts below the root that are valid at every position, because one schema object may occur at
   * many.
   */
  readonly faultless: Set<JSONSchemaProps>;
}

function validateNode(
  schema: JSONSchemaProps,
  level: Level,
  at: FieldReport,
  context: Context,
): void {
  if (level !== 'root' && context.faultless.has(schema)) return;
  const count = at.errors.length;
  validateChildren(schema, level, at, context);
  validateExtensions(schema, at);
  const forms = {
    skipAnyOf: hasIntOrStringAnyOf(schema),
    skipFirstAllOfAnyOf: hasIntOrStringAnyOf(schema.allOf?.[0]),
  };
  validateJunctors(schema, at, forms, context.patterns);
  validateType(schema, level, at);
  validateResourceFields(schema, level, at);
  if (level !== 'root' && at.errors.length === count) context.faultless.add(schema);
}

function validateChildren(
  schema: JSONSchemaProps,
  level: Level,
  at: FieldReport,
  context: Context,
): void {
  const items = itemSchema(schema);
  if (items !== undefined) validateNode(items, 'item', at.at('items'), context);
  else if (schema.type === 'array') at.at('items').required('must be specified');
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    validateNode(property, 'field', at.at('properties').key(name), context);
  }
  const additionalAt = at.at('additionalProperties');
  if (level === 'root' && schema.additionalProperties !== undefined) {
    additionalAt.forbidden('must not be used at the root');
  }
  const values = valueSchema(schema);
  if (values !== undefined) validateNode(values, 'field', additionalAt, context);
}

function validateExtensions(schema: JSONSchemaProps, at: FieldReport): void {
  if (schema['x-kubernetes-int-or-string'] !== true) return;
  for (const name of [
    'x-kubernetes-preserve-unknown-fields',
    'x-kubernetes-embedded-resource',
  ] as const) {
    if (schema[name] !== true) continue;
    at.at(name).invalid('must be false if x-kubernetes-int-or-string is true', true);
  }
}

function validateType(schema: JSONSchemaProps, level: Level, at: FieldReport): void {
  const type = schema.type ?? '';
  const typeAt = at.at('type');
  const embedded = schema['x-kubernetes-embedded-resource'] === true;
  const mayBeTypeless =
    schema['x-kubernetes-int-or-string'] === true ||
    schema['x-kubernetes-preserve-unknown-fields'] === true;
  if (embedded && type !== 'object') {
    const text = 'must be object if x-kubernetes-embedded-resource is true';
    if (type === '') typeAt.required(text);
    else typeAt.invalid(text, type);
  } else if (type === '' && !mayBeTypeless) {
    typeAt.required(missingType[level]);
  }
  if (embedded && schema.additionalProperties !== undefined) {
    const text = 'must not be used if x-kubernetes-embedded-resource is set';
    at.at('additionalProperties').forbidden(text);
  }
  if (level === 'root' && type !== '' && type !== 'object') {
    typeAt.invalid('must be object at the root', type);
  }
}

/** Validates the schemas of a resource's kind, apiVersion and metadata. */
function validateResourceFields(schema: JSONSchemaProps, level: Level, at: FieldReport): void {
  const embedded = schema['x-kubernetes-embedded-resource'] === true;
  const isResource = embedded || level === 'root';
  const properties = at.at('properties');
  for (const name of isResource ? ['kind', 'apiVersion'] : []) {
    const property = ownProperty(schema, name);
    if (property === undefined || property.type === 'string') continue;
    properties
      .key(name)
      .at('type')
      .invalid('must be string', property.type ?? '');
  }
  const metadata = ownProperty(schema, 'metadata');
  if (metadata !== undefined) {
    const metadataAt = properties.key('metadata');
    if (isResource && metadata.type !== 'object') {
      metadataAt.at('type').invalid('must be object', metadata.type ?? '');
    }
    if (level === 'root') validateRootMetadata(metadata, metadataAt);
  }
  const preserves = schema['x-kubernetes-preserve-unknown-fields'] === true;
  if (embedded && !preserves && !hasProperties(schema)) {
    const text =
      'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields';
    properties.required(text);
  }
}

const ALLOWED = ['type', 'default', 'properties'];
const RESTRICTABLE = ['name', 'generateName'];

/**
 * Validates the metadata of the root: it may constrain only name and generateName. The API
 * specifies everything else, including the description.
 */
function validateRootMetadata(metadata: JSONSchemaProps, at: FieldReport): void {
  const isBare = Object.entries(metadata).every(
    ([name, value]) => ALLOWED.includes(name) || isZero(value),
  );
  const onlyNames = Object.keys(metadata.properties ?? {}).every((name) =>
    RESTRICTABLE.includes(name),
  );
  if (isBare && onlyNames) return;
  at.forbidden(
    'must not specify anything other than name and generateName, but metadata is implicitly specified',
  );
}

/** Whether the field has Go's zero value. */
function isZero(value: unknown): boolean {
  return value === undefined || value === null || value === '' || value === false;
}

/** The junctors that may specify types, because they express int-or-string. */
interface IntOrStringForms {
  readonly skipAnyOf: boolean;
  readonly skipFirstAllOfAnyOf: boolean;
}

const NO_FORMS: IntOrStringForms = { skipAnyOf: false, skipFirstAllOfAnyOf: false };
const INT_OR_STRING = [{ type: 'integer' }, { type: 'string' }];

/** Whether the anyOf expresses int-or-string. */
function hasIntOrStringAnyOf(schema: JSONSchemaProps | undefined): boolean {
  return schema?.anyOf !== undefined && deepEqualJson(asPlainJson(schema.anyOf), INT_OR_STRING);
}

/** Validates the pattern of a schema, and its allOf, anyOf, oneOf and not. */
function validateJunctors(
  schema: JSONSchemaProps,
  at: FieldReport,
  forms: IntOrStringForms,
  patterns: PatternValidator,
): void {
  const visit = (name: 'anyOf' | 'allOf' | 'oneOf', first = NO_FORMS): void =>
    schema[name]?.forEach((part, i) => {
      validateNested(part, at.at(name).item(i), i === 0 ? first : NO_FORMS, patterns);
    });
  if (!forms.skipAnyOf) visit('anyOf');
  visit('allOf', { skipAnyOf: forms.skipFirstAllOfAnyOf, skipFirstAllOfAnyOf: false });
  visit('oneOf');
  if (schema.not) validateNested(schema.not, at.at('not'), NO_FORMS, patterns);
  const { pattern = '' } = schema;
  const problem = pattern === '' ? undefined : patterns.problemOf(pattern);
  if (problem === undefined) return;
  at.at('pattern').invalid(`must be a valid regular expression, but isn't: ${problem}`, pattern);
}

/** The fields that junctors must not contain, and when they count as set. */
const FORBIDDEN_FIELDS: readonly {
  readonly name: keyof JSONSchemaProps;
  readonly must: string;
  readonly isSet: (schema: JSONSchemaProps) => boolean;
}[] = [
  { name: 'type', must: 'be empty', isSet: (it) => Boolean(it.type) },
  {
    name: 'additionalProperties',
    must: 'be undefined',
    isSet: (it) => it.additionalProperties !== undefined && it.additionalProperties !== false,
  },
  { name: 'default', must: 'be undefined', isSet: hasDefault },
  { name: 'title', must: 'be empty', isSet: (it) => Boolean(it.title) },
  { name: 'description', must: 'be empty', isSet: (it) => Boolean(it.description) },
  { name: 'nullable', must: 'be false', isSet: (it) => it.nullable === true },
  ...(
    [
      'x-kubernetes-preserve-unknown-fields',
      'x-kubernetes-embedded-resource',
      'x-kubernetes-int-or-string',
    ] as const
  ).map((name) => ({
    name,
    must: 'be false',
    isSet: (it: JSONSchemaProps): boolean => it[name] === true,
  })),
  {
    name: 'x-kubernetes-list-map-keys',
    must: 'be empty',
    isSet: (it) => (it['x-kubernetes-list-map-keys'] ?? []).length > 0,
  },
  {
    name: 'x-kubernetes-list-type',
    must: 'be undefined',
    isSet: (it) => it['x-kubernetes-list-type'] !== undefined,
  },
  {
    name: 'x-kubernetes-map-type',
    must: 'be undefined',
    isSet: (it) => it['x-kubernetes-map-type'] !== undefined,
  },
  {
    name: 'x-kubernetes-validations',
    must: 'be empty',
    isSet: (it) => (it['x-kubernetes-validations'] ?? []).length > 0,
  },
];

function validateNested(
  schema: JSONSchemaProps,
  at: FieldReport,
  forms: IntOrStringForms,
  patterns: PatternValidator,
): void {
  validateJunctors(schema, at, forms, patterns);
  const items = itemSchema(schema);
  if (items !== undefined) validateNested(items, at.at('items'), NO_FORMS, patterns);
  const properties = at.at('properties');
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    validateNested(property, properties.key(name), NO_FORMS, patterns);
  }
  for (const { name, must, isSet } of FORBIDDEN_FIELDS) {
    if (isSet(schema)) at.at(name).forbidden(`must ${must} to be structural`);
  }
  if (ownProperty(schema, 'metadata') !== undefined) {
    properties.key('metadata').forbidden('must not be specified in a nested context');
  }
}

/**
 * Validates that all fields in junctors are also specified outside of them (apiextensions'
 * complete.go).
 *
 * @param nested the schema whose junctors are validated
 * @param structural its counterpart outside of the junctors
 * @param at of `structural`
 */
function validateCompleteness(
  nested: JSONSchemaProps,
  structural: JSONSchemaProps | undefined,
  at: FieldReport,
  nestedPath: string,
): void {
  if (nested.not) validatePart(nested.not, structural, at, child(nestedPath, 'not'));
  for (const name of ['allOf', 'anyOf', 'oneOf'] as const) {
    nested[name]?.forEach((part, i) => {
      validatePart(part, structural, at, index(child(nestedPath, name), i));
    });
  }
}

function validatePart(
  nested: JSONSchemaProps,
  structural: JSONSchemaProps | undefined,
  at: FieldReport,
  nestedPath: string,
): void {
  if (structural === undefined) {
    at.required(`because it is defined in ${nestedPath}`);
    return;
  }
  validateCompleteness(nested, structural, at, nestedPath);
  const items = itemSchema(nested);
  if (items !== undefined) {
    validatePart(items, itemSchema(structural), at.at('items'), child(nestedPath, 'items'));
  }
  for (const [name, property] of Object.entries(nested.properties ?? {})) {
    const from = key(child(nestedPath, 'properties'), name);
    validatePart(property, ownProperty(structural, name), at.at('properties').key(name), from);
  }
}
