import type { JSONSchemaProps } from '@vmgen/crd';

/** The fields of core/v1 Namespace, as kube-apiserver 1.36.3 publishes them. */
export const namespaceSchema: JSONSchemaProps = {
  type: 'object',
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: { type: 'object' },
    spec: {
      type: 'object',
      properties: {
        finalizers: {
          type: 'array',
          items: { type: 'string' },
          'x-kubernetes-list-type': 'atomic',
        },
      },
    },
    status: {
      type: 'object',
      properties: {
        conditions: {
          type: 'array',
          items: {
            type: 'object',
            required: ['type', 'status'],
            properties: {
              lastTransitionTime: { type: 'string', format: 'date-time' },
              message: { type: 'string' },
              reason: { type: 'string' },
              status: { type: 'string' },
              type: { type: 'string' },
            },
          },
          'x-kubernetes-list-map-keys': ['type'],
          'x-kubernetes-list-type': 'map',
        },
        phase: { type: 'string', enum: ['Active', 'Terminating'] },
      },
    },
  },
};
