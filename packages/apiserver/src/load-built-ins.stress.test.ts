import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { JsonObject } from '@vmgen/base/json';
import {
  definitionOf,
  definitions,
  testAttacks,
  many,
  object,
  type Attack,
} from './testing/load-fixture.js';
import { jsonPatch, strategicPatch, testServer, type TestAnswer } from './testing/test-server.js';

const namespaced = '/api/v1/namespaces/default';

const post = (plural: string, body: JsonObject | string): Promise<TestAnswer> =>
  testServer().send('POST', `${namespaced}/${plural}`, body);

const podText = (spec: string): string =>
  `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"},"spec":${spec}}`;

const configMap = (metadata: JsonObject): JsonObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'a', ...metadata },
});

describe('adversarial objects of built-in kinds', () => {
  testAttacks([
    {
      title: 'rejects a Service with more node ports than available in linear time',
      status: 500,
      message: /failed to allocate a nodePort: range is full$/,
      run: () =>
        post('services', {
          apiVersion: 'v1',
          kind: 'Service',
          metadata: { name: 'a' },
          spec: { type: 'NodePort', ports: many(8000, (i) => ({ name: `p${i}`, port: i + 1 })) },
        }),
    },
    {
      title: 'allocates the node ports of a Service with 2,000 ports in linear time',
      status: 201,
      run: () =>
        post('services', {
          apiVersion: 'v1',
          kind: 'Service',
          metadata: { name: 'a' },
          spec: { type: 'NodePort', ports: many(2000, (i) => ({ name: `p${i}`, port: i + 1 })) },
        }),
    },
    {
      title: 'updates a Pod with 20,000 tolerations in linear time',
      status: 200,
      run: async () => {
        const { send } = testServer();
        const tolerations = many(20_000, (i) => ({ key: `k${i}`, operator: 'Exists' }));
        const spec = { containers: [{ name: 'a', image: 'a' }], tolerations };
        await send('POST', `${namespaced}/pods`, podText(JSON.stringify(spec)));
        const value = { key: 'new', operator: 'Exists' };
        const patch = [{ op: 'add', path: '/spec/tolerations/-', value }];
        return send('PATCH', `${namespaced}/pods/a?dryRun=All`, patch, jsonPatch);
      },
    },
    {
      title: 'validates 10,000 topology spread constraints in linear time',
      status: 201,
      run: () => {
        const constraint = { maxSkew: 1, whenUnsatisfiable: 'DoNotSchedule' };
        const topologySpreadConstraints = many(10_000, (i) => ({
          ...constraint,
          topologyKey: `k${i}`,
        }));
        const spec = { containers: [{ name: 'a', image: 'a' }], topologySpreadConstraints };
        return post('pods?dryRun=All', podText(JSON.stringify(spec)));
      },
    },
    {
      title: 'compiles a policy with 6,000 variables in linear time',
      status: 201,
      run: () => {
        const path = '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies?dryRun=All';
        const rule = { operations: ['CREATE'], apiGroups: ['*'], apiVersions: ['*'] };
        const variables = many(6000, (i) => ({ name: `v${i}`, expression: '1' }));
        return testServer().send('POST', path, {
          metadata: { name: 'a' },
          spec: {
            matchConstraints: { resourceRules: [{ ...rule, resources: ['*'] }] },
            variables,
            validations: [{ expression: 'variables.v5999 > 0' }],
          },
        });
      },
    },
    {
      title: 'times out for 500,000 null containers',
      status: 504,
      message: /^Timeout: /,
      run: () => post('pods', podText(`{"containers":[${'null,'.repeat(499_999)}null]}`)),
    },
    ...['containers', 'volumes', 'tolerations', 'imagePullSecrets'].map((field): Attack => ({
      title: `rejects 250,000 empty ${field} before defaults are set`,
      status: 504,
      message: /^Timeout: /,
      run: () => post('pods', podText(`{"${field}":[${'{},'.repeat(249_999)}{}]}`)),
    })),
    {
      title: 'rejects 60,000 containers that defaults make too large before validation',
      status: 500,
      message: /^etcdserver: request is too large$/,
      run: () => {
        const containers = many(60_000, (i) => ({ name: `C_${i}` }));
        return post('pods', podText(JSON.stringify({ containers })));
      },
    },
    {
      title: 'rejects 250,000 empty owner references before processing them',
      status: 500,
      message: /^etcdserver: request is too large$/,
      run: () => {
        const references = `[${'{},'.repeat(249_999)}{}]`;
        return post('configmaps', `{"metadata":{"name":"a","ownerReferences":${references}}}`);
      },
    },
    ...(['Update', 'Apply'] as const).map((operation): Attack => ({
      title: `merges 10,000 entries of managedFields for ${operation} in linear time`,
      status: 201,
      run: () => {
        const managedFields = many(10_000, (i) => ({
          manager: `m${i}`,
          operation,
          apiVersion: 'v1',
          time: '2024-01-01T00:00:00Z',
          fieldsType: 'FieldsV1',
          fieldsV1: { 'f:data': { [`f:k${i}`]: {} } },
        }));
        return post('configmaps', configMap({ managedFields }));
      },
    })),
  ]);
});

describe('adversarial strategic merge patches', () => {
  testAttacks([
    {
      title: 'uses one budget for all lists of a patch',
      status: 504,
      message: /^Timeout: /,
      run: async () => {
        const { send } = testServer();
        const containers = many(40, (i) => ({ name: `c${i}`, image: 'a' }));
        const pods = `${namespaced}/pods`;
        const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } };
        await send('POST', pods, { ...pod, spec: { containers } });
        const ports = many(800, (i) => ({ containerPort: i + 1 }));
        const patched = containers.map(({ name }) => ({
          name,
          '$setElementOrder/env': [],
          env: many(1500, (i) => ({ name: `e${i}` })),
          '$setElementOrder/ports': [],
          ports,
        }));
        return send('PATCH', `${pods}/a`, { spec: { containers: patched } }, strategicPatch);
      },
    },
  ]);
});

describe('garbage collection of adversarial objects', () => {
  testAttacks([
    {
      title: 'processes only the objects whose owner has the new kind again',
      status: 201,
      run: async () => {
        const { server, send } = testServer({ garbageCollection: true });
        const owner = { apiVersion: 'nope.io/v1', kind: 'Nope', name: 'a' };
        server.seed(
          many(3000, (i) => ({
            apiVersion: 'v1',
            kind: 'ConfigMap',
            metadata: { name: `c${i}`, ownerReferences: [{ ...owner, uid: `u${i}` }] },
          })),
        );
        let answer: TestAnswer | undefined;
        for (let i = 0; i < 100; i++) {
          const definition = definitionOf(`k${i}s`, `K${i}`, object({}));
          answer = await send('POST', definitions, JSON.stringify(definition));
        }
        assert.ok(answer !== undefined);
        return answer;
      },
    },
  ]);
});
