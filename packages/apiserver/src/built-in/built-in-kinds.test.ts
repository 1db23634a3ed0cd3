import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import type { JsonObject, JsonValue } from '@vmgen/base/json';
import { referenceOf, TypeLibrary, type TypeSchema } from '../data/type-library.js';
import { createServingCertificate } from '../http/serving-certificate.js';
import { readBuiltIns } from '../node/read-built-ins.js';
import { groupVersionOf, type ServedResource } from '../resource/served-resource.js';
import {
  at,
  machineDefinition,
  mergePatch,
  testServer,
  type Send,
} from '../testing/test-server.js';

const types = new TypeLibrary(readBuiltIns().types);

const exchanges = new URL('../../testdata/exchanges/', import.meta.url);

/** Valid objects, by apiVersion and kind. */
const allowed = new Map(
  readdirSync(exchanges).map((file) => {
    const { apiVersion, kind, base } = parse(readFileSync(new URL(file, exchanges), 'utf8')) as {
      readonly apiVersion: string;
      readonly kind: string;
      readonly base: JsonObject;
    };
    return [`${apiVersion} ${kind}`, base];
  }),
);

const template = {
  metadata: { labels: { app: 'test' } },
  spec: { containers: [{ name: 'main', image: 'busybox' }] },
};

const matchConstraints = {
  resourceRules: [
    { operations: ['CREATE'], apiGroups: ['x'], apiVersions: ['v1'], resources: ['xs'] },
  ],
};
const mutation = {
  patchType: 'ApplyConfiguration',
  applyConfiguration: { expression: 'Object{}' },
};

/** Valid objects of kinds without a file of exchanges. */
const others: readonly (readonly [string, JsonObject])[] = [
  ['v1 PodTemplate', { template }],
  ['v1 ReplicationController', { spec: { template } }],
  ['apps/v1 ControllerRevision', { revision: 1, data: { a: 'b' } }],
  ['networking.k8s.io/v1 IngressClass', { spec: { controller: 'example.com/controller' } }],
  [
    'admissionregistration.k8s.io/v1 ValidatingAdmissionPolicy',
    { spec: { matchConstraints, validations: [{ expression: 'true' }] } },
  ],
  [
    'admissionregistration.k8s.io/v1 ValidatingAdmissionPolicyBinding',
    { spec: { policyName: 'x', validationActions: ['Deny'] } },
  ],
  [
    'apiregistration.k8s.io/v1 APIService',
    { metadata: { name: 'v1.x' }, spec: { version: 'v1', group: 'x' } },
  ],
  ...['v1', 'v1beta1'].map((version): [string, JsonObject] => [
    `certificates.k8s.io/${version} ClusterTrustBundle`,
    { spec: { trustBundle: createServingCertificate(['127.0.0.1']).caPem } },
  ]),
  ['networking.k8s.io/v1 ServiceCIDR', { spec: { cidrs: ['10.0.0.0/8'] } }],
  [
    'networking.k8s.io/v1 IPAddress',
    { metadata: { name: '10.0.0.5' }, spec: { parentRef: { resource: 'services', name: 'a' } } },
  ],
  [
    'admissionregistration.k8s.io/v1 MutatingAdmissionPolicy',
    { spec: { matchConstraints, mutations: [mutation], reinvocationPolicy: 'Never' } },
  ],
  ['admissionregistration.k8s.io/v1 MutatingAdmissionPolicyBinding', { spec: { policyName: 'x' } }],
];
for (const [kind, object] of others) allowed.set(kind, object);

/** Returns the smallest object that the schema of a type permits. */
function sampleOf(component: string): JsonObject {
  const { properties = {}, required = [] } = types.schema(component);
  // A struct that is not a pointer is always present.
  const needed = Object.keys(properties).filter(
    (name) =>
      !['metadata', 'status'].includes(name) &&
      (required.includes(name) || JSON.stringify(properties[name]?.default) === '{}'),
  );
  return Object.fromEntries(needed.map((name) => [name, valueOf(properties[name] ?? {})]));
}

function valueOf(schema: TypeSchema): JsonValue {
  const component = referenceOf(schema);
  if (component !== undefined) {
    if (component.endsWith('Time')) return '2026-01-02T15:04:05.000000Z';
    const { properties, type } = types.schema(component);
    return properties === undefined && type !== 'object' ? '1' : sampleOf(component);
  }
  switch (schema.type) {
    case 'array':
      return [valueOf(schema.items ?? {})];
    case 'object':
      return {};
    case 'integer':
      return 1;
    case 'boolean':
      return true;
    default:
      return schema.format === 'byte' ? 'eA==' : 'x';
  }
}

const everything = { runtimeConfig: { 'api/all': true } };

/** Kinds with special validation, which other tests cover. */
const SPECIAL = new Set(['Event', 'CustomResourceDefinition']);

const isStored = (resource: ServedResource): boolean =>
  ['create', 'get', 'watch'].every((verb) => resource.verbs.includes(verb));

function pathOf(resource: ServedResource): string {
  const root = resource.group === '' ? '/api' : '/apis';
  const scope = resource.namespaced ? '/namespaces/default' : '';
  return `${root}/${groupVersionOf(resource)}${scope}/${resource.plural}`;
}

async function walkThrough(send: Send, resource: ServedResource): Promise<void> {
  const path = pathOf(resource);
  const labels = { app: 'test' };
  const known = allowed.get(`${groupVersionOf(resource)} ${resource.kind}`);
  const own = at(known ?? {}, 'metadata.name');
  const name = typeof own === 'string' ? own : 'sample';
  const sample = {
    ...(known ?? sampleOf(resource.component ?? '')),
    metadata: { name, labels },
  };
  const created = await send('POST', path, sample);
  assert.equal(created.status, 201, created.text);
  assert.equal(created.body['kind'], resource.kind);
  const list = await send('GET', `${path}?labelSelector=app%3Dtest`);
  assert.equal(at(list.body, 'items.0.metadata.name'), name, list.text);
  const changes = { metadata: { labels: { app: 'other' } } };
  const patched = await send('PATCH', `${path}/${name}`, changes, mergePatch);
  assert.equal(at(patched.body, 'metadata.labels.app'), 'other', patched.text);
  const replaced = await send('PUT', `${path}/${name}`, patched.body);
  assert.equal(replaced.status, 200, replaced.text);
  assert.deepEqual(replaced.body, patched.body);
  assert.equal((await send('DELETE', `${path}/${name}?propagationPolicy=Background`)).status, 200);
  assert.equal((await send('GET', `${path}/${name}`)).status, 404);
}

describe('every built-in kind', () => {
  const { server, send } = testServer(everything);
  const stored = server.servedResources().filter((one) => !one.isCustom && isStored(one));
  for (const resource of stored) {
    if (SPECIAL.has(resource.kind)) continue;
    test(`${groupVersionOf(resource)} ${resource.kind} can be created, read, updated and deleted`, () =>
      walkThrough(send, resource));
  }

  test('appears in the discovery documents of its group', async () => {
    for (const { group, version, kind } of stored) {
      const root = group === '' ? 'api' : 'apis';
      const { body } = await send(
        'GET',
        `/openapi/v3/${root}/${groupVersionOf({ group, version })}`,
      );
      assert.match(JSON.stringify(at(body, 'components')), new RegExp(`\\.${kind}"`));
    }
  });
});

test('rejects unqualified finalizers except in definitions', async () => {
  const { send } = testServer();
  const held = { name: 'held', finalizers: ['mine'] };
  const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: held };
  const refused = await send('POST', '/api/v1/namespaces/default/configmaps', map);
  assert.match(
    refused.text,
    /metadata\.finalizers\[0\]: Invalid value: .+neither a standard finalizer/,
  );
  const definition = {
    ...machineDefinition,
    metadata: { ...held, name: 'tools.test.tw' },
    spec: { ...machineDefinition.spec, names: { plural: 'tools', kind: 'Tool' } },
  };
  const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  const { status, text } = await send('POST', definitions, JSON.stringify(definition));
  assert.equal(status, 201, text);
});
