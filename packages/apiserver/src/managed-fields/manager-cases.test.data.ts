import type { Sequence } from './sequence.test.data.js';

/** Sequences with several managers. */
export const managerSequences: readonly Sequence[] = [
  {
    title: 'an update takes the fields that it changes from their owner',
    steps: [
      {
        verb: 'create',
        manager: 'a',
        body: { spec: { name: 'x', replicas: 1, labels: { k: 'v' } } },
      },
      { verb: 'merge', manager: 'b', body: { spec: { replicas: 2 } } },
      { verb: 'merge', manager: 'b', body: { spec: { name: null } } },
      { verb: 'merge', manager: 'c', body: { spec: { replicas: 2 } } },
    ],
  },
  {
    title: 'an update that removes the last field of a manager drops the manager',
    steps: [
      { verb: 'create', manager: 'a', body: { spec: { name: 'x' } } },
      { verb: 'merge', manager: 'b', body: { spec: { replicas: 2 } } },
      { verb: 'merge', manager: 'c', body: { spec: { replicas: null } } },
    ],
  },
  {
    title: 'an apply removes what its last configuration set and nobody else owns',
    steps: [
      {
        verb: 'apply',
        manager: 'a',
        body: { spec: { name: 'x', replicas: 1, labels: { p: '1', q: '2' } } },
      },
      { verb: 'apply', manager: 'b', body: { spec: { labels: { q: '2', r: '3' } } } },
      { verb: 'apply', manager: 'a', body: { spec: { replicas: 1 } } },
      { verb: 'apply', manager: 'b', body: { spec: { labels: {} } } },
    ],
  },
  {
    title: 'an apply conflicts with the owners of what it changes, and takes it by force',
    steps: [
      { verb: 'create', manager: 'a', body: { spec: { name: 'x', replicas: 1 } } },
      { verb: 'apply', manager: 'b', body: { spec: { name: 'y' } } },
      { verb: 'apply', manager: 'b', body: { spec: { name: 'y', replicas: 3 } } },
      { verb: 'apply', manager: 'b', force: true, body: { spec: { name: 'y' } } },
      { verb: 'apply', manager: 'c', body: { spec: { name: 'z' } } },
    ],
  },
  {
    title: 'an apply of what is there already shares the ownership and sets no time',
    steps: [
      { verb: 'create', manager: 'a', body: { spec: { name: 'x' } } },
      { verb: 'apply', manager: 'b', body: { spec: { name: 'x' } } },
      { verb: 'apply', manager: 'b', body: { spec: { name: 'x' } } },
      { verb: 'merge', manager: 'c', body: { spec: { name: 'w' } } },
    ],
  },
  {
    title: 'the status belongs to its subresource',
    steps: [
      { verb: 'create', manager: 'a', body: { spec: { name: 'x' }, status: { phase: 'lost' } } },
      {
        verb: 'merge',
        manager: 'a',
        subresource: 'status',
        body: { spec: { name: 'lost' }, status: { phase: 'Up' } },
      },
      { verb: 'merge', manager: 'b', body: { status: { phase: 'lost' } } },
      { verb: 'apply', manager: 'c', subresource: 'status', body: { status: { phase: 'Down' } } },
      {
        verb: 'apply',
        manager: 'c',
        subresource: 'status',
        force: true,
        body: { status: { phase: 'Down' } },
      },
      { verb: 'apply', manager: 'd', body: { spec: { replicas: 1 }, status: { phase: 'lost' } } },
    ],
  },
  {
    title: 'forgotten owners come back as before-first-apply',
    steps: [
      { verb: 'create', manager: 'a', body: { spec: { name: 'x' } } },
      { verb: 'merge', manager: 'b', body: { metadata: { managedFields: [{}] } } },
      { verb: 'merge', manager: 'b', body: { spec: { replicas: 1 } } },
      { verb: 'apply', manager: 'c', body: { spec: { name: 'y' } } },
      { verb: 'apply', manager: 'c', force: true, body: { spec: { name: 'y' } } },
    ],
  },
  {
    title: 'invalid managedFields from a client are ignored, valid ones taken',
    steps: [
      { verb: 'create', manager: 'a', body: { spec: { name: 'x' } } },
      {
        verb: 'merge',
        manager: 'b',
        body: {
          metadata: { managedFields: [{ manager: 'evil', operation: 'Nope' }] },
          spec: { replicas: 1 },
        },
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
      },
      { verb: 'apply', manager: 'kubectl', body: { spec: { name: 'y', replicas: 1 } } },
      { verb: 'merge', manager: 'b', body: { spec: { replicas: 7 } } },
      { verb: 'apply', manager: 'kubectl', body: { spec: { name: 'y', replicas: 2 } } },
      { verb: 'apply', manager: 'other', body: { spec: { name: 'q' } } },
    ],
  },
];
