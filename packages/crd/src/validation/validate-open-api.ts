import type { RuleValidator, RulePlace } from '../rules/index.js';
import type { FieldReport } from '../field/field-report.js';
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
  at: FieldReport,
  validator: RuleValidator | undefined,
): void {
  const rules = validator && {
    validator,
    place: validator.root(schema, at.path),
    areIn: partFinder(hasOwnRules),
  };
  const faultless = new Set<JSONSchemaProps>();
  validateSchema(schema, at, { isRoot: true, insideMeta: false, rules, faultless });
}

function validateSchema(schema: JSONSchemaProps, at: FieldReport, scope: Scope): void {
  if (isAnywhere(scope) && scope.faultless.has(schema)) return;
  const count = at.errors.length;
  validateKeywords(schema, at, scope);
  validateAdditionalProperties(schema, at.at('additionalProperties'), scope);
  validateProperties(schema, at.at('properties'), scope);
  validateItems(schema, at.at('items'), scope);
  validateJunctors(schema, at, { ...scope, isRoot: false, rules: undefined });
  const preserve = 'x-kubernetes-preserve-unknown-fields';
  if (schema[preserve] === false) at.at(preserve).invalid('must be true or undefined', false);
  validateTopology(schema, at);
  validateRules(schema, at.at('x-kubernetes-validations'));
  if (at.errors.length > count) return;
  scope.rules?.validator.validate(scope.rules.place);
  if (isAnywhere(scope)) scope.faultless.add(schema);
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

function validateKeywords(schema: JSONSchemaProps, at: FieldReport, scope: Scope): void {
  const type = schema.type ?? '';
  if (type !== '' && !TYPES.includes(type)) at.at('type').notSupported(TYPES, type);
  if (hasDefault(schema) && scope.noDefaults !== undefined) {
    at.at('default').forbidden(`must not be set ${scope.noDefaults}`);
  }
  for (const [name, isSet] of UNSUPPORTED) {
    if (isSet(schema)) at.at(name).forbidden(`${name} is not supported`);
  }
  if (type === 'null') {
    at.at('type').forbidden('type cannot be set to null, use nullable as an alternative');
  }
  if (Array.isArray(schema.items) && schema.items.length > 0) {
    at.at('items').forbidden('items must be a schema object and not an array');
  }
  const embedded = 'x-kubernetes-embedded-resource';
  if (scope.insideMeta && schema[embedded] === true) {
    at.at(embedded).forbidden('must not be used inside of resource meta');
  }
  if (schema.uniqueItems === true) {
    const text = 'uniqueItems cannot be set to true since the runtime complexity becomes quadratic';
    at.at('uniqueItems').forbidden(text);
  }
}

/** Rejects additionalProperties beside properties, because a schema is either a struct or a map. */
function validateAdditionalProperties(
  schema: JSONSchemaProps,
  at: FieldReport,
  scope: Scope,
): void {
  const additional = schema.additionalProperties;
  if (additional === undefined) return;
  if (hasProperties(schema) && additional !== true) {
    at.forbidden('additionalProperties and properties are mutual exclusive');
  }
  const values = valueSchema(schema);
  if (values === undefined) return;
  const noDefaults = scope.insideMeta
    ? 'inside additionalProperties applying to object metadata'
    : scope.noDefaults;
  const inner = below(scope, values, (place) => place.values(values));
  validateSchema(values, at, { ...inner, noDefaults });
}

const META_FIELDS = ['metadata', 'kind', 'apiVersion'];

function validateProperties(schema: JSONSchemaProps, at: FieldReport, scope: Scope): void {
  const isResource = scope.isRoot || schema['x-kubernetes-embedded-resource'] === true;
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const isMeta = isResource && META_FIELDS.includes(name);
    validateSchema(property, at.key(name), {
      ...below(scope, property, (place) => place.property(name, property)),
      insideMeta: scope.insideMeta || isMeta,
      noDefaults: isMeta && scope.isRoot ? `in top-level ${name}` : scope.noDefaults,
    });
  }
}

function validateItems({ items }: JSONSchemaProps, at: FieldReport, scope: Scope): void {
  const visit = (item: JSONSchemaProps, itemAt: FieldReport): void => {
    const inner = below(scope, item, (place) => place.items(item));
    validateSchema(item, itemAt, inner);
  };
  if (Array.isArray(items)) items.forEach((item, i) => visit(item, at.item(i)));
  else if (items !== undefined) visit(items, at);
}

function validateJunctors(schema: JSONSchemaProps, at: FieldReport, scope: Scope): void {
  if (schema.not) validateSchema(schema.not, at.at('not'), scope);
  for (const name of ['allOf', 'oneOf', 'anyOf'] as const) {
    schema[name]?.forEach((part, i) => validateSchema(part, at.at(name).item(i), scope));
  }
  for (const [name, part] of Object.entries(schema.definitions ?? {})) {
    validateSchema(part, at.at('definitions').key(name), scope);
  }
  for (const [name, part] of Object.entries(schema.dependencies ?? {})) {
    if (!Array.isArray(part)) validateSchema(part, at.at('dependencies').key(name), scope);
  }
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
function validateRules(schema: JSONSchemaProps, at: FieldReport): void {
  const findField = fieldFinder(schema);
  schema['x-kubernetes-validations']?.forEach((rule, i) => {
    const { reason, fieldPath = '' } = rule;
    validateRuleAndMessage(rule, at.item(i));
    if (reason !== undefined && !REASONS.includes(reason)) {
      at.item(i).at('reason').notSupported(REASONS, reason);
    }
    if (fieldPath === '') return;
    const pathAt = at.item(i).at('fieldPath');
    if (fieldPath.trim() === '') pathAt.invalid('must be non-empty if specified', fieldPath);
    if (hasNewline(fieldPath)) pathAt.invalid('must not contain line breaks', fieldPath);
    if (typeof findField(fieldPath, true) === 'string') {
      pathAt.invalid('must be a valid path', fieldPath);
    }
  });
}

const hasNewline = (text: string): boolean => /[\n\r]/.test(text);

function validateRuleAndMessage(rule: Partial<ValidationRule>, at: FieldReport): void {
  const { message = '', messageExpression: expression = '' } = rule;
  const trimmedRule = (rule.rule ?? '').trim();
  const messageAt = at.at('message');
  if (trimmedRule === '') at.at('rule').required('rule is not specified');
  else if (message !== '' && message.trim() === '') {
    messageAt.invalid('must be non-empty if specified', message);
  } else if (hasNewline(message.trim())) {
    messageAt.invalid('must not contain line breaks', message);
  } else if (hasNewline(trimmedRule) && message.trim() === '') {
    messageAt.required('message must be specified if rule contains line breaks');
  }
  if (expression !== '' && expression.trim() === '') {
    at.at('messageExpression').required('messageExpression must be non-empty if specified');
  }
}
