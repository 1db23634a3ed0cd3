import { appendAll } from '@vmgen/base/json';
import type { PatternValidator } from '@vmgen/base/text';
import type { FieldError } from '../field/field-error.js';
import { forbidden, invalid, required } from '../field/field-errors.js';
import { child, key } from '../field/field-path.js';
import {
  type JSONSchemaProps,
  hasProperties,
  itemSchema,
  ownProperty,
  valueSchema,
} from '@vmgen/base/schema';
import { validateCompleteness } from './validate-completeness.js';
import { hasIntOrStringAllOf, hasIntOrStringAnyOf, validateJunctors } from './validate-nested.js';

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
  const context = { patterns, faultless: new Set<JSONSchemaProps>() };
  const errors = [
    ...validateNode(schema, 'root', path, context),
    ...validateCompleteness(schema, schema, path, path),
  ];
  return errors.sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1));
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
  path: string,
  context: Context,
): FieldError[] {
  if (level !== 'root' && context.faultless.has(schema)) return [];
  const forms = {
    skipAnyOf: hasIntOrStringAnyOf(schema),
    skipFirstAllOfAnyOf: hasIntOrStringAllOf(schema),
  };
  const errors = [
    ...validateChildren(schema, level, path, context),
    ...validateExtensions(schema, path),
    ...validateJunctors(schema, path, forms, context.patterns),
    ...validateType(schema, level, path),
    ...validateResourceFields(schema, level, path),
  ];
  if (level !== 'root' && errors.length === 0) context.faultless.add(schema);
  return errors;
}

function validateChildren(
  schema: JSONSchemaProps,
  level: Level,
  path: string,
  context: Context,
): FieldError[] {
  const errors: FieldError[] = [];
  const items = itemSchema(schema);
  if (schema.type === 'array' && items === undefined) {
    errors.push(required(child(path, 'items'), 'must be specified'));
  }
  if (items !== undefined)
    appendAll(errors, validateNode(items, 'item', child(path, 'items'), context));
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    appendAll(
      errors,
      validateNode(property, 'field', key(child(path, 'properties'), name), context),
    );
  }
  const additionalPath = child(path, 'additionalProperties');
  if (level === 'root' && schema.additionalProperties !== undefined) {
    errors.push(forbidden(additionalPath, 'must not be used at the root'));
  }
  const values = valueSchema(schema);
  if (values !== undefined)
    appendAll(errors, validateNode(values, 'field', additionalPath, context));
  return errors;
}

function validateExtensions(schema: JSONSchemaProps, path: string): FieldError[] {
  if (schema['x-kubernetes-int-or-string'] !== true) return [];
  const excluded = [
    'x-kubernetes-preserve-unknown-fields',
    'x-kubernetes-embedded-resource',
  ] as const;
  return excluded
    .filter((name) => schema[name] === true)
    .map((name) =>
      invalid(child(path, name), true, 'must be false if x-kubernetes-int-or-string is true'),
    );
}

function validateType(schema: JSONSchemaProps, level: Level, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const type = schema.type ?? '';
  const at = child(path, 'type');
  const embedded = schema['x-kubernetes-embedded-resource'] === true;
  const mayBeTypeless =
    schema['x-kubernetes-int-or-string'] === true ||
    schema['x-kubernetes-preserve-unknown-fields'] === true;
  if (embedded && type !== 'object') {
    const text = 'must be object if x-kubernetes-embedded-resource is true';
    errors.push(type === '' ? required(at, text) : invalid(at, type, text));
  } else if (type === '' && !mayBeTypeless) {
    errors.push(required(at, missingType[level]));
  }
  if (embedded && schema.additionalProperties !== undefined) {
    const text = 'must not be used if x-kubernetes-embedded-resource is set';
    errors.push(forbidden(child(path, 'additionalProperties'), text));
  }
  if (level === 'root' && type !== '' && type !== 'object') {
    errors.push(invalid(at, type, 'must be object at the root'));
  }
  return errors;
}

/** Validates the schemas of a resource's kind, apiVersion and metadata. */
function validateResourceFields(schema: JSONSchemaProps, level: Level, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const embedded = schema['x-kubernetes-embedded-resource'] === true;
  const isResource = embedded || level === 'root';
  const propertyPath = (name: string): string => key(child(path, 'properties'), name);
  for (const name of isResource ? ['kind', 'apiVersion'] : []) {
    const property = ownProperty(schema, name);
    if (property === undefined || property.type === 'string') continue;
    const at = child(propertyPath(name), 'type');
    errors.push(invalid(at, property.type ?? '', 'must be string'));
  }
  const metadata = ownProperty(schema, 'metadata');
  if (metadata !== undefined) {
    const at = propertyPath('metadata');
    if (isResource && metadata.type !== 'object') {
      errors.push(invalid(child(at, 'type'), metadata.type ?? '', 'must be object'));
    }
    if (level === 'root') appendAll(errors, validateRootMetadata(metadata, at));
  }
  const preserves = schema['x-kubernetes-preserve-unknown-fields'] === true;
  if (embedded && !preserves && !hasProperties(schema)) {
    const text =
      'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields';
    errors.push(required(child(path, 'properties'), text));
  }
  return errors;
}

const ALLOWED = ['type', 'default', 'properties'];
const RESTRICTABLE = ['name', 'generateName'];

/**
 * Validates the metadata of the root: it may constrain only name and generateName. The API
 * specifies everything else, including the description.
 */
function validateRootMetadata(metadata: JSONSchemaProps, path: string): FieldError[] {
  const isBare = Object.entries(metadata).every(
    ([name, value]) => ALLOWED.includes(name) || isZero(value),
  );
  const onlyNames = Object.keys(metadata.properties ?? {}).every((name) =>
    RESTRICTABLE.includes(name),
  );
  if (isBare && onlyNames) return [];
  const text =
    'must not specify anything other than name and generateName, but metadata is implicitly specified';
  return [forbidden(path, text)];
}

/** Whether the field has Go's zero value. */
function isZero(value: unknown): boolean {
  return value === undefined || value === null || value === '' || value === false;
}
