import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject } from '@vmgen/base/json';
import { testServer } from '../../testing/test-server.js';
import { testStrategy } from './strategy-table.test.fixture.js';

const IMMUTABLE = 'field is immutable';
const REQUIRED = 'spec.cidrs: Required value: at least one CIDR required';

// The answers of kube-apiserver 1.37.2.
describe('the strategy of networking.k8s.io/v1 ServiceCIDR', () => {
  testStrategy({
    apiVersion: 'networking.k8s.io/v1',
    kind: 'ServiceCIDR',
    base: { spec: { cidrs: ['10.0.0.0/8'] } },
    invalid: [
      [{ spec: null }, REQUIRED],
      [{ spec: {} }, REQUIRED],
      [{ 'spec.cidrs': [] }, REQUIRED],
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
      [{ 'spec.cidrs': ['10.0.0.0/8', '2001:db8::/64'] }],
    ],
  });
});

// As kube-apiserver 1.37.2 answers.
test('shows an unset lastTransitionTime of a condition as null, and owns it', async () => {
  const { send } = testServer();
  const path = '/apis/networking.k8s.io/v1/servicecidrs';
  const spec = { cidrs: ['10.96.0.0/16'] };
  await send('POST', path, { metadata: { name: 'a' }, spec });
  const condition = { type: 'Ready', status: 'True', reason: 'A', message: '' };
  const times: JsonObject[] = [null, '0001-01-01T00:00:00Z'].map((lastTransitionTime) => ({
    lastTransitionTime,
  }));
  for (const time of [{}, ...times]) {
    const conditions = [{ ...condition, ...time }];
    const { body } = await send('PUT', `${path}/a/status`, {
      metadata: { name: 'a' },
      spec,
      status: { conditions },
    });
    assert.deepEqual(body['status'], { conditions: [{ ...condition, lastTransitionTime: null }] });
    assert.match(JSON.stringify(body['metadata']), /"f:lastTransitionTime":\{\}/);
  }
});
