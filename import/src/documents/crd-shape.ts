import { SCHEMA_SHAPE } from '#generator/schema/schema-fields.js';
import type { Shape } from '#generator/schema/take-shape.js';

const STRINGS: Shape = { list: 'string' };

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
    schema: { fields: () => ({ openAPIV3Schema: SCHEMA_SHAPE }) },
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
 * apiextensions/v1 CustomResourceDefinition, without the status. The metadata that a server sets does not
 * describe the kind and is also omitted.
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
