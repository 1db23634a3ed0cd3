import { describe } from 'node:test';
import { testStrategy } from './strategy-table.test.fixture.js';

// Recorded in testdata/exchanges/pod-disruption-budget.yaml.
const condition = {
  type: 'A',
  status: 'True',
  reason: 'R',
  message: '',
  lastTransitionTime: '2026-01-01T00:00:00Z',
};

describe('the strategy of policy/v1 PodDisruptionBudget', () => {
  testStrategy({
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    base: {
      spec: { minAvailable: 1, selector: { matchLabels: { app: 'web' } } },
    },
    defaults: {
      status: { currentHealthy: 0, desiredHealthy: 0, disruptionsAllowed: 0, expectedPods: 0 },
    },
    invalid: [
      [
        { 'spec.maxUnavailable': 1 },
        'spec: Invalid value: {"MinAvailable":1,"Selector":{"matchLabels":{"app":"web"}},"MaxUnavailable":1,"UnhealthyPodEvictionPolicy":null}: minAvailable and maxUnavailable cannot be both set',
      ],
      [
        { 'spec.minAvailable': -1 },
        'spec.minAvailable: Invalid value: -1: must be greater than or equal to 0',
      ],
      [
        { 'spec.minAvailable': '101%' },
        'spec.minAvailable: Invalid value: "101%": must not be greater than 100%',
      ],
      [
        { 'spec.minAvailable': 'many' },
        `spec.minAvailable: Invalid value: "many": a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')`,
      ],
      [
        {
          'spec.selector': { matchExpressions: [{ key: 'a', operator: 'Is' }] },
        },
        'spec.selector.matchExpressions[0].operator: Invalid value: "Is": not a valid selector operator',
      ],
      [
        { 'spec.unhealthyPodEvictionPolicy': 'Other' },
        'spec.unhealthyPodEvictionPolicy: Unsupported value: "Other": supported values: "AlwaysAllow", "IfHealthyBudget"',
      ],
    ],
    // The answers of kube-apiserver 1.37.2.
    invalidStatus: [
      [{ conditions: [condition] }],
      [
        { conditions: [{ ...condition, lastTransitionTime: null }] },
        'status.conditions[0].lastTransitionTime: Required value',
      ],
      [
        { conditions: [{ type: '', status: 'x', observedGeneration: -1 }] },
        'status.conditions[0].lastTransitionTime: Required value',
        'status.conditions[0].observedGeneration: Invalid value: -1: must be greater than or equal to zero',
        'status.conditions[0].reason: Required value',
        'status.conditions[0].status: Unsupported value: "x": supported values: "False", "True", "Unknown"',
        'status.conditions[0].type: Required value: is required',
      ],
      [{ conditions: [condition, condition] }, 'status.conditions[1]: Duplicate value: "A"'],
      [
        { conditions: [{ ...condition, reason: 'a'.repeat(1025), message: 'ä'.repeat(17_000) }] },
        'status.conditions[0].message: Too long: may not be more than 32768 bytes',
        'status.conditions[0].reason: Too long: may not be more than 1024 bytes',
      ],
    ],
  });
});
