import { describe } from 'node:test';
import { testStrategy } from './strategy-table.test.fixture.js';

const FORM = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)';
const FAMILY =
  'may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64';
const IMMUTABLE = 'field is immutable';

// The answers of kube-apiserver 1.37.2.
describe('the strategy of networking.k8s.io/v1 ServiceCIDR', () => {
  testStrategy({
    apiVersion: 'networking.k8s.io/v1',
    kind: 'ServiceCIDR',
    base: { spec: { cidrs: ['10.0.0.0/8'] } },
    invalid: [
      [{ 'spec.cidrs': [] }, 'spec.cidrs: Required value: at least one CIDR required'],
      [{ spec: null }, 'spec.cidrs: Required value: at least one CIDR required'],
      [
        { 'spec.cidrs': ['a', 'b', 'c'] },
        'spec.cidrs: Invalid value: {"CIDRs":["a","b","c"]}: may only hold up to 2 values',
      ],
      [
        { 'spec.cidrs': ['x', ''] },
        `spec.cidrs[0]: Invalid value: "x": ${FORM}`,
        `spec.cidrs[1]: Invalid value: "": ${FORM}`,
      ],
      [
        { 'spec.cidrs': ['10.0.0.0/8', '010.1.0.0/16'] },
        `spec.cidrs: Invalid value: ["10.0.0.0/8","010.1.0.0/16"]: ${FAMILY}`,
        'spec.cidrs[1]: Invalid value: "010.1.0.0/16": must not have leading 0s in IP or prefix length',
      ],
      [
        { 'spec.cidrs': ['::ffff:10.0.0.0/104', '10.0.0.0/8'] },
        `spec.cidrs: Invalid value: ["::ffff:10.0.0.0/104","10.0.0.0/8"]: ${FAMILY}`,
        'spec.cidrs[0]: Invalid value: "::ffff:10.0.0.0/104": must not have an IPv4-mapped IPv6 address',
      ],
      [
        { 'spec.cidrs': ['2001:DB8::/64'] },
        'spec.cidrs[0]: Invalid value: "2001:DB8::/64": must be in canonical form ("2001:db8::/64")',
      ],
    ],
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
      [{ 'spec.cidrs': ['10.0.0.0/8', 'x'] }, `spec.cidrs[1]: Invalid value: "x": ${FORM}`],
      [{ 'spec.cidrs': ['10.0.0.0/8', '2001:db8::/64'] }],
    ],
  });
});
