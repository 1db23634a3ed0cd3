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

const canonical = (path: string): string =>
  `${path}: IPv6 address "2001:DB8::1" should be in RFC 5952 canonical format ("2001:db8::1")`;
const canonicalRange = (path: string): string =>
  `${path}: IPv6 CIDR value "2001:DB8::/64" should be in RFC 5952 canonical format ("2001:db8::/64")`;

// The warnings of kube-apiserver 1.37.2.
test('warns about addresses of Services that are not canonical', async () => {
  for (const [address, use] of [
    ['010.0.0.1', '10.0.0.1'],
    ['::ffff:0102:0304', '1.2.3.4'],
    ['::ffff:010.1.1.1', '10.1.1.1'],
  ] as const) {
    assert.deepEqual(await service({ type: 'LoadBalancer', loadBalancerIP: address }), [
      `spec.loadBalancerIP: non-standard IP address "${address}" is invalid: use "${use}"`,
    ]);
  }
  assert.deepEqual(await service({ type: 'LoadBalancer', loadBalancerIP: '2001:DB8::1' }), [
    canonical('spec.loadBalancerIP'),
  ]);
  for (const address of ['abc', 'fe80::1%eth0', '1.2.3.4', '2001:db8::1']) {
    assert.deepEqual(await service({ type: 'LoadBalancer', loadBalancerIP: address }), []);
  }
  assert.deepEqual(
    await service({
      type: 'LoadBalancer',
      loadBalancerSourceRanges: ['2001:DB8::/64', ' 10.0.0.0/8 '],
    }),
    [canonicalRange('spec.loadBalancerSourceRanges[0]')],
  );
});

test('warns about fields that headless Services ignore, and about old annotations', async () => {
  assert.deepEqual(
    await service({ clusterIP: 'None', sessionAffinity: 'ClientIP', externalIPs: ['2001:DB8::1'] }),
    [
      'spec.externalIPs is ignored for headless services',
      'spec.SessionAffinity is ignored for headless services',
      canonical('spec.externalIPs[0]'),
    ],
  );
  const hints = 'service.kubernetes.io/topology-aware-hints';
  assert.deepEqual(await service({}, { annotations: { [hints]: 'auto' } }), [
    `annotation ${hints} is deprecated, please use service.kubernetes.io/topology-mode instead`,
  ]);
});

test('warns about addresses of other kinds that are not canonical', async () => {
  const metadata = { name: 'a' };
  assert.deepEqual(
    await warningsOf('/api/v1/namespaces/default/pods', {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata,
      spec: { containers: [{ name: 'a', image: 'b' }], hostAliases: [{ ip: '2001:DB8::1' }] },
    }),
    [canonical('spec.hostAliases[0].ip')],
  );
  const ipBlock = { cidr: '2001:DB8::/64' };
  assert.deepEqual(
    await warningsOf('/apis/networking.k8s.io/v1/namespaces/default/networkpolicies', {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'NetworkPolicy',
      metadata,
      spec: { podSelector: {}, ingress: [{ from: [{ ipBlock }] }] },
    }),
    [canonicalRange('spec.ingress[0].from[0].ipBlock.cidr')],
  );
  const [, ofEndpoints] = await warningsOf('/api/v1/namespaces/default/endpoints', {
    apiVersion: 'v1',
    kind: 'Endpoints',
    metadata,
    subsets: [{ addresses: [{ ip: '2001:DB8::1' }], ports: [{ port: 1 }] }],
  });
  assert.equal(ofEndpoints, canonical('subsets[0].addresses[0].ip'));
});

test('accepts only canonical IPv6 addresses in EndpointSlices, and warns about names', async () => {
  const path = '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices';
  const slice = (addressType: string, address: string): JsonObject => ({
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { name: 'a' },
    addressType,
    endpoints: [{ addresses: [address] }],
  });
  const { send } = testServer();
  const { body } = await send('POST', path, slice('IPv6', '2001:DB8::1'));
  assert.equal(
    body['message'],
    'EndpointSlice.discovery.k8s.io "a" is invalid: endpoints[0].addresses[0]: Invalid value: "2001:DB8::1": must be in canonical form ("2001:db8::1")',
  );
  assert.deepEqual(await warningsOf(path, slice('FQDN', 'a.b')), [
    'spec.addressType: FQDN endpoints are deprecated',
  ]);
});
