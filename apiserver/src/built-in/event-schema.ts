import type { JSONSchemaProps } from '@vmgen/crd';

/** The fields of events.k8s.io/v1 Event, as kube-apiserver 1.36.3 publishes them. */
export const eventSchema: JSONSchemaProps = {
  type: 'object',
  properties: {
    action: { type: 'string' },
    apiVersion: { type: 'string' },
    deprecatedCount: { type: 'integer', format: 'int32' },
    deprecatedFirstTimestamp: { type: 'string', format: 'date-time' },
    deprecatedLastTimestamp: { type: 'string', format: 'date-time' },
    deprecatedSource: {
      type: 'object',
      properties: { component: { type: 'string' }, host: { type: 'string' } },
    },
    eventTime: { type: 'string', format: 'date-time' },
    kind: { type: 'string' },
    metadata: { type: 'object' },
    note: { type: 'string' },
    reason: { type: 'string' },
    regarding: {
      type: 'object',
      properties: {
        apiVersion: { type: 'string' },
        fieldPath: { type: 'string' },
        kind: { type: 'string' },
        name: { type: 'string' },
        namespace: { type: 'string' },
        resourceVersion: { type: 'string' },
        uid: { type: 'string' },
      },
      'x-kubernetes-map-type': 'atomic',
    },
    related: {
      type: 'object',
      properties: {
        apiVersion: { type: 'string' },
        fieldPath: { type: 'string' },
        kind: { type: 'string' },
        name: { type: 'string' },
        namespace: { type: 'string' },
        resourceVersion: { type: 'string' },
        uid: { type: 'string' },
      },
      'x-kubernetes-map-type': 'atomic',
    },
    reportingController: { type: 'string' },
    reportingInstance: { type: 'string' },
    series: {
      type: 'object',
      required: ['count', 'lastObservedTime'],
      properties: {
        count: { type: 'integer', format: 'int32' },
        lastObservedTime: { type: 'string', format: 'date-time' },
      },
    },
    type: { type: 'string' },
  },
};
