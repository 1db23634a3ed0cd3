import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@vmgen/base/json';
import { testServer, warningsOf } from '../../testing/test-server.js';

const service = (spec: JsonObject, metadata: JsonObject = {}): Promise<string[]> =>
  warningsOf('/api/v1/namespaces/default/services', {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'a', ...metadata },
    spec: { ports: [{ port: 1 }], ...spec },
  });

// The warnings of kube-apiserver 1.37.2.
test('warns about fields that headless Services ignore, and about old annotations', async () => {
  assert.deepEqual(
    await service({ clusterIP: 'None', sessionAffinity: 'ClientIP', externalIPs: ['1.2.3.4'] }),
    [
      'spec.externalIPs is ignored for headless services',
      'spec.SessionAffinity is ignored for headless services',
    ],
  );
  const hints = 'service.kubernetes.io/topology-aware-hints';
  assert.deepEqual(await service({}, { annotations: { [hints]: 'auto' } }), [
    `annotation ${hints} is deprecated, please use service.kubernetes.io/topology-mode instead`,
  ]);
});

test('accepts only canonical IPv6 addresses in EndpointSlices', async () => {
  const { send } = testServer();
  const { body } = await send(
    'POST',
    '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices',
    {
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata: { name: 'a' },
      addressType: 'IPv6',
      endpoints: [{ addresses: ['2001:DB8::1'] }],
    },
  );
  assert.equal(
    body['message'],
    'EndpointSlice.discovery.k8s.io "a" is invalid: endpoints[0].addresses[0]: Invalid value: "2001:DB8::1": must be in canonical form ("2001:db8::1")',
  );
});
