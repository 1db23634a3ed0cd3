import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { testServer } from '../../testing/test-server.js';
import { testStrategy } from './strategy-table.test.fixture.js';

// The expected responses are from kube-apiserver 1.37.2.
describe('the strategy of storage.k8s.io/v1 CSINode', () => {
  testStrategy({
    apiVersion: 'storage.k8s.io/v1',
    kind: 'CSINode',
    base: { spec: { drivers: [{ name: 'a.b', nodeID: 'n' }] } },
    invalid: [
      [
        { 'spec.drivers': [{}] },
        'spec.drivers[0].name: Required value',
        'spec.drivers[0].nodeID: Required value',
      ],
    ],
  });
});

test('a CSINode can have no drivers, although its schema requires the list', async () => {
  const { send } = testServer();
  const { status, body } = await send('POST', '/apis/storage.k8s.io/v1/csinodes', {
    metadata: { name: 'a' },
  });
  assert.equal(status, 201);
  assert.deepEqual(body['spec'], { drivers: null });
});

describe('the strategy of storage.k8s.io/v1 VolumeAttributesClass', () => {
  testStrategy({
    apiVersion: 'storage.k8s.io/v1',
    kind: 'VolumeAttributesClass',
    base: { driverName: 'a.b' },
    defaults: { 'metadata.finalizers': ['kubernetes.io/vac-protection'] },
    invalid: [[{ driverName: null }, 'driverName: Required value']],
  });
});

describe('the strategy of flowcontrol.apiserver.k8s.io/v1 FlowSchema', () => {
  testStrategy({
    apiVersion: 'flowcontrol.apiserver.k8s.io/v1',
    kind: 'FlowSchema',
    base: { spec: { priorityLevelConfiguration: { name: 'exempt' } } },
    defaults: { 'spec.matchingPrecedence': 1000, status: {} },
    invalid: [
      [
        { 'spec.priorityLevelConfiguration.name': null },
        'spec.priorityLevelConfiguration.name: Required value',
      ],
    ],
  });
});

describe('the strategy of flowcontrol.apiserver.k8s.io/v1 PriorityLevelConfiguration', () => {
  const apiVersion = 'flowcontrol.apiserver.k8s.io/v1';
  const kind = 'PriorityLevelConfiguration';
  testStrategy({
    apiVersion,
    kind,
    base: { spec: { type: 'Limited', limited: { limitResponse: { type: 'Queue', queuing: {} } } } },
    defaults: {
      'spec.limited.nominalConcurrencyShares': 30,
      'spec.limited.lendablePercent': 0,
      'spec.limited.limitResponse.queuing.queues': 64,
      'spec.limited.limitResponse.queuing.handSize': 8,
      'spec.limited.limitResponse.queuing.queueLengthLimit': 50,
      status: {},
    },
  });
  testStrategy({
    apiVersion,
    kind,
    base: { spec: { type: 'Exempt', exempt: {} } },
    defaults: {
      'spec.exempt.nominalConcurrencyShares': 0,
      'spec.exempt.lendablePercent': 0,
      status: {},
    },
  });
});

describe('the strategy of apiregistration.k8s.io/v1 APIService', () => {
  const spec = { group: 'x.y', version: 'v1', groupPriorityMinimum: 1, versionPriority: 1 };
  testStrategy({
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    base: {
      metadata: { name: 'v1.x.y' },
      spec: { ...spec, service: { name: 'a', namespace: 'b' } },
    },
    defaults: { 'spec.service.port': 443, status: {} },
  });
  testStrategy({
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    base: { metadata: { name: 'v1.x.y' }, spec },
    status: {
      sent: {},
      stored: {
        conditions: [
          {
            type: 'Available',
            status: 'True',
            reason: 'Local',
            message: 'Local APIServices are always available',
            lastTransitionTime: '2026-01-01T00:00:00Z',
          },
        ],
      },
    },
  });
});
