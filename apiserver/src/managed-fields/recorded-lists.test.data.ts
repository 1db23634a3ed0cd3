import type { RecordedSequence } from './recorded-sequence.test.data.js';

/** Sequences about lists and maps, recorded on kube-apiserver 1.36.3. */
export const listSequences: readonly RecordedSequence[] = [
  {
    title: 'elements of a set are owned one by one',
    steps: [
      {
        verb: 'apply',
        manager: 'a',
        body: { spec: { tags: ['p', 'q'] } },
        owners: ['a Apply (step 1): .spec.tags[="p"] .spec.tags[="q"]'],
        spec: { tags: ['p', 'q'] },
      },
      {
        verb: 'apply',
        manager: 'b',
        body: { spec: { tags: ['q', 'r'] } },
        owners: [
          'a Apply (step 1): .spec.tags[="p"] .spec.tags[="q"]',
          'b Apply (step 2): .spec.tags[="q"] .spec.tags[="r"]',
        ],
        spec: { tags: ['p', 'q', 'r'] },
      },
      {
        verb: 'apply',
        manager: 'a',
        body: { spec: { tags: ['s', 'p'] } },
        owners: [
          'b Apply (step 2): .spec.tags[="q"] .spec.tags[="r"]',
          'a Apply (step 3): .spec.tags[="p"] .spec.tags[="s"]',
        ],
        spec: { tags: ['s', 'p', 'q', 'r'] },
      },
      {
        verb: 'apply',
        manager: 'a',
        body: { spec: { tags: [] } },
        owners: ['b Apply (step 2): .spec.tags[="q"] .spec.tags[="r"]'],
        spec: { tags: ['q', 'r'] },
      },
      {
        verb: 'apply',
        manager: 'b',
        body: { spec: {} },
        error:
          'Thing.rec.dev "s5" is invalid: spec: Invalid value: "null": spec in body must be of type object: "null"',
        code: 422,
      },
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
        owners: [
          'a Apply (step 1): .spec.ports[port=53,protocol="UDP"] .spec.ports[port=80,protocol="TCP"] .spec.ports[port=53,protocol="UDP"].port .spec.ports[port=53,protocol="UDP"].protocol .spec.ports[port=80,protocol="TCP"].name .spec.ports[port=80,protocol="TCP"].port .spec.ports[port=80,protocol="TCP"].protocol',
        ],
        spec: {
          ports: [
            { name: 'web', port: 80, protocol: 'TCP' },
            { port: 53, protocol: 'UDP' },
          ],
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
        owners: [
          'a Apply (step 1): .spec.ports[port=53,protocol="UDP"] .spec.ports[port=80,protocol="TCP"] .spec.ports[port=53,protocol="UDP"].port .spec.ports[port=53,protocol="UDP"].protocol .spec.ports[port=80,protocol="TCP"].name .spec.ports[port=80,protocol="TCP"].port .spec.ports[port=80,protocol="TCP"].protocol',
          'b Apply (step 2): .spec.ports[port=80,protocol="TCP"] .spec.ports[port=443,protocol="TCP"] .spec.ports[port=80,protocol="TCP"].port .spec.ports[port=80,protocol="TCP"].protocol .spec.ports[port=443,protocol="TCP"].port .spec.ports[port=443,protocol="TCP"].protocol',
        ],
        spec: {
          ports: [
            { port: 443, protocol: 'TCP' },
            { name: 'web', port: 80, protocol: 'TCP' },
            { port: 53, protocol: 'UDP' },
          ],
        },
      },
      {
        verb: 'apply',
        manager: 'b',
        body: { spec: { ports: [{ port: 80, protocol: 'TCP', name: 'http' }] } },
        error:
          'Apply failed with 1 conflict: conflict with "a": .spec.ports[port=80,protocol="TCP"].name',
        code: 409,
      },
      {
        verb: 'apply',
        manager: 'a',
        body: { spec: { ports: [{ port: 53, protocol: 'UDP', name: 'dns' }] } },
        owners: [
          'b Apply (step 2): .spec.ports[port=80,protocol="TCP"] .spec.ports[port=443,protocol="TCP"] .spec.ports[port=80,protocol="TCP"].port .spec.ports[port=80,protocol="TCP"].protocol .spec.ports[port=443,protocol="TCP"].port .spec.ports[port=443,protocol="TCP"].protocol',
          'a Apply (step 4): .spec.ports[port=53,protocol="UDP"] .spec.ports[port=53,protocol="UDP"].name .spec.ports[port=53,protocol="UDP"].port .spec.ports[port=53,protocol="UDP"].protocol',
        ],
        spec: {
          ports: [
            { port: 443, protocol: 'TCP' },
            { port: 80, protocol: 'TCP' },
            { name: 'dns', port: 53, protocol: 'UDP' },
          ],
        },
      },
      {
        verb: 'merge',
        manager: 'c',
        body: { spec: { ports: [{ port: 53, protocol: 'UDP' }] } },
        owners: [
          'a Apply (step 4): .spec.ports[port=53,protocol="UDP"] .spec.ports[port=53,protocol="UDP"].port .spec.ports[port=53,protocol="UDP"].protocol',
        ],
      },
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
        owners: [
          'a Apply (step 1): .spec.ports[port=1,protocol="TCP"] .spec.ports[port=2,protocol="TCP"] .spec.ports[port=3,protocol="TCP"] .spec.ports[port=1,protocol="TCP"].port .spec.ports[port=1,protocol="TCP"].protocol .spec.ports[port=2,protocol="TCP"].port .spec.ports[port=2,protocol="TCP"].protocol .spec.ports[port=3,protocol="TCP"].port .spec.ports[port=3,protocol="TCP"].protocol',
        ],
        spec: {
          ports: [
            { port: 1, protocol: 'TCP' },
            { port: 2, protocol: 'TCP' },
            { port: 3, protocol: 'TCP' },
          ],
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
        owners: [
          'a Apply (step 1): .spec.ports[port=1,protocol="TCP"] .spec.ports[port=2,protocol="TCP"] .spec.ports[port=3,protocol="TCP"] .spec.ports[port=1,protocol="TCP"].port .spec.ports[port=1,protocol="TCP"].protocol .spec.ports[port=2,protocol="TCP"].port .spec.ports[port=2,protocol="TCP"].protocol .spec.ports[port=3,protocol="TCP"].port .spec.ports[port=3,protocol="TCP"].protocol',
          'b Apply (step 2): .spec.ports[port=1,protocol="TCP"] .spec.ports[port=3,protocol="TCP"] .spec.ports[port=9,protocol="TCP"] .spec.ports[port=1,protocol="TCP"].port .spec.ports[port=1,protocol="TCP"].protocol .spec.ports[port=3,protocol="TCP"].port .spec.ports[port=3,protocol="TCP"].protocol .spec.ports[port=9,protocol="TCP"].port .spec.ports[port=9,protocol="TCP"].protocol',
        ],
        spec: {
          ports: [
            { port: 2, protocol: 'TCP' },
            { port: 9, protocol: 'TCP' },
            { port: 3, protocol: 'TCP' },
            { port: 1, protocol: 'TCP' },
          ],
        },
      },
    ],
  },
  {
    title: 'atomic lists and maps are owned as a whole',
    steps: [
      {
        verb: 'apply',
        manager: 'a',
        body: { spec: { args: ['x'], selector: { k: 'v' } } },
        owners: ['a Apply (step 1): .spec.args .spec.selector'],
        spec: { args: ['x'], selector: { k: 'v' } },
      },
      {
        verb: 'apply',
        manager: 'b',
        body: { spec: { args: ['x', 'y'], selector: { j: 'w' } } },
        error: 'Apply failed with 2 conflicts: conflicts with "a":\n- .spec.args\n- .spec.selector',
        code: 409,
      },
      {
        verb: 'apply',
        manager: 'b',
        force: true,
        body: { spec: { args: ['x', 'y'], selector: { j: 'w' } } },
        owners: ['b Apply (step 3): .spec.args .spec.selector'],
        spec: { args: ['x', 'y'], selector: { j: 'w' } },
      },
      {
        verb: 'merge',
        manager: 'c',
        body: { spec: { selector: { j: 'u' } } },
        owners: ['b Apply (step 3): .spec.args', 'c Update (step 4): .spec.selector'],
      },
      {
        verb: 'apply',
        manager: 'a',
        body: { spec: {} },
        owners: [
          'a Apply (no time): .spec',
          'b Apply (step 3): .spec.args',
          'c Update (step 4): .spec.selector',
        ],
        spec: { args: ['x', 'y'], selector: { j: 'u' } },
      },
    ],
  },
  {
    title: 'without a schema maps are owned by field and lists as a whole',
    steps: [
      {
        verb: 'apply',
        manager: 'a',
        body: { spec: { open: { l: [1, { a: 1 }], m: { n: 'x', o: 'y' } } } },
        owners: ['a Apply (step 1): .spec.open.l .spec.open.m .spec.open.m.n .spec.open.m.o'],
        spec: { open: { l: [1, { a: 1 }], m: { n: 'x', o: 'y' } } },
      },
      {
        verb: 'apply',
        manager: 'b',
        body: { spec: { open: { m: { n: 'x' }, l: [1] } } },
        error: 'Apply failed with 1 conflict: conflict with "a": .spec.open.l',
        code: 409,
      },
      {
        verb: 'merge',
        manager: 'c',
        body: { spec: { open: { m: { o: null, p: 1.5 } } } },
        owners: [
          'a Apply (step 1): .spec.open.l .spec.open.m .spec.open.m.n',
          'c Update (step 3): .spec.open.m.p',
        ],
      },
      {
        verb: 'apply',
        manager: 'a',
        body: { spec: { open: { m: {} } } },
        owners: ['a Apply (step 4): .spec.open.m', 'c Update (step 3): .spec.open.m.p'],
        spec: { open: { m: { p: 1.5 } } },
      },
    ],
  },
];
