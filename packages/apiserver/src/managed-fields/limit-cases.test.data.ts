import type { Sequence } from './sequence.test.data.js';

/** Sequences with limits, unowned fields and errors. */
export const limitSequences: readonly Sequence[] = [
  {
    title: 'labels, annotations, finalizers and owners are owned, names and versions are not',
    steps: [
      {
        verb: 'create',
        manager: 'a',
        body: { metadata: { labels: { k: 'v' }, finalizers: ['a.b/x'] } },
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
      },
      {
        verb: 'apply',
        manager: 'c',
        body: { metadata: { labels: { k: 'w' }, annotations: { n: 'm' }, finalizers: ['a.b/y'] } },
      },
      { verb: 'merge', manager: 'd', body: { metadata: { finalizers: null } } },
    ],
  },
  {
    title: 'more than ten updaters fold into ancient-changes',
    steps: [
      { verb: 'create', manager: 'm0', body: { spec: { labels: { k0: 'v' } } } },
      { verb: 'merge', manager: 'm1', body: { spec: { labels: { k1: 'v' } } } },
      { verb: 'merge', manager: 'm2', body: { spec: { labels: { k2: 'v' } } } },
      { verb: 'merge', manager: 'm3', body: { spec: { labels: { k3: 'v' } } } },
      { verb: 'merge', manager: 'm4', body: { spec: { labels: { k4: 'v' } } } },
      { verb: 'merge', manager: 'm5', body: { spec: { labels: { k5: 'v' } } } },
      { verb: 'merge', manager: 'm6', body: { spec: { labels: { k6: 'v' } } } },
      { verb: 'merge', manager: 'm7', body: { spec: { labels: { k7: 'v' } } } },
      { verb: 'merge', manager: 'm8', body: { spec: { labels: { k8: 'v' } } } },
      { verb: 'merge', manager: 'm9', body: { spec: { labels: { k9: 'v' } } } },
      { verb: 'merge', manager: 'm10', body: { spec: { labels: { k10: 'v' } } } },
      { verb: 'merge', manager: 'm11', body: { spec: { labels: { k11: 'v' } } } },
    ],
  },
  {
    title: 'an apply that does not fit the schema is refused',
    steps: [
      { verb: 'apply', manager: 'a', body: { spec: { nope: 1 } } },
      { verb: 'apply', manager: 'a', body: { spec: { name: 5 } } },
      { verb: 'apply', manager: 'a', body: { spec: { replicas: 'x' } } },
      { verb: 'apply', manager: 'a', body: { spec: { tags: ['x', 'x'] } } },
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
      },
      { verb: 'apply', manager: 'a', body: { spec: { ports: [{ name: 'x' }] } } },
      { verb: 'apply', manager: 'a', body: { spec: { labels: ['x'] } } },
      { verb: 'apply', manager: 'a', body: { spec: { tags: { a: 1 } } } },
      { verb: 'apply', manager: 'a', body: { spec: { tags: [null] } } },
    ],
  },
];
