import { appendAll, deepEqualJson } from '@vmgen/base/json';
import type { FieldError } from '../field/field-error.js';
import { forbidden, invalid } from '../field/field-errors.js';
import { child, index, key } from '../field/field-path.js';
import { type JSONSchemaProps, hasDefault, itemSchema, ownProperty } from '@vmgen/base/schema';
import type { PatternValidator } from '@vmgen/base/text';
import { asPlainJson } from './as-json.js';

/** The junctors that may specify types, because they express int-or-string. */
interface IntOrStringForms {
  readonly skipAnyOf: boolean;
  readonly skipFirstAllOfAnyOf: boolean;
}

const INT_OR_STRING = [{ type: 'integer' }, { type: 'string' }];

/** Whether the anyOf expresses int-or-string. */
export function hasIntOrStringAnyOf(schema: JSONSchemaProps | undefined): boolean {
  return schema?.anyOf !== undefined && deepEqualJson(asPlainJson(schema.anyOf), INT_OR_STRING);
}

export function hasIntOrStringAllOf(schema: JSONSchemaProps): boolean {
  return hasIntOrStringAnyOf(schema.allOf?.[0]);
}

/** Validates the pattern of a schema, and its allOf, anyOf, oneOf and not. */
export function validateJunctors(
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
