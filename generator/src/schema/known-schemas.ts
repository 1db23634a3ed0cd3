import type { JSONSchemaProps } from '@vmgen/crd';
import type { RuntimeTypeName } from '../sources/runtime-types.js';

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
  description: 'One aspect of the state of an object, as its controller last judged it.',
  type: 'object',
  required: ['lastTransitionTime', 'message', 'reason', 'status', 'type'],
  properties: {
    lastTransitionTime: {
      description: 'When the status last became another.',
      type: 'string',
      format: 'date-time',
    },
    message: {
      description: 'What a person should know of it. May be empty.',
      type: 'string',
      maxLength: 32768,
    },
    observedGeneration: {
      description:
        'The metadata.generation that was judged. Where the object has a newer one, the condition is out of date.',
      type: 'integer',
      format: 'int64',
      minimum: 0,
    },
    reason: {
      description: 'Why the status is what it is: one word in CamelCase.',
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
        'What the condition is about, in CamelCase; a prefix is allowed, as in example.com/Ready.',
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
      description: 'At least one value for In and NotIn, none for the others.',
      ...texts,
      'x-kubernetes-list-type': 'atomic',
    },
  },
};

const labelSelector: JSONSchemaProps = {
  description:
    'Selects objects by their labels. All conditions must hold; none selects every object.',
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

/** What controller-gen gives each type of the API machinery, in words of our own. */
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

/** What every kind says of its own type. */
export const TYPE_META_SCHEMAS: Readonly<Record<'apiVersion' | 'kind', JSONSchemaProps>> = {
  apiVersion: {
    description: 'The group and version that this object is written in, such as apps/v1.',
    type: 'string',
  },
  kind: {
    description: 'The kind of this object, such as Deployment.',
    type: 'string',
  },
};
