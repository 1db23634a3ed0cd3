import { describe } from 'node:test';
import { testStrategy } from './strategy-table.test.fixture.js';

// Recorded in testdata/exchanges/priority-class.yaml.
describe('the strategy of scheduling.k8s.io/v1 PriorityClass', () => {
  testStrategy({
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    base: { value: 100 },
    defaults: { preemptionPolicy: 'PreemptLowerPriority' },
    invalid: [
      [
        { value: 2000000000 },
        'value: Forbidden: maximum allowed value of a user defined priority is 1000000000',
      ],
      [
        { preemptionPolicy: 'Other' },
        'preemptionPolicy: Unsupported value: "Other": supported values: "PreemptLowerPriority", "Never"',
      ],
    ],
    invalidUpdates: [[{ value: 200 }, 'value: Forbidden: may not be changed in an update.']],
  });
});
