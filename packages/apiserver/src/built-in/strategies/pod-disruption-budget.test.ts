import { describe } from 'node:test';
import { testStrategy } from './strategy-table.test.fixture.js';

// Recorded in testdata/exchanges/pod-disruption-budget.yaml.
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
        'spec: Invalid value: {"maxUnavailable":1,"minAvailable":1,"selector":{"matchLabels":{"app":"web"}}}: minAvailable and maxUnavailable cannot be both set',
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
  });
});
