import type { RecordedSequence } from './recorded-sequence.test.data.js';

/** Sequences about what is capped, unowned or refused, recorded on kube-apiserver 1.36.3. */
export const limitSequences: readonly RecordedSequence[] = [
  {
    title: 'labels, annotations, finalizers and owners are owned, names and versions are not',
    steps: [
      {
        verb: 'create',
        manager: 'a',
        body: { metadata: { labels: { k: 'v' }, finalizers: ['a.b/x'] } },
        owners: [
          'a Update (step 1): .metadata.finalizers .metadata.labels .metadata.finalizers[="a.b/x"] .metadata.labels.k',
        ],
      },
      {
        verb: 'merge',
        manager: 'b',
        body: {
          metadata: {
            labels: { k: 'w' },
            finalizers: ['a.b/x', 'a.b/y'],
            ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'n', uid: 'u1' }],
          },
        },
        owners: [
          'a Update (step 1): .metadata.finalizers .metadata.labels .metadata.finalizers[="a.b/x"]',
          'b Update (step 2): .metadata.ownerReferences .metadata.finalizers[="a.b/y"] .metadata.labels.k .metadata.ownerReferences[uid="u1"]',
        ],
      },
      {
        verb: 'apply',
        manager: 'c',
        body: { metadata: { labels: { k: 'w' }, annotations: { n: 'm' }, finalizers: ['a.b/y'] } },
        owners: [
          'c Apply (step 3): .metadata.annotations.n .metadata.finalizers[="a.b/y"] .metadata.labels.k',
          'a Update (step 1): .metadata.finalizers .metadata.labels .metadata.finalizers[="a.b/x"]',
          'b Update (step 2): .metadata.ownerReferences .metadata.finalizers[="a.b/y"] .metadata.labels.k .metadata.ownerReferences[uid="u1"]',
        ],
      },
      {
        verb: 'merge',
        manager: 'd',
        body: { metadata: { finalizers: null } },
        owners: [
          'c Apply (step 3): .metadata.annotations.n .metadata.labels.k',
          'a Update (step 1): .metadata.labels',
          'b Update (step 2): .metadata.ownerReferences .metadata.labels.k .metadata.ownerReferences[uid="u1"]',
        ],
      },
    ],
  },
  {
    title: 'more than ten updaters fold into ancient-changes',
    steps: [
      {
        verb: 'create',
        manager: 'm0',
        body: { spec: { labels: { k0: 'v' } } },
        owners: ['m0 Update (step 1): .spec .spec.labels .spec.labels.k0'],
      },
      {
        verb: 'merge',
        manager: 'm1',
        body: { spec: { labels: { k1: 'v' } } },
        owners: [
          'm0 Update (step 1): .spec .spec.labels .spec.labels.k0',
          'm1 Update (step 2): .spec.labels.k1',
        ],
      },
      {
        verb: 'merge',
        manager: 'm2',
        body: { spec: { labels: { k2: 'v' } } },
        owners: [
          'm0 Update (step 1): .spec .spec.labels .spec.labels.k0',
          'm1 Update (step 2): .spec.labels.k1',
          'm2 Update (step 3): .spec.labels.k2',
        ],
      },
      {
        verb: 'merge',
        manager: 'm3',
        body: { spec: { labels: { k3: 'v' } } },
        owners: [
          'm0 Update (step 1): .spec .spec.labels .spec.labels.k0',
          'm1 Update (step 2): .spec.labels.k1',
          'm2 Update (step 3): .spec.labels.k2',
          'm3 Update (step 4): .spec.labels.k3',
        ],
      },
      {
        verb: 'merge',
        manager: 'm4',
        body: { spec: { labels: { k4: 'v' } } },
        owners: [
          'm0 Update (step 1): .spec .spec.labels .spec.labels.k0',
          'm1 Update (step 2): .spec.labels.k1',
          'm2 Update (step 3): .spec.labels.k2',
          'm3 Update (step 4): .spec.labels.k3',
          'm4 Update (step 5): .spec.labels.k4',
        ],
      },
      {
        verb: 'merge',
        manager: 'm5',
        body: { spec: { labels: { k5: 'v' } } },
        owners: [
          'm0 Update (step 1): .spec .spec.labels .spec.labels.k0',
          'm1 Update (step 2): .spec.labels.k1',
          'm2 Update (step 3): .spec.labels.k2',
          'm3 Update (step 4): .spec.labels.k3',
          'm4 Update (step 5): .spec.labels.k4',
          'm5 Update (step 6): .spec.labels.k5',
        ],
      },
      {
        verb: 'merge',
        manager: 'm6',
        body: { spec: { labels: { k6: 'v' } } },
        owners: [
          'm0 Update (step 1): .spec .spec.labels .spec.labels.k0',
          'm1 Update (step 2): .spec.labels.k1',
          'm2 Update (step 3): .spec.labels.k2',
          'm3 Update (step 4): .spec.labels.k3',
          'm4 Update (step 5): .spec.labels.k4',
          'm5 Update (step 6): .spec.labels.k5',
          'm6 Update (step 7): .spec.labels.k6',
        ],
      },
      {
        verb: 'merge',
        manager: 'm7',
        body: { spec: { labels: { k7: 'v' } } },
        owners: [
          'm0 Update (step 1): .spec .spec.labels .spec.labels.k0',
          'm1 Update (step 2): .spec.labels.k1',
          'm2 Update (step 3): .spec.labels.k2',
          'm3 Update (step 4): .spec.labels.k3',
          'm4 Update (step 5): .spec.labels.k4',
          'm5 Update (step 6): .spec.labels.k5',
          'm6 Update (step 7): .spec.labels.k6',
          'm7 Update (step 8): .spec.labels.k7',
        ],
      },
      {
        verb: 'merge',
        manager: 'm8',
        body: { spec: { labels: { k8: 'v' } } },
        owners: [
          'm0 Update (step 1): .spec .spec.labels .spec.labels.k0',
          'm1 Update (step 2): .spec.labels.k1',
          'm2 Update (step 3): .spec.labels.k2',
          'm3 Update (step 4): .spec.labels.k3',
          'm4 Update (step 5): .spec.labels.k4',
          'm5 Update (step 6): .spec.labels.k5',
          'm6 Update (step 7): .spec.labels.k6',
          'm7 Update (step 8): .spec.labels.k7',
          'm8 Update (step 9): .spec.labels.k8',
        ],
      },
      {
        verb: 'merge',
        manager: 'm9',
        body: { spec: { labels: { k9: 'v' } } },
        owners: [
          'm0 Update (step 1): .spec .spec.labels .spec.labels.k0',
          'm1 Update (step 2): .spec.labels.k1',
          'm2 Update (step 3): .spec.labels.k2',
          'm3 Update (step 4): .spec.labels.k3',
          'm4 Update (step 5): .spec.labels.k4',
          'm5 Update (step 6): .spec.labels.k5',
          'm6 Update (step 7): .spec.labels.k6',
          'm7 Update (step 8): .spec.labels.k7',
          'm8 Update (step 9): .spec.labels.k8',
          'm9 Update (step 10): .spec.labels.k9',
        ],
      },
      {
        verb: 'merge',
        manager: 'm10',
        body: { spec: { labels: { k10: 'v' } } },
        owners: [
          'ancient-changes Update (step 2): .spec .spec.labels .spec.labels.k0 .spec.labels.k1',
          'm2 Update (step 3): .spec.labels.k2',
          'm3 Update (step 4): .spec.labels.k3',
          'm4 Update (step 5): .spec.labels.k4',
          'm5 Update (step 6): .spec.labels.k5',
          'm6 Update (step 7): .spec.labels.k6',
          'm7 Update (step 8): .spec.labels.k7',
          'm8 Update (step 9): .spec.labels.k8',
          'm9 Update (step 10): .spec.labels.k9',
          'm10 Update (step 11): .spec.labels.k10',
        ],
      },
      {
        verb: 'merge',
        manager: 'm11',
        body: { spec: { labels: { k11: 'v' } } },
        owners: [
          'ancient-changes Update (step 3): .spec .spec.labels .spec.labels.k0 .spec.labels.k1 .spec.labels.k2',
          'm3 Update (step 4): .spec.labels.k3',
          'm4 Update (step 5): .spec.labels.k4',
          'm5 Update (step 6): .spec.labels.k5',
          'm6 Update (step 7): .spec.labels.k6',
          'm7 Update (step 8): .spec.labels.k7',
          'm8 Update (step 9): .spec.labels.k8',
          'm9 Update (step 10): .spec.labels.k9',
          'm10 Update (step 11): .spec.labels.k10',
          'm11 Update (step 12): .spec.labels.k11',
        ],
      },
    ],
  },
  {
    title: 'an apply that does not fit the schema is refused',
    steps: [
      {
        verb: 'apply',
        manager: 'a',
        body: { spec: { nope: 1 } },
        error:
          'failed to create typed patch object (/NAME; rec.dev/v1, Kind=Thing): .spec.nope: field not declared in schema',
        code: 500,
      },
      {
        verb: 'apply',
        manager: 'a',
        body: { spec: { name: 5 } },
        error:
          'failed to create typed patch object (/NAME; rec.dev/v1, Kind=Thing): .spec.name: expected string, got &value.valueUnstructured{Value:5}',
        code: 500,
      },
      {
        verb: 'apply',
        manager: 'a',
        body: { spec: { replicas: 'x' } },
        error:
          'failed to create typed patch object (/NAME; rec.dev/v1, Kind=Thing): .spec.replicas: expected numeric (int or float), got string',
        code: 500,
      },
      {
        verb: 'apply',
        manager: 'a',
        body: { spec: { tags: ['x', 'x'] } },
        error:
          'failed to create typed patch object (/NAME; rec.dev/v1, Kind=Thing): .spec.tags: duplicate entries for key [="x"]',
        code: 500,
      },
      {
        verb: 'apply',
        manager: 'a',
        body: {
          spec: {
            ports: [
              { port: 1, protocol: 'TCP' },
              { port: 1, protocol: 'TCP' },
            ],
          },
        },
        error:
          'failed to create typed patch object (/NAME; rec.dev/v1, Kind=Thing): .spec.ports: duplicate entries for key [port=1,protocol="TCP"]',
        code: 500,
      },
      {
        verb: 'apply',
        manager: 'a',
        body: { spec: { ports: [{ name: 'x' }] } },
        error:
          'failed to create typed patch object (/NAME; rec.dev/v1, Kind=Thing): .spec.ports: element 0: associative list with keys has an element that omits all key fields ["port" "protocol"] (and doesn\'t have default values for any key fields)',
        code: 500,
      },
      {
        verb: 'apply',
        manager: 'a',
        body: { spec: { labels: ['x'] } },
        error:
          'failed to create typed patch object (/NAME; rec.dev/v1, Kind=Thing): .spec.labels: expected map, got &{[x]}',
        code: 500,
      },
      {
        verb: 'apply',
        manager: 'a',
        body: { spec: { tags: { a: 1 } } },
        error:
          'failed to create typed patch object (/NAME; rec.dev/v1, Kind=Thing): .spec.tags: expected list, got &{map[a:1]}',
        code: 500,
      },
      {
        verb: 'apply',
        manager: 'a',
        body: { spec: { tags: [null] } },
        error:
          "failed to create typed patch object (/NAME; rec.dev/v1, Kind=Thing): .spec.tags: element 0: associative list without keys has an element that's an explicit null",
        code: 500,
      },
    ],
  },
];
