import type { JSONSchemaProps } from '@vmgen/crd';

/** The fields of core/v1 Event, as kube-apiserver 1.36.3 publishes them. */
export const coreEventSchema: JSONSchemaProps = {
  type: 'object',
  required: ['metadata', 'involvedObject'],
  properties: {
    action: { type: 'string' },
    apiVersion: { type: 'string' },
    count: { type: 'integer', format: 'int32' },
    eventTime: { type: 'string', format: 'date-time' },
    firstTimestamp: { type: 'string', format: 'date-time' },
    involvedObject: {
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
    kind: { type: 'string' },
    lastTimestamp: { type: 'string', format: 'date-time' },
    message: { type: 'string' },
    metadata: { type: 'object' },
    reason: { type: 'string' },
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
    reportingComponent: { type: 'string' },
    reportingInstance: { type: 'string' },
    series: {
      type: 'object',
      properties: {
        count: { type: 'integer', format: 'int32' },
        lastObservedTime: { type: 'string', format: 'date-time' },
      },
    },
    source: {
      type: 'object',
      properties: { component: { type: 'string' }, host: { type: 'string' } },
    },
    type: { type: 'string' },
  },
};
