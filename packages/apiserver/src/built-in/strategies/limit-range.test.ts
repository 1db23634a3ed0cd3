import { describe } from 'node:test';
import { testStrategy } from './strategy-table.test.fixture.js';

// Recorded in testdata/exchanges/limit-range.yaml.
describe('the strategy of v1 LimitRange', () => {
  testStrategy({
    apiVersion: 'v1',
    kind: 'LimitRange',
    base: {
      spec: {
        limits: [{ type: 'Container', default: { cpu: '500m' } }],
      },
    },
    defaults: { 'spec.limits.0.defaultRequest': { cpu: '500m' } },
    invalid: [
      [
        {
          spec: {
            limits: [{ type: 'Container', default: { cpu: '500m' }, max: { cpu: '100m' } }],
          },
        },
        'spec.limits[0].defaultRequest[cpu]: Invalid value: "500m": default request value 500m is greater than max value 100m',
        'spec.limits[0].default[cpu]: Invalid value: "100m": default value 500m is greater than max value 100m',
      ],
      [
        {
          spec: {
            limits: [{ type: 'Container', min: { cpu: 2 }, max: { cpu: 1 } }],
          },
        },
        'spec.limits[0].defaultRequest[cpu]: Invalid value: "1": min value 2 is greater than default request value 1',
        'spec.limits[0].default[cpu]: Invalid value: "2": min value 2 is greater than default value 1',
        'spec.limits[0].min[cpu]: Invalid value: "2": min value 2 is greater than max value 1',
      ],
      [
        {
          spec: {
            limits: [{ type: 'Pod', default: { cpu: 1 } }],
          },
        },
        "spec.limits[0].default: Forbidden: may not be specified when `type` is 'Pod'",
      ],
      [
        {
          spec: { limits: [{ type: 'Container' }, { type: 'Container' }] },
        },
        'spec.limits[1].type: Duplicate value: "Container"',
      ],
    ],
  });
});
