import { apply, create, merge, type Sequence } from './sequence.test.data.js';

/** Sequences with several managers. */
export const managerSequences: readonly Sequence[] = [
  {
    title: 'an update takes the fields that it changes from their owner',
    steps: [
      create('a', { name: 'x', replicas: 1, labels: { k: 'v' } }),
      merge('b', { replicas: 2 }),
      merge('b', { name: null }),
      merge('c', { replicas: 2 }),
    ],
  },
  {
    title: 'an update that removes the last field of a manager drops the manager',
    steps: [
      create('a', { name: 'x' }),
      merge('b', { replicas: 2 }),
      merge('c', { replicas: null }),
    ],
  },
  {
    title: 'an apply removes what its last configuration set and nobody else owns',
    steps: [
      apply('a', { name: 'x', replicas: 1, labels: { p: '1', q: '2' } }),
      apply('b', { labels: { q: '2', r: '3' } }),
      apply('a', { replicas: 1 }),
      apply('b', { labels: {} }),
    ],
  },
  {
    title: 'an apply conflicts with the owners of what it changes, and takes it by force',
    steps: [
      create('a', { name: 'x', replicas: 1 }),
      apply('b', { name: 'y' }),
      apply('b', { name: 'y', replicas: 3 }),
      apply('b', { name: 'y' }, { force: true }),
      apply('c', { name: 'z' }),
    ],
  },
  {
    title: 'an apply of what is there already shares the ownership and sets no time',
    steps: [
      create('a', { name: 'x' }),
      apply('b', { name: 'x' }),
      apply('b', { name: 'x' }),
      merge('c', { name: 'w' }),
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
      create('a', { name: 'x' }),
      { verb: 'merge', manager: 'b', body: { metadata: { managedFields: [{}] } } },
      merge('b', { replicas: 1 }),
      apply('c', { name: 'y' }),
      apply('c', { name: 'y' }, { force: true }),
    ],
  },
  {
    title: 'invalid managedFields from a client are ignored, valid ones taken',
    steps: [
      create('a', { name: 'x' }),
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
      apply('kubectl', { name: 'y', replicas: 1 }),
      merge('b', { replicas: 7 }),
      apply('kubectl', { name: 'y', replicas: 2 }),
      apply('other', { name: 'q' }),
    ],
  },
];
