import type { JSONSchemaProps } from '@vmgen/base/schema';

const text: JSONSchemaProps = { type: 'string' };
/** A string that Go shows even if it is empty. */
const shownText: JSONSchemaProps = { type: 'string', default: '' };
const textMap: JSONSchemaProps = { type: 'object', additionalProperties: text };
/** A string with a `format` can be any scalar. Upstream, the API's decoder checks it. */
const timestamp: JSONSchemaProps = { type: 'string', format: 'date-time' };

const ownerReference: JSONSchemaProps = {
  type: 'object',
  'x-kubernetes-map-type': 'atomic',
  properties: {
    apiVersion: shownText,
    kind: shownText,
    name: shownText,
    uid: shownText,
    controller: { type: 'boolean' },
    blockOwnerDeletion: { type: 'boolean' },
  },
};

const managedFieldsEntry: JSONSchemaProps = {
  type: 'object',
  properties: {
    manager: text,
    operation: text,
    apiVersion: text,
    time: timestamp,
    fieldsType: text,
    fieldsV1: { type: 'object' },
    subresource: text,
  },
};

/** The schema of ObjectMeta (meta/v1): the types of its fields, and who may own which of them. */
export const objectMetaSchema = {
  type: 'object',
  properties: {
    name: text,
    generateName: text,
    namespace: text,
    selfLink: text,
    uid: text,
    resourceVersion: text,
    generation: { type: 'integer' },
    creationTimestamp: timestamp,
    deletionTimestamp: timestamp,
    deletionGracePeriodSeconds: { type: 'integer' },
    labels: textMap,
    annotations: textMap,
    ownerReferences: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['uid'],
      items: ownerReference,
    },
    finalizers: { type: 'array', 'x-kubernetes-list-type': 'set', items: text },
    managedFields: {
      type: 'array',
      'x-kubernetes-list-type': 'atomic',
      items: managedFieldsEntry,
    },
  },
} satisfies JSONSchemaProps;
