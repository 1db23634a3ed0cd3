import { describe } from 'node:test';
import { testStrategy } from './strategy-table.test.fixture.js';

// Recorded in testdata/exchanges/resource-quota.yaml.
describe('the strategy of v1 ResourceQuota', () => {
  testStrategy({
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    base: { spec: { hard: { services: '10' } } },
    defaults: { status: {} },
    invalid: [
      [
        { spec: { hard: { widgets: 1 } } },
        'spec.hard[widgets]: Invalid value: "widgets": must be a standard resource for quota',
        'spec.hard[widgets]: Invalid value: "widgets": must be a standard resource type or fully qualified',
      ],
      [
        { spec: { hard: { pods: -1 } } },
        'spec.hard[pods]: Invalid value: "-1": must be greater than or equal to 0',
      ],
      [
        { spec: { hard: { pods: 1.5 } } },
        'spec.hard[pods]: Invalid value: "1500m": must be an integer',
      ],
      [
        { spec: { hard: { pods: 1 }, scopes: ['Other'] } },
        'spec.scopes: Invalid value: ["Other"]: unsupported scope',
      ],
      [
        { spec: { hard: { pods: 1 }, scopes: ['BestEffort', 'NotBestEffort'] } },
        'spec.scopes: Invalid value: ["BestEffort","NotBestEffort"]: conflicting scopes',
      ],
    ],
    invalidUpdates: [
      [
        { spec: { hard: { services: '10' }, scopes: ['BestEffort'] } },
        'spec.scopes: Invalid value: ["BestEffort"]: field is immutable',
        'spec.scopes: Invalid value: ["BestEffort"]: unsupported scope applied to resource',
      ],
    ],
  });
});
