import { describe } from 'node:test';
import { testStrategy } from './strategy-table.test.fixture.js';

// Recorded in testdata/exchanges/csi-driver.yaml.
describe('the strategy of storage.k8s.io/v1 CSIDriver', () => {
  testStrategy({
    apiVersion: 'storage.k8s.io/v1',
    kind: 'CSIDriver',
    base: { metadata: {}, spec: {} },
    invalid: [
      [
        { 'spec.volumeLifecycleModes': ['Bad'] },
        'spec.volumeLifecycleModes: Unsupported value: "Bad": supported values: "Persistent", "Ephemeral"',
      ],
      [
        { 'spec.tokenRequests': [{ audience: 'a' }, { audience: 'a' }] },
        'spec.tokenRequests[1].audience: Duplicate value: "a"',
      ],
      [
        { 'spec.tokenRequests': [{ audience: 'a', expirationSeconds: 1 }] },
        'spec.tokenRequests[0].expirationSeconds: Invalid value: 1: may not specify a duration less than 10 minutes',
      ],
      [
        { 'spec.fsGroupPolicy': 'Bad' },
        'spec.fsGroupPolicy: Unsupported value: "Bad": supported values: "File", "None", "ReadWriteOnceWithFSType"',
      ],
      [
        { 'spec.nodeAllocatableUpdatePeriodSeconds': 5 },
        'spec.nodeAllocatableUpdatePeriodSeconds: Invalid value: 5: must be greater than or equal to 10 seconds',
      ],
      [
        { 'spec.serviceAccountTokenInSecrets': true },
        'spec.serviceAccountTokenInSecrets: Invalid value: true: serviceAccountTokenInSecrets is set but no tokenRequests are specified',
      ],
    ],
  });
});
