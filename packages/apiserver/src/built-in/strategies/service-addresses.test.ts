import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@vmgen/base/json';
import { allocate, usedAddresses } from './service-addresses.js';

test('allocates no node port that the service itself uses for health checks', () => {
  // The first port that is allocated without a choice.
  const healthCheckNodePort = 30_086;
  const spec: JsonObject = {
    type: 'LoadBalancer',
    externalTrafficPolicy: 'Local',
    clusterIPs: ['None'],
    healthCheckNodePort,
    ports: [{ port: 80 }, { port: 81, nodePort: 30_087 }],
  };
  allocate(spec, usedAddresses([], ''), () => 0);
  const ports = [
    { port: 80, nodePort: 30_088 },
    { port: 81, nodePort: 30_087 },
  ];
  assert.deepEqual(spec['ports'], ports);
  assert.equal(spec['healthCheckNodePort'], healthCheckNodePort);
});
