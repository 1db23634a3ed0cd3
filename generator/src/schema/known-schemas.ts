import type { JSONSchemaProps } from '@vmgen/crd';
import type { RuntimeTypeName } from '../syntax/runtime-types.js';

/** The fields of every object, which the API server validates itself. */
export const STANDARD_FIELDS: readonly string[] = ['apiVersion', 'kind', 'metadata'];

const QUANTITY_PATTERN =
  '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$';

const text: JSONSchemaProps = { type: 'string' };
const texts: JSONSchemaProps = { type: 'array', items: text };
const textMap: JSONSchemaProps = { type: 'object', additionalProperties: text };
const intOrString: JSONSchemaProps = {
  anyOf: [{ type: 'integer' }, { type: 'string' }],
  'x-kubernetes-int-or-string': true,
};
const quantity: JSONSchemaProps = { ...intOrString, pattern: QUANTITY_PATTERN };

const condition: JSONSchemaProps = {
  description:
    'Condition describes one aspect of the state of an object, as last observed by its controller.',
  type: 'object',
  required: ['lastTransitionTime', 'message', 'reason', 'status', 'type'],
  properties: {
    lastTransitionTime: {
      description: 'When the status last became another.',
      type: 'string',
      format: 'date-time',
    },
    message: {
      description: 'A message for users about the last transition. May be empty.',
      type: 'string',
      maxLength: 32768,
    },
    observedGeneration: {
      description:
        'The metadata.generation that the condition was set for. If the object has a newer generation, the condition is out of date.',
      type: 'integer',
      format: 'int64',
      minimum: 0,
    },
    reason: {
      description: 'The reason for the last transition of the condition, in CamelCase.',
      type: 'string',
      maxLength: 1024,
      minLength: 1,
      pattern: '^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$',
    },
    status: {
      description: 'True, False or Unknown.',
      type: 'string',
      enum: ['True', 'False', 'Unknown'],
    },
    type: {
      description:
        'The type of the condition in CamelCase, with an optional prefix such as in example.com/Ready.',
      type: 'string',
      maxLength: 316,
      pattern:
        '^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$',
    },
  },
};

const labelSelectorRequirement: JSONSchemaProps = {
  description: 'A condition on the value of one label.',
  type: 'object',
  required: ['key', 'operator'],
  properties: {
    key: { description: 'The name of the label.', type: 'string' },
    operator: {
      description: 'In, NotIn, Exists or DoesNotExist.',
      type: 'string',
    },
    values: {
      description:
        'Requires at least one value for In and NotIn, and no values for the other operators.',
      ...texts,
      'x-kubernetes-list-type': 'atomic',
    },
  },
};

const labelSelector: JSONSchemaProps = {
  description:
    'Selects objects by their labels. All requirements must match; an empty selector matches every object.',
  type: 'object',
  'x-kubernetes-map-type': 'atomic',
  properties: {
    matchExpressions: {
      description: 'Conditions on labels.',
      type: 'array',
      items: labelSelectorRequirement,
      'x-kubernetes-list-type': 'atomic',
    },
    matchLabels: {
      description: 'Labels, and the values that they must have.',
      ...textMap,
    },
  },
};

/** The schemas that controller-gen generates for API machinery types, with our own descriptions. */
export const KNOWN_SCHEMAS: Readonly<Record<RuntimeTypeName, JSONSchemaProps>> = {
  TypeMeta: { type: 'object', properties: { apiVersion: text, kind: text } },
  // The fields of metadata that make sense for an object that is embedded in another.
  ObjectMeta: {
    type: 'object',
    properties: {
      annotations: textMap,
      finalizers: texts,
      labels: textMap,
      name: text,
      namespace: text,
    },
  },
  ListMeta: { type: 'object' },
  Int32: { type: 'integer', format: 'int32' },
  Int64: { type: 'integer', format: 'int64' },
  Float: { type: 'number' },
  Time: { type: 'string', format: 'date-time' },
  MicroTime: { type: 'string', format: 'date-time' },
  Duration: { type: 'string' },
  Quantity: quantity,
  ResourceList: { type: 'object', additionalProperties: quantity },
  IntOrString: intOrString,
  RawExtension: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  JSONValue: { 'x-kubernetes-preserve-unknown-fields': true },
  Condition: condition,
  LabelSelector: labelSelector,
  LabelSelectorRequirement: labelSelectorRequirement,
};

/** The schemas of apiVersion and kind. */
export const TYPE_META_SCHEMAS: Readonly<Record<'apiVersion' | 'kind', JSONSchemaProps>> = {
  apiVersion: {
    description: 'The group and version of this representation of the object, such as apps/v1.',
    type: 'string',
  },
  kind: {
    description: 'The kind of this object, such as Deployment.',
    type: 'string',
  },
};
