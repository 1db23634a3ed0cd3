import { appendAll } from '@vmgen/base/json';
import type { RuleValidator, RulePlace } from '../rules/index.js';
import type { FieldError } from '../field/field-error.js';
import { forbidden, invalid, notSupported, required } from '../field/field-errors.js';
import { child, index, key } from '../field/field-path.js';
import {
  type JSONSchemaProps,
  hasDefault,
  hasProperties,
  hasOwnRules,
  partFinder,
  valueSchema,
  type ValidationRule,
} from '@vmgen/base/schema';
import { validateTopology } from './validate-topology.js';
import { fieldFinder } from '../field/schema-field-path.js';

/** Properties that a schema inherits from the schemas around it. */
interface Scope {
  readonly isRoot: boolean;
  /** Inside the type or metadata of the object or of an embedded resource. */
  readonly insideMeta: boolean;
  /** Why defaults are not allowed here. Set only inside metadata. */
  readonly noDefaults?: string | undefined;
  /** Undefined if there are no expressions, or if they are ignored, as in junctors. */
  readonly rules?: Rules | undefined;
  /** Parts that are valid at every position, because one schema object may occur at many. */
  readonly faultless: Set<JSONSchemaProps>;
}

/** The place of a schema's rules, and their validator. */
interface Rules {
  readonly place: RulePlace;
  readonly validator: RuleValidator;
  /** Whether a part, or a part below it, has rules. */
  readonly areIn: (part: JSONSchemaProps) => boolean;
}

const TYPES = ['array', 'boolean', 'integer', 'number', 'object', 'string'];

/**
 * Validates that a schema contains only what CRDs support, also inside junctors (apiextensions'
 * ValidateCustomResourceDefinitionOpenAPISchema).
 *
 * @param validator receives the rules of nodes that are valid, with all nodes below them
 */
export function validateOpenApi(
  schema: JSONSchemaProps,
  path: string,
  validator: RuleValidator | undefined,
): FieldError[] {
  const rules = validator && {
    validator,
    place: validator.root(schema, path),
    areIn: partFinder(hasOwnRules),
  };
  const faultless = new Set<JSONSchemaProps>();
  return validateSchema(schema, path, { isRoot: true, insideMeta: false, rules, faultless });
}

function validateSchema(schema: JSONSchemaProps, path: string, scope: Scope): FieldError[] {
  if (isAnywhere(scope) && scope.faultless.has(schema)) return [];
  const errors = [
    ...validateKeywords(schema, path, scope),
    ...validateAdditionalProperties(schema, path, scope),
    ...validateProperties(schema, path, scope),
    ...validateItems(schema, path, scope),
    ...validateJunctors(schema, path, { ...scope, isRoot: false, rules: undefined }),
    ...validatePreserve(schema, path),
    ...validateTopology(schema, path),
    ...validateRules(schema, path),
  ];
  if (errors.length > 0) return errors;
  scope.rules?.validator.validate(scope.rules.place);
  if (isAnywhere(scope)) scope.faultless.add(schema);
  return [];
}

/** Whether a scope has no constraints of its own. */
function isAnywhere({ isRoot, insideMeta, rules }: Scope): boolean {
  return !isRoot && !insideMeta && rules === undefined;
}

/** The scope of a sub-schema. */
function below(
  scope: Scope,
  part: JSONSchemaProps,
  toPart: (place: RulePlace) => RulePlace,
): Scope {
  const { rules } = scope;
  const inner = rules?.areIn(part) ? { ...rules, place: toPart(rules.place) } : undefined;
  return { ...scope, isRoot: false, rules: inner };
}

/** The keywords that CRDs do not support. */
const UNSUPPORTED: readonly (readonly [keyof JSONSchemaProps, (it: JSONSchemaProps) => boolean])[] =
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
  if (type !== '' && !TYPES.includes(type)) {
    errors.push(notSupported(child(path, 'type'), type, [...TYPES]));
  }
  if (hasDefault(schema) && scope.noDefaults !== undefined) {
    errors.push(forbidden(child(path, 'default'), `must not be set ${scope.noDefaults}`));
  }
  for (const [name, isSet] of UNSUPPORTED) {
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

/** Rejects additionalProperties beside properties, because a schema is either a struct or a map. */
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
  const inner = below(scope, values, (place) => place.values(values));
  return [...errors, ...validateSchema(values, at, { ...inner, noDefaults })];
}

const META_FIELDS = ['metadata', 'kind', 'apiVersion'];

function validateProperties(schema: JSONSchemaProps, path: string, scope: Scope): FieldError[] {
  const isResource = scope.isRoot || schema['x-kubernetes-embedded-resource'] === true;
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const isMeta = isResource && META_FIELDS.includes(name);
    return validateSchema(property, key(child(path, 'properties'), name), {
      ...below(scope, property, (place) => place.property(name, property)),
      insideMeta: scope.insideMeta || isMeta,
      noDefaults: isMeta && scope.isRoot ? `in top-level ${name}` : scope.noDefaults,
    });
  });
}

function validateItems(schema: JSONSchemaProps, path: string, scope: Scope): FieldError[] {
  const { items } = schema;
  if (items === undefined) return [];
  const at = child(path, 'items');
  const visit = (item: JSONSchemaProps, itemPath: string): FieldError[] =>
    validateSchema(
      item,
      itemPath,
      below(scope, item, (place) => place.items(item)),
    );
  if (!Array.isArray(items)) return visit(items, at);
  return items.flatMap((item, i) => visit(item, index(at, i)));
}

function validateJunctors(schema: JSONSchemaProps, path: string, scope: Scope): FieldError[] {
  const errors: FieldError[] = [];
  const visit = (part: JSONSchemaProps, at: string): void =>
    appendAll(errors, validateSchema(part, at, scope));
  if (schema.not) visit(schema.not, child(path, 'not'));
  for (const name of ['allOf', 'oneOf', 'anyOf'] as const) {
    schema[name]?.forEach((part, i) => visit(part, index(child(path, name), i)));
  }
  for (const [name, part] of Object.entries(schema.definitions ?? {})) {
    visit(part, key(child(path, 'definitions'), name));
  }
  for (const [name, part] of Object.entries(schema.dependencies ?? {})) {
    if (!Array.isArray(part)) visit(part, key(child(path, 'dependencies'), name));
  }
  return errors;
}

function validatePreserve(schema: JSONSchemaProps, path: string): FieldError[] {
  const name = 'x-kubernetes-preserve-unknown-fields';
  if (schema[name] !== false) return [];
  return [invalid(child(path, name), false, 'must be true or undefined')];
}

const REASONS = [
  'FieldValueDuplicate',
  'FieldValueForbidden',
  'FieldValueInvalid',
  'FieldValueRequired',
];

/**
 * Validates the form of CEL rules: blank texts, line breaks, invalid field paths. RuleValidator
 * validates their expressions.
 */
function validateRules(schema: JSONSchemaProps, path: string): FieldError[] {
  const at = child(path, 'x-kubernetes-validations');
  const findField = fieldFinder(schema);
  return (schema['x-kubernetes-validations'] ?? []).flatMap((rule, i) => [
    ...validateRuleAndMessage(rule, index(at, i)),
    ...validateReason(rule, child(index(at, i), 'reason')),
    ...validateFieldPath(rule.fieldPath ?? '', findField, child(index(at, i), 'fieldPath')),
  ]);
}

const hasNewline = (text: string): boolean => /[\n\r]/.test(text);

function validateRuleAndMessage(rule: Partial<ValidationRule>, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const message = rule.message ?? '';
  const trimmedRule = (rule.rule ?? '').trim();
  const messagePath = child(path, 'message');
  if (trimmedRule === '') {
    errors.push(required(child(path, 'rule'), 'rule is not specified'));
  } else if (message !== '' && message.trim() === '') {
    errors.push(invalid(messagePath, message, 'must be non-empty if specified'));
  } else if (hasNewline(message.trim())) {
    errors.push(invalid(messagePath, message, 'must not contain line breaks'));
  } else if (hasNewline(trimmedRule) && message.trim() === '') {
    const text = 'message must be specified if rule contains line breaks';
    errors.push(required(messagePath, text));
  }
  const expression = rule.messageExpression ?? '';
  if (expression !== '' && expression.trim() === '') {
    const text = 'messageExpression must be non-empty if specified';
    errors.push(required(child(path, 'messageExpression'), text));
  }
  return errors;
}

function validateReason({ reason }: ValidationRule, path: string): FieldError[] {
  if (reason === undefined || REASONS.includes(reason)) return [];
  return [notSupported(path, reason, REASONS)];
}

function validateFieldPath(
  fieldPath: string,
  findField: ReturnType<typeof fieldFinder>,
  path: string,
): FieldError[] {
  if (fieldPath === '') return [];
  const errors: FieldError[] = [];
  const refuse = (text: string): void => void errors.push(invalid(path, fieldPath, text));
  if (fieldPath.trim() === '') refuse('must be non-empty if specified');
  if (hasNewline(fieldPath)) refuse('must not contain line breaks');
  if (typeof findField(fieldPath, true) === 'string') refuse('must be a valid path');
  return errors;
}
