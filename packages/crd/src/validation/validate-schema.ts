import { appendAll } from '@vmgen/base/json';
import type { PatternValidator } from '@vmgen/base/text';
import type { FieldError } from '../field/field-error.js';
import type { FieldReport } from '../field/field-report.js';
import { type JSONSchemaProps, hasRules, someSchema } from '@vmgen/base/schema';
import { loadCel } from '../rules/load-cel.js';
import { validateDefaults } from './validate-defaults.js';
import { validateOpenApi } from './validate-open-api.js';
import { validateStructural } from './validate-structural.js';

/** The context of a schema's validation. */
export interface SchemaContext {
  /** Whether the status subresource is enabled, which restricts the root. */
  readonly hasStatus: boolean;
  /**
   * Whether an update keeps the schema unchanged. Single rules may then exceed the cost limit of
   * new ones.
   */
  readonly isUnchanged: boolean;
  readonly patterns: PatternValidator;
}

/** Validates the schema of a version, or of all versions. */
export function validateSchema(
  schema: JSONSchemaProps | undefined,
  { hasStatus, isUnchanged, patterns }: SchemaContext,
  at: FieldReport,
): void {
  if (schema === undefined) return;
  const count = at.errors.length;
  if (hasStatus) validateRootWithStatus(schema, at);
  if (schema.nullable === true) {
    at.at('nullable').forbidden('nullable cannot be true at the root');
  }
  const unsupported = unsupportedField(schema);
  const unsound = unsupported === undefined ? structureErrors(schema, at.path, patterns) : [];
  const isSound = unsupported === undefined && unsound.length === 0;
  const validator =
    isSound && hasRules(schema) ? new (loadCel().RuleValidator)(!isUnchanged, patterns) : undefined;
  appendAll(at.errors, unsound);
  validateOpenApi(schema, at, validator);
  appendAll(at.errors, validator?.errors ?? []);
  if (at.errors.length === count && unsupported !== undefined) at.invalid(unsupported, '');
  appendAll(at.errors, validator?.sumErrors(at.path) ?? []);
}

function structureErrors(
  schema: JSONSchemaProps,
  path: string,
  patterns: PatternValidator,
): FieldError[] {
  const errors = validateStructural(schema, path, patterns);
  return errors.length > 0 ? errors : validateDefaults(schema, path);
}

const ALLOWED_AT_ROOT = [
  ...['Description', 'Type', 'Format', 'Title', 'Maximum', 'ExclusiveMaximum', 'Minimum'],
  ...['ExclusiveMinimum', 'MaxLength', 'MinLength', 'Pattern', 'MaxItems', 'MinItems'],
  ...['UniqueItems', 'MultipleOf', 'Required', 'Items', 'Properties', 'ExternalDocs', 'Example'],
  ...['XPreserveUnknownFields', 'XValidations'],
];

/**
 * Validates the root of a schema with a status subresource. The status is validated by its own
 * schema, so most fields of the root are not allowed. Only the first such field is reported.
 */
function validateRootWithStatus(schema: JSONSchemaProps, at: FieldReport): void {
  const refused = Object.entries(schema)
    .filter(([, value]) => value !== undefined && value !== '' && value !== false)
    .map(([name]) => name)
    .filter((name) => !ALLOWED_AT_ROOT.includes(goName(name)));
  if (schema.type && schema.type !== 'object') {
    const text =
      'only "object" is allowed as the type at the root of the schema if the status subresource is enabled';
    at.at('type').invalid(text, schema.type);
  } else if (refused.length > 0) {
    const text = `only [${ALLOWED_AT_ROOT.join(' ')}] fields are allowed at the root of the schema if the status subresource is enabled`;
    at.invalid(text, refused);
  }
}

/** Go's name of a schema field: `oneOf` is OneOf, `x-kubernetes-map-type` is XMapType. */
function goName(name: string): string {
  return name
    .replace('x-kubernetes-', 'x-')
    .replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * The error for a field that makes the schema not structural because CRDs do not support it.
 * Undefined if all fields are supported. Other checks report most of these fields with their paths; this error
 * is then omitted.
 */
function unsupportedField(schema: JSONSchemaProps): string | undefined {
  let problem: string | undefined;
  someSchema(schema, (it) => {
    problem ??= unsupportedIn(it);
    return problem !== undefined;
  });
  return problem;
}

const isGiven = (value: object | undefined): boolean => Object.keys(value ?? {}).length > 0;

function unsupportedIn(schema: JSONSchemaProps): string | undefined {
  const unsupported = (name: string): string => `OpenAPIV3Schema '${name}' is not supported`;
  if (schema.id) return unsupported('id');
  if (schema.$schema) return unsupported('schema');
  if (schema.$ref) return unsupported('$ref');
  if (isGiven(schema.patternProperties)) return unsupported('patternProperties');
  if (isGiven(schema.dependencies)) return unsupported('dependencies');
  if (schema.additionalItems !== undefined) return unsupported('additionalItems');
  if (isGiven(schema.definitions)) return unsupported('definitions');
  if (schema['x-kubernetes-preserve-unknown-fields'] === false) {
    return "internal error: 'x-kubernetes-preserve-unknown-fields' must be true or undefined";
  }
  if (Array.isArray(schema.items) && schema.items.length > 0) {
    return "OpenAPIV3Schema 'items' must be a schema, but is an array";
  }
  return undefined;
}
