import type { FieldError } from '../field-error.js';
import { forbidden, invalid, notSupported } from '../field-errors.js';
import { child, index, key } from '../field-path.js';
import type { JSONSchemaProps } from '../json-schema-props.js';
import { hasDefault, hasProperties, valueSchema } from '../sub-schemas.js';
import { validateRules } from './validate-rules.js';
import { validateTopology } from './validate-topology.js';

/** What a schema inherits from those around it. */
interface Scope {
  readonly isRoot: boolean;
  /** Within the type or metadata of the object or of an embedded resource. */
  readonly insideMeta: boolean;
  /** Why there may be no default here. */
  readonly noDefaults?: string | undefined;
}

const types = ['array', 'boolean', 'integer', 'number', 'object', 'string'];

/**
 * Judges what may stand in a CRD's schema at all, below junctors as well (apiextensions'
 * ValidateCustomResourceDefinitionOpenAPISchema).
 */
export function validateOpenApi(schema: JSONSchemaProps, path: string): FieldError[] {
  return validateSchema(schema, path, { isRoot: true, insideMeta: false });
}

function validateSchema(schema: JSONSchemaProps, path: string, scope: Scope): FieldError[] {
  return [
    ...validateKeywords(schema, path, scope),
    ...validateAdditionalProperties(schema, path, scope),
    ...validateProperties(schema, path, scope),
    ...validateSubSchemas(schema, path, { ...scope, isRoot: false }),
    ...validatePreserve(schema, path),
    ...validateTopology(schema, path),
    ...validateRules(schema, path),
  ];
}

/** The keywords that CRDs do not know. */
const unsupported: readonly (readonly [keyof JSONSchemaProps, (it: JSONSchemaProps) => boolean])[] =
  [
    ['id', (it) => Boolean(it.id)],
    ['additionalItems', (it) => it.additionalItems !== undefined],
    ['patternProperties', (it) => Object.keys(it.patternProperties ?? {}).length > 0],
    ['definitions', (it) => Object.keys(it.definitions ?? {}).length > 0],
    ['dependencies', (it) => it.dependencies !== undefined],
    ['$ref', (it) => it.$ref !== undefined],
  ];

function validateKeywords(schema: JSONSchemaProps, path: string, scope: Scope): FieldError[] {
  const errors: FieldError[] = [];
  const type = schema.type ?? '';
  if (type !== '' && !types.includes(type)) {
    errors.push(notSupported(child(path, 'type'), type, [...types]));
  }
  if (hasDefault(schema) && scope.noDefaults !== undefined) {
    errors.push(forbidden(child(path, 'default'), `must not be set ${scope.noDefaults}`));
  }
  for (const [name, isSet] of unsupported) {
    if (isSet(schema)) errors.push(forbidden(child(path, name), `${name} is not supported`));
  }
  if (type === 'null') {
    const text = 'type cannot be set to null, use nullable as an alternative';
    errors.push(forbidden(child(path, 'type'), text));
  }
  if (Array.isArray(schema.items) && schema.items.length > 0) {
    const text = 'items must be a schema object and not an array';
    errors.push(forbidden(child(path, 'items'), text));
  }
  if (scope.insideMeta && schema['x-kubernetes-embedded-resource'] === true) {
    const at = child(path, 'x-kubernetes-embedded-resource');
    errors.push(forbidden(at, 'must not be used inside of resource meta'));
  }
  if (schema.uniqueItems === true) {
    const text = 'uniqueItems cannot be set to true since the runtime complexity becomes quadratic';
    errors.push(forbidden(child(path, 'uniqueItems'), text));
  }
  return errors;
}

/** Properties are for structs and additionalProperties for maps. */
function validateAdditionalProperties(
  schema: JSONSchemaProps,
  path: string,
  scope: Scope,
): FieldError[] {
  const additional = schema.additionalProperties;
  if (additional === undefined) return [];
  const at = child(path, 'additionalProperties');
  const errors: FieldError[] = [];
  if (hasProperties(schema) && additional !== true) {
    errors.push(forbidden(at, 'additionalProperties and properties are mutual exclusive'));
  }
  const values = valueSchema(schema);
  if (values === undefined) return errors;
  const noDefaults = scope.insideMeta
    ? 'inside additionalProperties applying to object metadata'
    : scope.noDefaults;
  return [...errors, ...validateSchema(values, at, { ...scope, isRoot: false, noDefaults })];
}

const metaFields = ['metadata', 'kind', 'apiVersion'];

function validateProperties(schema: JSONSchemaProps, path: string, scope: Scope): FieldError[] {
  const isResource = scope.isRoot || schema['x-kubernetes-embedded-resource'] === true;
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const isMeta = isResource && metaFields.includes(name);
    return validateSchema(property, key(child(path, 'properties'), name), {
      isRoot: false,
      insideMeta: scope.insideMeta || isMeta,
      noDefaults: isMeta && scope.isRoot ? `in top-level ${name}` : scope.noDefaults,
    });
  });
}

function validateSubSchemas(schema: JSONSchemaProps, path: string, scope: Scope): FieldError[] {
  const errors: FieldError[] = [];
  const visit = (below: JSONSchemaProps, at: string): void =>
    void errors.push(...validateSchema(below, at, scope));
  if (schema.not) visit(schema.not, child(path, 'not'));
  for (const name of ['allOf', 'oneOf', 'anyOf'] as const) {
    schema[name]?.forEach((below, i) => visit(below, index(child(path, name), i)));
  }
  for (const [name, below] of Object.entries(schema.definitions ?? {})) {
    visit(below, key(child(path, 'definitions'), name));
  }
  const itemsPath = child(path, 'items');
  if (Array.isArray(schema.items)) {
    schema.items.forEach((below, i) => visit(below, index(itemsPath, i)));
  } else if (schema.items !== undefined) {
    visit(schema.items, itemsPath);
  }
  for (const [name, below] of Object.entries(schema.dependencies ?? {})) {
    if (!Array.isArray(below)) visit(below, key(child(path, 'dependencies'), name));
  }
  return errors;
}

function validatePreserve(schema: JSONSchemaProps, path: string): FieldError[] {
  const name = 'x-kubernetes-preserve-unknown-fields';
  if (schema[name] !== false) return [];
  return [invalid(child(path, name), false, 'must be true or undefined')];
}
