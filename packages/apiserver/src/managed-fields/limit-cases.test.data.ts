import { apply, create, merge, type Sequence } from './sequence.test.data.js';

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
      create('m0', { labels: { k0: 'v' } }),
      ...Array.from({ length: 11 }, (_, i) =>
        merge(`m${i + 1}`, { labels: { [`k${i + 1}`]: 'v' } }),
      ),
    ],
  },
  {
    title: 'an apply that does not fit the schema is refused',
    steps: [
      apply('a', { nope: 1 }),
      apply('a', { name: 5 }),
      apply('a', { replicas: 'x' }),
      apply('a', { tags: ['x', 'x'] }),
      apply('a', {
        ports: [
          { port: 1, protocol: 'TCP' },
          { port: 1, protocol: 'TCP' },
        ],
      }),
      apply('a', { ports: [{ name: 'x' }] }),
      apply('a', { labels: ['x'] }),
      apply('a', { tags: { a: 1 } }),
      apply('a', { tags: [null] }),
    ],
  },
];
