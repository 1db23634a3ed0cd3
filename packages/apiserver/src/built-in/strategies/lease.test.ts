import { describe } from 'node:test';
import { testStrategy } from './strategy-table.test.fixture.js';

// Recorded in testdata/exchanges/lease.yaml.
describe('the strategy of coordination.k8s.io/v1 Lease', () => {
  testStrategy({
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    base: { spec: { holderIdentity: 'a' } },
    invalid: [
      [
        { spec: { leaseDurationSeconds: 0 } },
        'spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0',
      ],
      [
        { spec: { leaseTransitions: -1 } },
        'spec.leaseTransitions: Invalid value: -1: must be greater than or equal to 0',
      ],
    ],
  });
});
