import type { Shape } from './take-shape.js';

const STRINGS: Shape = { list: 'string' };

/** apiextensions/v1 JSONSchemaProps. */
const SCHEMA: Shape = { fields: () => SCHEMA_FIELDS };
const SCHEMAS: Shape = { list: SCHEMA };
const NAMED_SCHEMAS: Shape = { map: SCHEMA };
const SCHEMA_OR_BOOLEAN: Shape = { either: [SCHEMA, 'boolean'] };

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
  items: { either: [SCHEMA, SCHEMAS] },
  allOf: SCHEMAS,
  oneOf: SCHEMAS,
  anyOf: SCHEMAS,
  not: SCHEMA,
  properties: NAMED_SCHEMAS,
  additionalProperties: SCHEMA_OR_BOOLEAN,
  patternProperties: NAMED_SCHEMAS,
  dependencies: { map: { either: [SCHEMA, STRINGS] } },
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

const NAMES: Shape = {
  fields: () => ({
    plural: 'string',
    singular: 'string',
    shortNames: STRINGS,
    kind: 'string',
    listKind: 'string',
    categories: STRINGS,
  }),
};

const COLUMN: Shape = {
  fields: () => ({
    name: 'string',
    type: 'string',
    format: 'string',
    description: 'string',
    priority: 'integer',
    jsonPath: 'string',
  }),
};

const SUBRESOURCES: Shape = {
  fields: () => ({
    status: { fields: () => ({}) },
    scale: {
      fields: () => ({
        specReplicasPath: 'string',
        statusReplicasPath: 'string',
        labelSelectorPath: 'string',
      }),
    },
  }),
};

const VERSION: Shape = {
  fields: () => ({
    name: 'string',
    served: 'boolean',
    storage: 'boolean',
    deprecated: 'boolean',
    deprecationWarning: 'string',
    schema: { fields: () => ({ openAPIV3Schema: SCHEMA }) },
    subresources: SUBRESOURCES,
    additionalPrinterColumns: { list: COLUMN },
    selectableFields: { list: { fields: () => ({ jsonPath: 'string' }) } },
  }),
};

const SERVICE: Shape = {
  fields: () => ({ namespace: 'string', name: 'string', path: 'string', port: 'integer' }),
};

const CONVERSION: Shape = {
  fields: () => ({
    strategy: 'string',
    webhook: {
      fields: () => ({
        clientConfig: {
          fields: () => ({ url: 'string', service: SERVICE, caBundle: 'string' }),
        },
        conversionReviewVersions: STRINGS,
      }),
    },
  }),
};

const METADATA: Shape = {
  fields: () => ({
    name: 'string',
    generateName: 'string',
    labels: { map: 'string' },
    annotations: { map: 'string' },
  }),
};

/**
 * apiextensions/v1 CustomResourceDefinition, of which people write all but the status. What a server
 * sets in the metadata says nothing of the kind and is left out as well.
 */
export const CRD_SHAPE: Shape = {
  fields: () => ({
    apiVersion: 'string',
    kind: 'string',
    metadata: METADATA,
    spec: {
      fields: () => ({
        group: 'string',
        names: NAMES,
        scope: 'string',
        versions: { list: VERSION },
        conversion: CONVERSION,
        preserveUnknownFields: 'boolean',
      }),
    },
  }),
};
