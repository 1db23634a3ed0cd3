import type { Sequence } from './sequence.test.data.js';

/** Sequences with lists and maps. */
export const listSequences: readonly Sequence[] = [
  {
    title: 'elements of a set are owned one by one',
    steps: [
      { verb: 'apply', manager: 'a', body: { spec: { tags: ['p', 'q'] } } },
      { verb: 'apply', manager: 'b', body: { spec: { tags: ['q', 'r'] } } },
      { verb: 'apply', manager: 'a', body: { spec: { tags: ['s', 'p'] } } },
      { verb: 'apply', manager: 'a', body: { spec: { tags: [] } } },
      { verb: 'apply', manager: 'b', body: { spec: {} } },
    ],
  },
  {
    title: 'elements of a map list are owned by key and merge by field',
    steps: [
      {
        verb: 'apply',
        manager: 'a',
        body: {
          spec: {
            ports: [
              { port: 80, protocol: 'TCP', name: 'web' },
              { port: 53, protocol: 'UDP' },
            ],
          },
        },
      },
      {
        verb: 'apply',
        manager: 'b',
        body: {
          spec: {
            ports: [
              { port: 443, protocol: 'TCP' },
              { port: 80, protocol: 'TCP' },
            ],
          },
        },
      },
      {
        verb: 'apply',
        manager: 'b',
        body: { spec: { ports: [{ port: 80, protocol: 'TCP', name: 'http' }] } },
      },
      {
        verb: 'apply',
        manager: 'a',
        body: { spec: { ports: [{ port: 53, protocol: 'UDP', name: 'dns' }] } },
      },
      { verb: 'merge', manager: 'c', body: { spec: { ports: [{ port: 53, protocol: 'UDP' }] } } },
    ],
  },
  {
    title: 'an applied order of a map list wins over the live one',
    steps: [
      {
        verb: 'apply',
        manager: 'a',
        body: {
          spec: {
            ports: [
              { port: 1, protocol: 'TCP' },
              { port: 2, protocol: 'TCP' },
              { port: 3, protocol: 'TCP' },
            ],
          },
        },
      },
      {
        verb: 'apply',
        manager: 'b',
        body: {
          spec: {
            ports: [
              { port: 9, protocol: 'TCP' },
              { port: 3, protocol: 'TCP' },
              { port: 1, protocol: 'TCP' },
            ],
          },
        },
      },
    ],
  },
  {
    title: 'atomic lists and maps are owned as a whole',
    steps: [
      { verb: 'apply', manager: 'a', body: { spec: { args: ['x'], selector: { k: 'v' } } } },
      { verb: 'apply', manager: 'b', body: { spec: { args: ['x', 'y'], selector: { j: 'w' } } } },
      {
        verb: 'apply',
        manager: 'b',
        force: true,
        body: { spec: { args: ['x', 'y'], selector: { j: 'w' } } },
      },
      { verb: 'merge', manager: 'c', body: { spec: { selector: { j: 'u' } } } },
      { verb: 'apply', manager: 'a', body: { spec: {} } },
    ],
  },
  {
    title: 'without a schema maps are owned by field and lists as a whole',
    steps: [
      {
        verb: 'apply',
        manager: 'a',
        body: { spec: { open: { l: [1, { a: 1 }], m: { n: 'x', o: 'y' } } } },
      },
      { verb: 'apply', manager: 'b', body: { spec: { open: { m: { n: 'x' }, l: [1] } } } },
      { verb: 'merge', manager: 'c', body: { spec: { open: { m: { o: null, p: 1.5 } } } } },
      { verb: 'apply', manager: 'a', body: { spec: { open: { m: {} } } } },
    ],
  },
];
