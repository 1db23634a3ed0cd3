import type { JSONSchemaProps } from '@vmgen/crd';

/** The fields of coordination.k8s.io/v1 Lease, as kube-apiserver 1.36.3 publishes them. */
export const leaseSchema: JSONSchemaProps = {
  type: 'object',
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: { type: 'object' },
    spec: {
      type: 'object',
      properties: {
        acquireTime: { type: 'string', format: 'date-time' },
        holderIdentity: { type: 'string' },
        leaseDurationSeconds: { type: 'integer', format: 'int32' },
        leaseTransitions: { type: 'integer', format: 'int32' },
        preferredHolder: { type: 'string' },
        renewTime: { type: 'string', format: 'date-time' },
        strategy: { type: 'string' },
      },
    },
  },
};
