import { apply, merge, type Sequence } from './sequence.test.data.js';

/** Sequences with lists and maps. */
export const listSequences: readonly Sequence[] = [
  {
    title: 'elements of a set are owned one by one',
    steps: [
      apply('a', { tags: ['p', 'q'] }),
      apply('b', { tags: ['q', 'r'] }),
      apply('a', { tags: ['s', 'p'] }),
      apply('a', { tags: [] }),
      apply('b', {}),
    ],
  },
  {
    title: 'elements of a map list are owned by key and merge by field',
    steps: [
      apply('a', {
        ports: [
          { port: 80, protocol: 'TCP', name: 'web' },
          { port: 53, protocol: 'UDP' },
        ],
      }),
      apply('b', {
        ports: [
          { port: 443, protocol: 'TCP' },
          { port: 80, protocol: 'TCP' },
        ],
      }),
      apply('b', { ports: [{ port: 80, protocol: 'TCP', name: 'http' }] }),
      apply('a', { ports: [{ port: 53, protocol: 'UDP', name: 'dns' }] }),
      merge('c', { ports: [{ port: 53, protocol: 'UDP' }] }),
    ],
  },
  {
    title: 'an applied order of a map list wins over the live one',
    steps: [
      apply('a', {
        ports: [
          { port: 1, protocol: 'TCP' },
          { port: 2, protocol: 'TCP' },
          { port: 3, protocol: 'TCP' },
        ],
      }),
      apply('b', {
        ports: [
          { port: 9, protocol: 'TCP' },
          { port: 3, protocol: 'TCP' },
          { port: 1, protocol: 'TCP' },
        ],
      }),
    ],
  },
  {
    title: 'atomic lists and maps are owned as a whole',
    steps: [
      apply('a', { args: ['x'], selector: { k: 'v' } }),
      apply('b', { args: ['x', 'y'], selector: { j: 'w' } }),
      apply('b', { args: ['x', 'y'], selector: { j: 'w' } }, { force: true }),
      merge('c', { selector: { j: 'u' } }),
      apply('a', {}),
    ],
  },
  {
    title: 'without a schema maps are owned by field and lists as a whole',
    steps: [
      apply('a', { open: { l: [1, { a: 1 }], m: { n: 'x', o: 'y' } } }),
      apply('b', { open: { m: { n: 'x' }, l: [1] } }),
      merge('c', { open: { m: { o: null, p: 1.5 } } }),
      apply('a', { open: { m: {} } }),
    ],
  },
];
