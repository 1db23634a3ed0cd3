import type { Shape } from './take-shape.js';

const STRINGS: Shape = { list: 'string' };

/** apiextensions/v1 JSONSchemaProps. */
export const SCHEMA_SHAPE: Shape = { fields: () => SCHEMA_FIELDS };
const SCHEMAS: Shape = { list: SCHEMA_SHAPE };
const NAMED_SCHEMAS: Shape = { map: SCHEMA_SHAPE };
const SCHEMA_OR_BOOLEAN: Shape = { either: [SCHEMA_SHAPE, 'boolean'] };

const RULE: Shape = {
  fields: () => ({
    rule: 'string',
    message: 'string',
    messageExpression: 'string',
    reason: 'string',
    fieldPath: 'string',
    optionalOldSelf: 'boolean',
  }),
};

const SCHEMA_FIELDS: Readonly<Record<string, Shape>> = {
  $ref: 'string',
  $schema: 'string',
  id: 'string',
  description: 'string',
  type: 'string',
  format: 'string',
  title: 'string',
  default: 'any',
  example: 'any',
  maximum: 'number',
  exclusiveMaximum: 'boolean',
  minimum: 'number',
  exclusiveMinimum: 'boolean',
  maxLength: 'integer',
  minLength: 'integer',
  pattern: 'string',
  maxItems: 'integer',
  minItems: 'integer',
  uniqueItems: 'boolean',
  multipleOf: 'number',
  enum: { list: 'any' },
  maxProperties: 'integer',
  minProperties: 'integer',
  required: STRINGS,
  items: { either: [SCHEMA_SHAPE, SCHEMAS] },
  allOf: SCHEMAS,
  oneOf: SCHEMAS,
  anyOf: SCHEMAS,
  not: SCHEMA_SHAPE,
  properties: NAMED_SCHEMAS,
  additionalProperties: SCHEMA_OR_BOOLEAN,
  patternProperties: NAMED_SCHEMAS,
  dependencies: { map: { either: [SCHEMA_SHAPE, STRINGS] } },
  additionalItems: SCHEMA_OR_BOOLEAN,
  definitions: NAMED_SCHEMAS,
  externalDocs: { fields: () => ({ description: 'string', url: 'string' }) },
  nullable: 'boolean',
  'x-kubernetes-preserve-unknown-fields': 'boolean',
  'x-kubernetes-embedded-resource': 'boolean',
  'x-kubernetes-int-or-string': 'boolean',
  'x-kubernetes-list-map-keys': STRINGS,
  'x-kubernetes-list-type': 'string',
  'x-kubernetes-map-type': 'string',
  'x-kubernetes-validations': { list: RULE },
};

/** The keywords of the schema language. */
export const SCHEMA_WORDS: readonly string[] = Object.keys(SCHEMA_FIELDS);
