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
  description:
    'Condition contains details for one aspect of the current state of this API Resource.',
  type: 'object',
  required: ['lastTransitionTime', 'message', 'reason', 'status', 'type'],
  properties: {
    lastTransitionTime: {
      description:
        'lastTransitionTime is the last time the condition transitioned from one status to another.\nThis should be when the underlying condition changed.  If that is not known, then using the time when the API field changed is acceptable.',
      type: 'string',
      format: 'date-time',
    },
    message: {
      description:
        'message is a human readable message indicating details about the transition.\nThis may be an empty string.',
      type: 'string',
      maxLength: 32768,
    },
    observedGeneration: {
      description:
        'observedGeneration represents the .metadata.generation that the condition was set based upon.\nFor instance, if .metadata.generation is currently 12, but the .status.conditions[x].observedGeneration is 9, the condition is out of date\nwith respect to the current state of the instance.',
      type: 'integer',
      format: 'int64',
      minimum: 0,
    },
    reason: {
      description:
        "reason contains a programmatic identifier indicating the reason for the condition's last transition.\nProducers of specific condition types may define expected values and meanings for this field,\nand whether the values are considered a guaranteed API.\nThe value should be a CamelCase string.\nThis field may not be empty.",
      type: 'string',
      maxLength: 1024,
      minLength: 1,
      pattern: '^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$',
    },
    status: {
      description: 'status of the condition, one of True, False, Unknown.',
      type: 'string',
      enum: ['True', 'False', 'Unknown'],
    },
    type: {
      description: 'type of condition in CamelCase or in foo.example.com/CamelCase.',
      type: 'string',
      maxLength: 316,
      pattern:
        '^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$',
    },
  },
};

const labelSelectorRequirement: JSONSchemaProps = {
  description:
    'A label selector requirement is a selector that contains values, a key, and an operator that\nrelates the key and values.',
  type: 'object',
  required: ['key', 'operator'],
  properties: {
    key: { description: 'key is the label key that the selector applies to.', type: 'string' },
    operator: {
      description:
        "operator represents a key's relationship to a set of values.\nValid operators are In, NotIn, Exists and DoesNotExist.",
      type: 'string',
    },
    values: {
      description:
        'values is an array of string values. If the operator is In or NotIn,\nthe values array must be non-empty. If the operator is Exists or DoesNotExist,\nthe values array must be empty. This array is replaced during a strategic\nmerge patch.',
      ...texts,
      'x-kubernetes-list-type': 'atomic',
    },
  },
};

const labelSelector: JSONSchemaProps = {
  description:
    'A label selector is a label query over a set of resources. The result of matchLabels and\nmatchExpressions are ANDed. An empty label selector matches all objects. A null\nlabel selector matches no objects.',
  type: 'object',
  'x-kubernetes-map-type': 'atomic',
  properties: {
    matchExpressions: {
      description:
        'matchExpressions is a list of label selector requirements. The requirements are ANDed.',
      type: 'array',
      items: labelSelectorRequirement,
      'x-kubernetes-list-type': 'atomic',
    },
    matchLabels: {
      description:
        'matchLabels is a map of {key,value} pairs. A single {key,value} in the matchLabels\nmap is equivalent to an element of matchExpressions, whose key field is "key", the\noperator is "In", and the values array contains only "value". The requirements are ANDed.',
      ...textMap,
    },
  },
};

/** What controller-gen gives each type of the API machinery. */
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
    description:
      'APIVersion defines the versioned schema of this representation of an object.\nServers should convert recognized schemas to the latest internal value, and\nmay reject unrecognized values.\nMore info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#resources',
    type: 'string',
  },
  kind: {
    description:
      'Kind is a string value representing the REST resource this object represents.\nServers may infer this from the endpoint the client submits requests to.\nCannot be updated.\nIn CamelCase.\nMore info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds',
    type: 'string',
  },
};
