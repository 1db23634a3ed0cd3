import type { JSONSchemaProps } from '@vmgen/crd';
import type { RecordedSequence } from './recorded-sequence.test.data.js';

/** The schema under which the sequences were recorded. */
export const recordedSchema: JSONSchemaProps = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        replicas: { type: 'integer' },
        name: { type: 'string' },
        tags: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
        ports: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['port', 'protocol'],
          items: {
            type: 'object',
            required: ['port', 'protocol'],
            properties: {
              port: { type: 'integer' },
              protocol: { type: 'string' },
              name: { type: 'string' },
            },
          },
        },
        args: { type: 'array', items: { type: 'string' } },
        labels: { type: 'object', additionalProperties: { type: 'string' } },
        selector: {
          type: 'object',
          'x-kubernetes-map-type': 'atomic',
          additionalProperties: { type: 'string' },
        },
        open: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      },
    },
    status: { type: 'object', properties: { phase: { type: 'string' } } },
  },
};

/** Sequences about managers, recorded on kube-apiserver 1.36.3. */
export const managerSequences: readonly RecordedSequence[] = [
  {
    title: 'an update takes the fields that it changes from their owner',
    steps: [
      {
        verb: 'create',
        manager: 'a',
        body: { spec: { name: 'x', replicas: 1, labels: { k: 'v' } } },
        owners: ['a Update (step 1): .spec .spec.labels .spec.name .spec.replicas .spec.labels.k'],
      },
      {
        verb: 'merge',
        manager: 'b',
        body: { spec: { replicas: 2 } },
        owners: [
          'a Update (step 1): .spec .spec.labels .spec.name .spec.labels.k',
          'b Update (step 2): .spec.replicas',
        ],
      },
      {
        verb: 'merge',
        manager: 'b',
        body: { spec: { name: null } },
        owners: [
          'a Update (step 1): .spec .spec.labels .spec.labels.k',
          'b Update (step 2): .spec.replicas',
        ],
      },
      {
        verb: 'merge',
        manager: 'c',
        body: { spec: { replicas: 2 } },
        owners: [
          'a Update (step 1): .spec .spec.labels .spec.labels.k',
          'b Update (step 2): .spec.replicas',
        ],
      },
    ],
  },
  {
    title: 'an update that removes the last field of a manager drops the manager',
    steps: [
      {
        verb: 'create',
        manager: 'a',
        body: { spec: { name: 'x' } },
        owners: ['a Update (step 1): .spec .spec.name'],
      },
      {
        verb: 'merge',
        manager: 'b',
        body: { spec: { replicas: 2 } },
        owners: ['a Update (step 1): .spec .spec.name', 'b Update (step 2): .spec.replicas'],
      },
      {
        verb: 'merge',
        manager: 'c',
        body: { spec: { replicas: null } },
        owners: ['a Update (step 1): .spec .spec.name'],
      },
    ],
  },
  {
    title: 'an apply removes what its last configuration set and nobody else owns',
    steps: [
      {
        verb: 'apply',
        manager: 'a',
        body: { spec: { name: 'x', replicas: 1, labels: { p: '1', q: '2' } } },
        owners: ['a Apply (step 1): .spec.name .spec.replicas .spec.labels.p .spec.labels.q'],
        spec: { labels: { p: '1', q: '2' }, name: 'x', replicas: 1 },
      },
      {
        verb: 'apply',
        manager: 'b',
        body: { spec: { labels: { q: '2', r: '3' } } },
        owners: [
          'a Apply (step 1): .spec.name .spec.replicas .spec.labels.p .spec.labels.q',
          'b Apply (step 2): .spec.labels.q .spec.labels.r',
        ],
        spec: { labels: { p: '1', q: '2', r: '3' }, name: 'x', replicas: 1 },
      },
      {
        verb: 'apply',
        manager: 'a',
        body: { spec: { replicas: 1 } },
        owners: [
          'b Apply (step 2): .spec.labels.q .spec.labels.r',
          'a Apply (step 3): .spec.replicas',
        ],
        spec: { labels: { q: '2', r: '3' }, replicas: 1 },
      },
      {
        verb: 'apply',
        manager: 'b',
        body: { spec: { labels: {} } },
        error:
          'Thing.rec.dev "s2" is invalid: spec.labels: Invalid value: "null": spec.labels in body must be of type object: "null"',
        code: 422,
      },
    ],
  },
  {
    title: 'an apply conflicts with the owners of what it changes, and takes it by force',
    steps: [
      {
        verb: 'create',
        manager: 'a',
        body: { spec: { name: 'x', replicas: 1 } },
        owners: ['a Update (step 1): .spec .spec.name .spec.replicas'],
      },
      {
        verb: 'apply',
        manager: 'b',
        body: { spec: { name: 'y' } },
        error: 'Apply failed with 1 conflict: conflict with "a" using rec.dev/v1: .spec.name',
        code: 409,
      },
      {
        verb: 'apply',
        manager: 'b',
        body: { spec: { name: 'y', replicas: 3 } },
        error:
          'Apply failed with 2 conflicts: conflicts with "a" using rec.dev/v1:\n- .spec.name\n- .spec.replicas',
        code: 409,
      },
      {
        verb: 'apply',
        manager: 'b',
        force: true,
        body: { spec: { name: 'y' } },
        owners: ['b Apply (step 4): .spec.name', 'a Update (step 1): .spec .spec.replicas'],
        spec: { name: 'y', replicas: 1 },
      },
      {
        verb: 'apply',
        manager: 'c',
        body: { spec: { name: 'z' } },
        error: 'Apply failed with 1 conflict: conflict with "b": .spec.name',
        code: 409,
      },
    ],
  },
  {
    title: 'an apply of what is there already shares the ownership and sets no time',
    steps: [
      {
        verb: 'create',
        manager: 'a',
        body: { spec: { name: 'x' } },
        owners: ['a Update (step 1): .spec .spec.name'],
      },
      {
        verb: 'apply',
        manager: 'b',
        body: { spec: { name: 'x' } },
        owners: ['b Apply (no time): .spec.name', 'a Update (step 1): .spec .spec.name'],
        spec: { name: 'x' },
      },
      {
        verb: 'apply',
        manager: 'b',
        body: { spec: { name: 'x' } },
        owners: ['b Apply (no time): .spec.name', 'a Update (step 1): .spec .spec.name'],
        spec: { name: 'x' },
      },
      {
        verb: 'merge',
        manager: 'c',
        body: { spec: { name: 'w' } },
        owners: ['a Update (step 1): .spec', 'c Update (step 4): .spec.name'],
      },
    ],
  },
  {
    title: 'the status belongs to its subresource',
    steps: [
      {
        verb: 'create',
        manager: 'a',
        body: { spec: { name: 'x' }, status: { phase: 'lost' } },
        owners: ['a Update (step 1): .spec .spec.name'],
      },
      {
        verb: 'merge',
        manager: 'a',
        subresource: 'status',
        body: { spec: { name: 'lost' }, status: { phase: 'Up' } },
        owners: [
          'a Update (step 1): .spec .spec.name',
          'a Update status (step 2): .status .status.phase',
        ],
      },
      {
        verb: 'merge',
        manager: 'b',
        body: { status: { phase: 'lost' } },
        owners: [
          'a Update (step 1): .spec .spec.name',
          'a Update status (step 2): .status .status.phase',
        ],
      },
      {
        verb: 'apply',
        manager: 'c',
        subresource: 'status',
        body: { status: { phase: 'Down' } },
        error:
          'Apply failed with 1 conflict: conflict with "a" with subresource "status" using rec.dev/v1: .status.phase',
        code: 409,
      },
      {
        verb: 'apply',
        manager: 'c',
        subresource: 'status',
        force: true,
        body: { status: { phase: 'Down' } },
        owners: [
          'c Apply status (step 5): .status.phase',
          'a Update (step 1): .spec .spec.name',
          'a Update status (step 2): .status',
        ],
        spec: { name: 'x' },
      },
      {
        verb: 'apply',
        manager: 'd',
        body: { spec: { replicas: 1 }, status: { phase: 'lost' } },
        owners: [
          'c Apply status (step 5): .status.phase',
          'd Apply (step 6): .spec.replicas',
          'a Update (step 1): .spec .spec.name',
          'a Update status (step 2): .status',
        ],
        spec: { name: 'x', replicas: 1 },
      },
    ],
  },
  {
    title: 'forgotten owners come back as before-first-apply',
    steps: [
      {
        verb: 'create',
        manager: 'a',
        body: { spec: { name: 'x' } },
        owners: ['a Update (step 1): .spec .spec.name'],
      },
      { verb: 'merge', manager: 'b', body: { metadata: { managedFields: [{}] } }, owners: [] },
      { verb: 'merge', manager: 'b', body: { spec: { replicas: 1 } }, owners: [] },
      {
        verb: 'apply',
        manager: 'c',
        body: { spec: { name: 'y' } },
        error:
          'Apply failed with 1 conflict: conflict with "before-first-apply" using rec.dev/v1: .spec.name',
        code: 409,
      },
      {
        verb: 'apply',
        manager: 'c',
        force: true,
        body: { spec: { name: 'y' } },
        owners: [
          'c Apply (step 5): .spec.name',
          'before-first-apply Update (step 5): .spec .spec.replicas',
        ],
        spec: { name: 'y', replicas: 1 },
      },
    ],
  },
  {
    title: 'invalid managedFields from a client are ignored, valid ones taken',
    steps: [
      {
        verb: 'create',
        manager: 'a',
        body: { spec: { name: 'x' } },
        owners: ['a Update (step 1): .spec .spec.name'],
      },
      {
        verb: 'merge',
        manager: 'b',
        body: {
          metadata: { managedFields: [{ manager: 'evil', operation: 'Nope' }] },
          spec: { replicas: 1 },
        },
        owners: ['a Update (step 1): .spec .spec.name', 'b Update (step 2): .spec.replicas'],
      },
      {
        verb: 'merge',
        manager: 'b',
        body: {
          metadata: {
            managedFields: [
              {
                manager: 'k',
                operation: 'Update',
                apiVersion: 'rec.dev/v1',
                fieldsType: 'FieldsV1',
                fieldsV1: { 'f:spec': { 'f:name': {} } },
                time: '2020-01-01T00:00:00Z',
              },
            ],
          },
        },
        owners: ['k Update (client): .spec.name'],
      },
    ],
  },
  {
    title: 'kubectl takes over what client-side apply set',
    steps: [
      {
        verb: 'create',
        manager: 'kubectl-client-side-apply',
        body: {
          metadata: {
            annotations: {
              'kubectl.kubernetes.io/last-applied-configuration':
                '{"apiVersion":"rec.dev/v1","kind":"Thing","metadata":{"name":"NAME"},"spec":{"name":"x","replicas":1}}',
            },
          },
          spec: { name: 'x', replicas: 1 },
        },
        owners: [
          'kubectl-client-side-apply Update (step 1): .spec .metadata.annotations .metadata.annotations.kubectl.kubernetes.io/last-applied-configuration .spec.name .spec.replicas',
        ],
      },
      {
        verb: 'apply',
        manager: 'kubectl',
        body: { spec: { name: 'y', replicas: 1 } },
        owners: [
          'kubectl Apply (step 2): .spec.name .spec.replicas',
          'kubectl-client-side-apply Update (step 1): .spec .metadata.annotations .metadata.annotations.kubectl.kubernetes.io/last-applied-configuration .spec.replicas',
        ],
        spec: { name: 'y', replicas: 1 },
      },
      {
        verb: 'merge',
        manager: 'b',
        body: { spec: { replicas: 7 } },
        owners: [
          'kubectl Apply (step 2): .spec.name',
          'kubectl-client-side-apply Update (step 1): .spec .metadata.annotations .metadata.annotations.kubectl.kubernetes.io/last-applied-configuration',
          'b Update (step 3): .spec.replicas',
        ],
      },
      {
        verb: 'apply',
        manager: 'kubectl',
        body: { spec: { name: 'y', replicas: 2 } },
        error: 'Apply failed with 1 conflict: conflict with "b" using rec.dev/v1: .spec.replicas',
        code: 409,
      },
      {
        verb: 'apply',
        manager: 'other',
        body: { spec: { name: 'q' } },
        error: 'Apply failed with 1 conflict: conflict with "kubectl": .spec.name',
        code: 409,
      },
    ],
  },
];
