import { describe } from 'node:test';
import { testStrategy } from './strategy-table.test.fixture.js';

// Recorded in testdata/exchanges/network-policy.yaml.
describe('the strategy of networking.k8s.io/v1 NetworkPolicy', () => {
  testStrategy({
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    base: {
      spec: {
        podSelector: { matchLabels: { app: 'web' } },
        ingress: [{ from: [{ podSelector: {} }], ports: [{ port: 80 }] }],
      },
    },
    defaults: { 'spec.ingress.0.ports.0.protocol': 'TCP', 'spec.policyTypes': ['Ingress'] },
    invalid: [
      [
        { spec: { podSelector: {}, policyTypes: ['Other'] } },
        'spec.policyTypes[0]: Unsupported value: "Other": supported values: "Ingress", "Egress"',
      ],
      [
        {
          'spec.ingress': [{ from: [{}] }],
        },
        'spec.ingress[0].from[0]: Required value: must specify a peer',
      ],
      [
        {
          'spec.ingress': [
            {
              from: [{ ipBlock: { cidr: 'nonsense' } }],
            },
          ],
        },
        'spec.ingress[0].from[0].ipBlock.cidr: Invalid value: "nonsense": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)',
      ],
      [
        {
          'spec.ingress': [
            {
              from: [{ ipBlock: { cidr: '10.0.0.0/8', except: ['11.0.0.0/16'] } }],
            },
          ],
        },
        'spec.ingress[0].from[0].ipBlock.except[0]: Invalid value: "11.0.0.0/16": must be a strict subset of `cidr`',
      ],
      [
        {
          'spec.ingress': [
            {
              from: [{ ipBlock: { cidr: '10.0.0.0/8' }, podSelector: {} }],
            },
          ],
        },
        'spec.ingress[0].from[0]: Forbidden: may not specify both ipBlock and another peer',
      ],
      [
        {
          'spec.ingress': [{ ports: [{ port: 0 }] }],
        },
        'spec.ingress[0].ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive',
      ],
      [
        {
          'spec.ingress': [{ ports: [{ port: 80, endPort: 70 }] }],
        },
        'spec.ingress[0].ports[0].endPort: Invalid value: 70: must be greater than or equal to `port`',
      ],
      [
        {
          'spec.ingress': [{ ports: [{ port: 'http', endPort: 70 }] }],
        },
        'spec.ingress[0].ports[0].endPort: Invalid value: 70: may not be specified when `port` is non-numeric',
      ],
      [
        {
          'spec.ingress': [{ ports: [{ protocol: 'HTTP' }] }],
        },
        'spec.ingress[0].ports[0].protocol: Unsupported value: "HTTP": supported values: "TCP", "UDP", "SCTP"',
      ],
      [
        {
          'spec.ingress': [{ ports: [{ port: 'Bad_Port' }] }],
        },
        'spec.ingress[0].ports[0].port: Invalid value: "Bad_Port": must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)',
      ],
      [
        { 'spec.podSelector': { matchLabels: { 'bad key!': 'x' } } },
        `spec.podSelector.matchLabels: Invalid value: "bad key!": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')`,
      ],
    ],
  });
});
