import { describe } from 'node:test';
import { testStrategy } from './strategy-table.test.fixture.js';

const IMMUTABLE = 'field is immutable';

// The answers of kube-apiserver 1.37.2.
describe('the strategy of networking.k8s.io/v1 ServiceCIDR', () => {
  testStrategy({
    apiVersion: 'networking.k8s.io/v1',
    kind: 'ServiceCIDR',
    base: { spec: { cidrs: ['10.0.0.0/8'] } },
    invalidUpdates: [
      [
        { 'spec.cidrs': ['10.0.0.0/9'] },
        `spec.cidrs[0]: Invalid value: "10.0.0.0/9": ${IMMUTABLE}`,
      ],
      [{ spec: null }, `spec.cidrs: Invalid value: null: ${IMMUTABLE}`],
      [
        { 'spec.cidrs': ['10.0.0.0/9', '2001:db8::/64'] },
        `spec.cidrs[0]: Invalid value: "10.0.0.0/9": ${IMMUTABLE}`,
      ],
      [{ 'spec.cidrs': ['10.0.0.0/8', '2001:db8::/64'] }],
    ],
  });
});
