import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject, JsonValue } from '@vmgen/base/json';
import { testServer } from '../../testing/test-server.js';

const PATH = '/apis/networking.k8s.io/v1/servicecidrs';

// The answers of kube-apiserver 1.37.2. They are not recorded: it would use the range for the services of other requests.
test('allows only to add a range of another family', async () => {
  const { send } = testServer();
  await send('POST', PATH, { metadata: { name: 'a' }, spec: { cidrs: ['10.0.0.0/8'] } });
  const immutable = (field: string, value: string): string =>
    `ServiceCIDR.networking.k8s.io "a" is invalid: ${field}: Invalid value: ${value}: field is immutable`;
  const cases: [JsonValue, string | undefined][] = [
    [null, immutable('spec.cidrs', 'null')],
    [{ cidrs: ['10.0.0.0/9'] }, immutable('spec.cidrs[0]', '"10.0.0.0/9"')],
    [{ cidrs: ['10.0.0.0/9', '2001:db8::/64'] }, immutable('spec.cidrs[0]', '"10.0.0.0/9"')],
    [{ cidrs: ['10.0.0.0/8', '2001:db8::/64'] }, undefined],
  ];
  for (const [spec, message] of cases) {
    const { body } = await send('PUT', `${PATH}/a?dryRun=All`, { metadata: { name: 'a' }, spec });
    assert.equal(body['message'], message);
  }
});

// As kube-apiserver 1.37.2 answers.
test('shows an unset lastTransitionTime of a condition as null, and owns it', async () => {
  const { send } = testServer();
  const spec = { cidrs: ['10.96.0.0/16'] };
  await send('POST', PATH, { metadata: { name: 'a' }, spec });
  const condition = { type: 'Ready', status: 'True', reason: 'A', message: '' };
  const times: JsonObject[] = [null, '0001-01-01T00:00:00Z'].map((lastTransitionTime) => ({
    lastTransitionTime,
  }));
  for (const time of [{}, ...times]) {
    const conditions = [{ ...condition, ...time }];
    const { body } = await send('PUT', `${PATH}/a/status`, {
      metadata: { name: 'a' },
      spec,
      status: { conditions },
    });
    assert.deepEqual(body['status'], { conditions: [{ ...condition, lastTransitionTime: null }] });
    assert.match(JSON.stringify(body['metadata']), /"f:lastTransitionTime":\{\}/);
  }
});
