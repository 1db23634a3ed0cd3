import {
  appendAll,
  cloneJson,
  deepEqualJson,
  isJsonObject,
  type JsonValue,
} from '@vmgen/base/json';
import type { DefaultValidator } from '../rules/index.js';
import type { FieldError } from '../field/field-error.js';
import { invalid } from '../field/field-errors.js';
import { child, key } from '../field/field-path.js';
import {
  type JSONSchemaProps,
  hasDefault,
  hasRules,
  itemSchema,
  partFinder,
  someSchema,
} from '@vmgen/base/schema';
import {
  coerceEmbeddedResources,
  EmbeddedResourceError,
  validateEmbeddedResources,
} from '../object/embedded-resources.js';
import { pruneValue } from '../object/prune-object.js';
import { loadCel } from '../rules/load-cel.js';
import { compileValidator } from '../value/compile-validator.js';
import { ValueErrors } from '../value/value-errors.js';

/**
 * Validates the defaults of a schema (apiextensions' defaulting.ValidateDefaults): each must
 * satisfy its schema and rules, have no unknown fields and produce valid metadata. Ignores defaults
 * below additionalProperties.
 */
export function validateDefaults(schema: JSONSchemaProps, path: string): FieldError[] {
  if (!someSchema(schema, hasDefault)) return [];
  const rules = hasRules(schema) ? new (loadCel().DefaultValidator)() : undefined;
  const hasDefaults = partFinder(hasDefault);
  const context = { root: schema, insideMeta: false, surround, rules, hasDefaults };
  return validateNode(asResource(schema), path, context);
}

const asResource = (schema: JSONSchemaProps): JSONSchemaProps => ({
  ...schema,
  'x-kubernetes-embedded-resource': true,
});

/** Wraps a value in the resource that contains it. */
type Surround = (value: JsonValue) => JsonValue;

interface Context {
  /** The schema of the innermost resource that contains the value. */
  readonly root: JSONSchemaProps;
  /** Whether the value is part of the resource's type or metadata. */
  readonly insideMeta: boolean;
  readonly surround: Surround;
  /** Whether a part, or a part below it, has a default. */
  readonly hasDefaults: (part: JSONSchemaProps) => boolean;
  /** Undefined if the schema has no rules. */
  readonly rules: DefaultValidator | undefined;
}

const surround: Surround = (value) =>
  isJsonObject(value) ? { kind: 'Validation', apiVersion: 'validation/v1', ...value } : value;

function validateNode(schema: JSONSchemaProps, path: string, outer: Context): FieldError[] {
  const isResource = schema['x-kubernetes-embedded-resource'] === true;
  if (outer.rules?.isExhausted || !outer.hasDefaults(schema)) return [];
  const context = isResource ? { ...outer, root: schema, insideMeta: false, surround } : outer;
  const errors = hasDefault(schema) ? validateDefault(schema, child(path, 'default'), context) : [];
  const items = itemSchema(schema);
  if (items !== undefined) {
    const inner = { ...context, surround: (it: JsonValue) => context.surround([it]) };
    appendAll(errors, validateNode(items, child(path, 'items'), inner));
  }
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const inner = {
      ...context,
      insideMeta: context.insideMeta || (isResource && isTypeOrMetadata(name)),
      surround: (it: JsonValue) => context.surround({ [name]: it }),
    };
    appendAll(errors, validateNode(property, key(child(path, 'properties'), name), inner));
  }
  return errors;
}

const isTypeOrMetadata = (name: string): boolean =>
  name === 'metadata' || name === 'apiVersion' || name === 'kind';

function validateDefault(schema: JSONSchemaProps, path: string, context: Context): FieldError[] {
  const value = cloneJson(schema.default ?? null);
  if (context.insideMeta) {
    const problem = metadataProblem(context.surround(value), asResource(context.root));
    if (problem !== undefined) {
      return [invalid(path, value, `must result in valid metadata: ${problem}`)];
    }
    return validateAgainst(value, schema, path, context);
  }
  const unpruned = unknownFields(schema, path);
  try {
    coerceEmbeddedResources(value, schema, path, []);
  } catch (cause) {
    if (!(cause instanceof EmbeddedResourceError)) throw cause;
    return [...unpruned, cause.error];
  }
  const embedded = validateEmbeddedResources(value, schema, path);
  if (embedded.length > 0) return [...unpruned, ...embedded];
  return [...unpruned, ...validateAgainst(value, schema, path, context)];
}

function unknownFields(schema: JSONSchemaProps, path: string): FieldError[] {
  const original = schema.default ?? null;
  const pruned = cloneJson(original);
  pruneValue(pruned, schema, schema['x-kubernetes-embedded-resource'] === true, '', []);
  if (deepEqualJson(pruned, original)) return [];
  return [invalid(path, original, 'must not have unknown fields')];
}

function metadataProblem(resource: JsonValue, root: JSONSchemaProps): string | undefined {
  try {
    coerceEmbeddedResources(resource, root, '', []);
  } catch (cause) {
    if (!(cause instanceof EmbeddedResourceError)) throw cause;
    return cause.message;
  }
  const errors = validateEmbeddedResources(resource, root, '');
  if (errors.length === 0) return undefined;
  const texts = errors.map((error) => `${error.field}: ${error.message}`);
  return texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`;
}

function validateAgainst(
  value: JsonValue,
  schema: JSONSchemaProps,
  path: string,
  { rules }: Context,
): FieldError[] {
  const errors = new ValueErrors(path);
  compileValidator(schema)(value, '', errors, undefined);
  if (!errors.isEmpty) return errors.all;
  return rules?.validate(value, schema, path) ?? [];
}
