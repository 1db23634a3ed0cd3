import type { JSONSchemaProps } from '@vmgen/crd';

/** The fields of apiextensions.k8s.io/v1 CustomResourceDefinition; the schemas within are kept as they are, as kube-apiserver 1.36.3 publishes them. */
export const customResourceDefinitionSchema: JSONSchemaProps = {
  type: 'object',
  required: ['spec'],
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: { type: 'object' },
    spec: {
      type: 'object',
      required: ['group', 'names', 'scope', 'versions'],
      properties: {
        conversion: {
          type: 'object',
          required: ['strategy'],
          properties: {
            strategy: { type: 'string' },
            webhook: {
              type: 'object',
              required: ['conversionReviewVersions'],
              properties: {
                clientConfig: {
                  type: 'object',
                  properties: {
                    caBundle: { type: 'string', format: 'byte' },
                    service: {
                      type: 'object',
                      required: ['namespace', 'name'],
                      properties: {
                        name: { type: 'string' },
                        namespace: { type: 'string' },
                        path: { type: 'string' },
                        port: { type: 'integer', format: 'int32' },
                      },
                    },
                    url: { type: 'string' },
                  },
                },
                conversionReviewVersions: {
                  type: 'array',
                  items: { type: 'string' },
                  'x-kubernetes-list-type': 'atomic',
                },
              },
            },
          },
        },
        group: { type: 'string' },
        names: {
          type: 'object',
          required: ['plural', 'kind'],
          properties: {
            categories: {
              type: 'array',
              items: { type: 'string' },
              'x-kubernetes-list-type': 'atomic',
            },
            kind: { type: 'string' },
            listKind: { type: 'string' },
            plural: { type: 'string' },
            shortNames: {
              type: 'array',
              items: { type: 'string' },
              'x-kubernetes-list-type': 'atomic',
            },
            singular: { type: 'string' },
          },
        },
        preserveUnknownFields: { type: 'boolean' },
        scope: { type: 'string' },
        versions: {
          type: 'array',
          items: {
            type: 'object',
            required: ['name', 'served', 'storage'],
            properties: {
              additionalPrinterColumns: {
                type: 'array',
                items: {
                  type: 'object',
                  required: ['name', 'type', 'jsonPath'],
                  properties: {
                    description: { type: 'string' },
                    format: { type: 'string' },
                    jsonPath: { type: 'string' },
                    name: { type: 'string' },
                    priority: { type: 'integer', format: 'int32' },
                    type: { type: 'string' },
                  },
                },
                'x-kubernetes-list-type': 'atomic',
              },
              deprecated: { type: 'boolean' },
              deprecationWarning: { type: 'string' },
              name: { type: 'string' },
              schema: {
                type: 'object',
                properties: {
                  openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
                },
              },
              selectableFields: {
                type: 'array',
                items: {
                  type: 'object',
                  required: ['jsonPath'],
                  properties: { jsonPath: { type: 'string' } },
                },
                'x-kubernetes-list-type': 'atomic',
              },
              served: { type: 'boolean' },
              storage: { type: 'boolean' },
              subresources: {
                type: 'object',
                properties: {
                  scale: {
                    type: 'object',
                    required: ['specReplicasPath', 'statusReplicasPath'],
                    properties: {
                      labelSelectorPath: { type: 'string' },
                      specReplicasPath: { type: 'string' },
                      statusReplicasPath: { type: 'string' },
                    },
                  },
                  status: { type: 'object' },
                },
              },
            },
          },
          'x-kubernetes-list-type': 'atomic',
        },
      },
    },
    status: {
      type: 'object',
      properties: {
        acceptedNames: {
          type: 'object',
          required: ['plural', 'kind'],
          properties: {
            categories: {
              type: 'array',
              items: { type: 'string' },
              'x-kubernetes-list-type': 'atomic',
            },
            kind: { type: 'string' },
            listKind: { type: 'string' },
            plural: { type: 'string' },
            shortNames: {
              type: 'array',
              items: { type: 'string' },
              'x-kubernetes-list-type': 'atomic',
            },
            singular: { type: 'string' },
          },
        },
        conditions: {
          type: 'array',
          items: {
            type: 'object',
            required: ['type', 'status'],
            properties: {
              lastTransitionTime: { type: 'string', format: 'date-time' },
              message: { type: 'string' },
              observedGeneration: { type: 'integer', format: 'int64' },
              reason: { type: 'string' },
              status: { type: 'string' },
              type: { type: 'string' },
            },
          },
          'x-kubernetes-list-map-keys': ['type'],
          'x-kubernetes-list-type': 'map',
        },
        observedGeneration: { type: 'integer', format: 'int64' },
        storedVersions: {
          type: 'array',
          items: { type: 'string' },
          'x-kubernetes-list-type': 'atomic',
        },
      },
    },
  },
};
