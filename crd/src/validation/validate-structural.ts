import { appendAll, deepEqualJson } from '@vmgen/base/json';
import type { PatternValidator } from '@vmgen/base/text';
import type { FieldError } from '../field/field-error.js';
import { forbidden, invalid, required } from '../field/field-errors.js';
import { child, key, index } from '../field/field-path.js';
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

/**
 * Validates that all fields in junctors are also specified outside of them (apiextensions'
 * complete.go).
 *
 * @param nested the schema whose junctors are validated
 * @param structural its counterpart outside of the junctors
 */
function validateCompleteness(
  nested: JSONSchemaProps,
  structural: JSONSchemaProps | undefined,
  structuralPath: string,
  nestedPath: string,
): FieldError[] {
  return junctorParts(nested, nestedPath).flatMap(({ schema, path }) =>
    validatePart(schema, structural, structuralPath, path),
  );
}

function junctorParts(
  schema: JSONSchemaProps,
  path: string,
): { schema: JSONSchemaProps; path: string }[] {
  const parts = (name: 'allOf' | 'anyOf' | 'oneOf'): { schema: JSONSchemaProps; path: string }[] =>
    (schema[name] ?? []).map((it, i) => ({ schema: it, path: index(child(path, name), i) }));
  const not = schema.not ? [{ schema: schema.not, path: child(path, 'not') }] : [];
  return [...not, ...parts('allOf'), ...parts('anyOf'), ...parts('oneOf')];
}

function validatePart(
  nested: JSONSchemaProps,
  structural: JSONSchemaProps | undefined,
  structuralPath: string,
  nestedPath: string,
): FieldError[] {
  if (structural === undefined) {
    return [required(structuralPath, `because it is defined in ${nestedPath}`)];
  }
  const errors = validateCompleteness(nested, structural, structuralPath, nestedPath);
  const items = itemSchema(nested);
  if (items !== undefined) {
    const [at, from] = [child(structuralPath, 'items'), child(nestedPath, 'items')];
    appendAll(errors, validatePart(items, itemSchema(structural), at, from));
  }
  for (const [name, property] of Object.entries(nested.properties ?? {})) {
    const at = key(child(structuralPath, 'properties'), name);
    const from = key(child(nestedPath, 'properties'), name);
    appendAll(errors, validatePart(property, ownProperty(structural, name), at, from));
  }
  return errors;
}

/** The junctors that may specify types, because they express int-or-string. */
interface IntOrStringForms {
  readonly skipAnyOf: boolean;
  readonly skipFirstAllOfAnyOf: boolean;
}

const INT_OR_STRING = [{ type: 'integer' }, { type: 'string' }];

/** Whether the anyOf expresses int-or-string. */
function hasIntOrStringAnyOf(schema: JSONSchemaProps | undefined): boolean {
  return schema?.anyOf !== undefined && deepEqualJson(asPlainJson(schema.anyOf), INT_OR_STRING);
}

function hasIntOrStringAllOf(schema: JSONSchemaProps): boolean {
  return hasIntOrStringAnyOf(schema.allOf?.[0]);
}

/** Validates the pattern of a schema, and its allOf, anyOf, oneOf and not. */
function validateJunctors(
  schema: JSONSchemaProps,
  path: string,
  forms: IntOrStringForms,
  patterns: PatternValidator,
): FieldError[] {
  const errors: FieldError[] = [];
  const none = { skipAnyOf: false, skipFirstAllOfAnyOf: false };
  if (!forms.skipAnyOf) {
    schema.anyOf?.forEach((it, i) =>
      appendAll(errors, validateNested(it, index(child(path, 'anyOf'), i), none, patterns)),
    );
  }
  schema.allOf?.forEach((it, i) => {
    const skipAnyOf = forms.skipFirstAllOfAnyOf && i === 0;
    const at = index(child(path, 'allOf'), i);
    appendAll(errors, validateNested(it, at, { skipAnyOf, skipFirstAllOfAnyOf: false }, patterns));
  });
  schema.oneOf?.forEach((it, i) =>
    appendAll(errors, validateNested(it, index(child(path, 'oneOf'), i), none, patterns)),
  );
  if (schema.not) appendAll(errors, validateNested(schema.not, child(path, 'not'), none, patterns));
  appendAll(errors, validatePattern(schema.pattern ?? '', child(path, 'pattern'), patterns));
  return errors;
}

function validatePattern(pattern: string, path: string, patterns: PatternValidator): FieldError[] {
  const problem = pattern === '' ? undefined : patterns.problemOf(pattern);
  if (problem === undefined) return [];
  const text = `must be a valid regular expression, but isn't: ${problem}`;
  return [invalid(path, pattern, text)];
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
  path: string,
  forms: IntOrStringForms,
  patterns: PatternValidator,
): FieldError[] {
  const errors = validateJunctors(schema, path, forms, patterns);
  const none = { skipAnyOf: false, skipFirstAllOfAnyOf: false };
  const items = itemSchema(schema);
  if (items !== undefined)
    appendAll(errors, validateNested(items, child(path, 'items'), none, patterns));
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    appendAll(
      errors,
      validateNested(property, key(child(path, 'properties'), name), none, patterns),
    );
  }
  for (const { name, must, isSet } of FORBIDDEN_FIELDS) {
    if (isSet(schema)) errors.push(forbidden(child(path, name), `must ${must} to be structural`));
  }
  if (ownProperty(schema, 'metadata') !== undefined) {
    const at = key(child(path, 'properties'), 'metadata');
    errors.push(forbidden(at, 'must not be specified in a nested context'));
  }
  return errors;
}
