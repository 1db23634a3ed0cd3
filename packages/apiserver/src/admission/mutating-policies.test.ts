import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject } from '@vmgen/base/json';
import {
  answerWith,
  bindPolicy,
  configureWebhooks,
  HOOK_URL,
  patchOf,
  ruleOf,
  webhook,
} from '../testing/admission-objects.js';
import {
  at,
  machine,
  machinesPath,
  mergePatch,
  testServer,
  type Send,
} from '../testing/test-server.js';

const configMaps = '/api/v1/namespaces/default/configmaps';

const configMap = (name: string, data: JsonObject = { a: '1' }): JsonObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  data,
});

const apply = (expression: string): JsonObject => ({
  patchType: 'ApplyConfiguration',
  applyConfiguration: { expression },
});
const patch = (expression: string): JsonObject => ({
  patchType: 'JSONPatch',
  jsonPatch: { expression },
});

/** Stores a policy with a binding of the same name. */
async function store(
  send: Send,
  name: string,
  mutations: readonly JsonObject[],
  more: JsonObject = {},
): Promise<void> {
  const rule = {
    operations: ['CREATE', 'UPDATE'],
    apiGroups: ['', 'test.tw', 'apps'],
    apiVersions: ['v1'],
    resources: ['configmaps', 'services', 'machines', 'machines/scale', 'deployments'],
  };
  const matchConstraints = { resourceRules: [rule] };
  const policy = { matchConstraints, reinvocationPolicy: 'Never', mutations: [...mutations] };
  await bindPolicy(send, 'Mutating', name, { ...policy, ...more });
}

async function withPolicy(...mutations: readonly JsonObject[]): Promise<Send> {
  const { send } = testServer();
  await store(send, 'p', mutations);
  return send;
}

/** Returns the data of a ConfigMap after mutations, or the reason of the denial. */
async function dataAfter(...mutations: readonly JsonObject[]): Promise<unknown> {
  const send = await withPolicy(...mutations);
  const { status, body } = await send('POST', configMaps, configMap('x'));
  if (status === 201) return body['data'];
  const prefix = "policy 'p' with binding 'p' denied request: ";
  const message = at(body, 'message');
  assert.ok(typeof message === 'string');
  if (status === 403) {
    assert.equal(body['reason'], 'Invalid');
    assert.deepEqual(at(body, 'details.causes.0'), { message });
  }
  return `${status} ${message.replace(prefix, '')}`;
}

// The texts are those of kube-apiserver 1.37.2.
describe('an ApplyConfiguration', () => {
  test('sets fields by the merge of server-side apply', async () => {
    assert.deepEqual(await dataAfter(apply("Object{data: {'b': '2'}}")), { a: '1', b: '2' });
    assert.deepEqual(await dataAfter(apply('Object{data: Object.data{b: object.data.a}}')), {
      a: '1',
      b: '1',
    });
    const send = await withPolicy(
      apply("Object{spec: Object.spec{ports: [Object.spec.ports{port: 80, name: 'n'}]}}"),
    );
    const service = { spec: { ports: [{ port: 80 }], selector: { a: 'b' } } };
    const { body } = await send('POST', '/api/v1/namespaces/default/services', {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'x' },
      ...service,
    });
    const port = { name: 'n', protocol: 'TCP', port: 80, targetPort: 80 };
    assert.deepEqual(at(body, 'spec.ports'), [port]);
  });

  test('does not own the fields that it sets', async () => {
    const send = await withPolicy(apply("Object{spec: Object.spec{image: 'policy'}}"));
    const { body, text } = await send('POST', machinesPath, machine('m', { image: 'a' }));
    assert.equal(at(body, 'spec.image'), 'policy', text);
  });

  test('rejects fields outside of the schema, wrong types and atomic parts', async () => {
    const prefix = '403 error applying patch: ';
    assert.equal(
      await dataAfter(apply('Object{spec: Object.spec{a: 1}}')),
      `${prefix}failed to convert patch object to typed object: .spec: field not declared in schema`,
    );
    assert.equal(
      await dataAfter(apply("Object{data: {'b': 1}}")),
      `${prefix}failed to convert patch object to typed object: .data.b: expected string, got &value.valueUnstructured{Value:1}`,
    );
    const owner = "Object.metadata.ownerReferences{uid: 'u'}";
    const atomic = apply(
      `Object{metadata: Object.metadata{ownerReferences: [${owner}], managedFields: []}}`,
    );
    assert.equal(
      await dataAfter(atomic),
      `${prefix}invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: .metadata.ownerReferences[0], .metadata.managedFields`,
    );
    assert.equal(
      await dataAfter(apply('Object{metadata: Object.spec{}}')),
      '403 type mismatch: unexpected type name "Object.spec", expected "Object.metadata", which matches field name path from root Object type',
    );
  });

  test('ignores kind, and renames by metadata.name', async () => {
    const send = await withPolicy(
      apply("Object{kind: 'Foo', metadata: Object.metadata{name: 'other'}}"),
    );
    const { status, body } = await send('POST', configMaps, configMap('x'));
    assert.deepEqual(
      [status, at(body, 'kind'), at(body, 'metadata.name')],
      [201, 'ConfigMap', 'other'],
    );
  });

  test('cannot change a Scale', async () => {
    const send = await withPolicy(apply('Object{spec: Object.spec{replicas: 5}}'));
    await send('POST', machinesPath, machine('m', { image: 'a' }));
    const scaled = { spec: { replicas: 2 } };
    const { status, text } = await send('PATCH', `${machinesPath}/m/scale`, scaled, mergePatch);
    assert.equal(status, 403);
    assert.match(text, /no corresponding type for autoscaling\/v1, Kind=Scale/);
  });
});

describe('a JSONPatch', () => {
  test('patches the object', async () => {
    const patched = await dataAfter(
      patch(
        "[JSONPatch{op: 'test', path: '/data/a', value: '1'}, JSONPatch{op: 'add', path: '/data/' + jsonpatch.escapeKey('b/c'), value: object.metadata.name}]",
      ),
      patch("[JSONPatch{op: 'move', from: '/data/a', path: '/data/d'}]"),
    );
    assert.ok(typeof patched === 'string');
    assert.match(patched, /^422 .*data\[b\/c\]: Invalid value/);
    assert.deepEqual(
      await dataAfter(patch("[JSONPatch{op: 'add', path: '/data', value: Object.data{b: 'x'}}]")),
      {
        b: 'x',
      },
    );
  });

  test('is skipped after a failed test operation', async () => {
    const failing =
      "[JSONPatch{op: 'test', path: '/data/a', value: 'x'}, JSONPatch{op: 'remove', path: '/data/a'}]";
    assert.deepEqual(await dataAfter(patch(failing)), { a: '1' });
  });

  test('denies if an operation fails or the result cannot be decoded', async () => {
    const one = (fields: string): JsonObject => patch(`[JSONPatch{${fields}}]`);
    assert.equal(
      await dataAfter(one("op: 'remove', path: '/data/zz'")),
      "403 JSON Patch: error in remove for path: '/data/zz': Unable to remove nonexistent key: zz: missing value",
    );
    assert.equal(
      await dataAfter(one("op: 'add', path: '/data/b', value: 2")),
      '500 Internal error occurred: json: cannot unmarshal number into data.b of type string',
    );
    assert.equal(
      await dataAfter(one("op: 'add', path: '/spec', value: {'a': 1}")),
      '500 Internal error occurred: strict decoding error: unknown field "spec"',
    );
  });
});

describe('a JSONPatch of a Scale', () => {
  test('is rejected for a custom resource', async () => {
    const send = await withPolicy(
      patch("[JSONPatch{op: 'add', path: '/spec/replicas', value: 7}]"),
    );
    await send('POST', machinesPath, machine('m', { image: 'a' }));
    const scaled = { spec: { replicas: 2 } };
    const { status, text } = await send('PATCH', `${machinesPath}/m/scale`, scaled, mergePatch);
    assert.equal(status, 403);
    assert.match(text, /request to convert CR to an invalid group\/version: autoscaling\/v1/);
  });

  test('cannot add unknown fields', async () => {
    const { send } = testServer();
    const path = '/apis/apps/v1/namespaces/default/deployments';
    const template = {
      metadata: { labels: { a: 'b' } },
      spec: { containers: [{ name: 'c', image: 'i' }] },
    };
    await send('POST', path, {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'd' },
      spec: { selector: { matchLabels: { a: 'b' } }, template },
    });
    const scaleRule = {
      operations: ['UPDATE'],
      apiGroups: ['apps'],
      apiVersions: ['v1'],
      resources: ['deployments/scale'],
    };
    const added = [patch("[JSONPatch{op: 'add', path: '/unknown', value: 1}]")];
    await store(send, 'p', added, { matchConstraints: { resourceRules: [scaleRule] } });
    const { status, text } = await send(
      'PATCH',
      `${path}/d/scale`,
      { spec: { replicas: 2 } },
      mergePatch,
    );
    assert.equal(status, 500);
    assert.match(text, /strict decoding error: unknown field \\"unknown\\"/);
  });
});

describe('a mutating admission policy', () => {
  test('denies with all its errors, unless its failure policy is Ignore', async () => {
    const failing = apply("Object{data: {'b': object.x.y}}");
    const { send } = testServer();
    await store(send, 'p', [failing, failing]);
    const { status, body } = await send('POST', configMaps, configMap('x'));
    assert.equal(status, 403);
    assert.equal((at(body, 'details.causes') as unknown[]).length, 2);
    const other = testServer();
    const ignoring = { failurePolicy: 'Ignore' };
    await store(other.send, 'p', [failing, apply("Object{data: {'c': '1'}}")], ignoring);
    const created = await other.send('POST', configMaps, configMap('x'));
    assert.deepEqual(at(created.body, 'data'), { a: '1', c: '1' });
  });

  test('runs again if its reinvocation policy is IfNeeded and another policy changes the object', async () => {
    const { send } = testServer();
    const copy = apply("Object{data: {'copy': object.data.?late.orValue('none')}}");
    await store(send, 'a', [copy], { reinvocationPolicy: 'IfNeeded' });
    await store(send, 'b', [apply("Object{data: {'late': 'yes'}}")]);
    const { body } = await send('POST', configMaps, configMap('x'));
    assert.deepEqual(at(body, 'data'), { a: '1', copy: 'yes', late: 'yes' });
    const never = testServer();
    await store(never.send, 'a', [copy]);
    await store(never.send, 'b', [apply("Object{data: {'late': 'yes'}}")]);
    const once = await never.send('POST', configMaps, configMap('x'));
    assert.deepEqual(at(once.body, 'data'), { a: '1', copy: 'none', late: 'yes' });
  });

  test('cannot apply again to a custom resource with an unknown field of a webhook', async () => {
    const add = patchOf([{ op: 'add', path: '/spec/unknown', value: 1 }]);
    const { send } = testServer({ webhookHandlers: { [HOOK_URL]: answerWith(() => add) } });
    await configureWebhooks(send, 'Mutating', [webhook({ rules: [ruleOf('machines')] })]);
    const labels = apply("Object{metadata: Object.metadata{labels: {'a': 'b'}}}");
    await store(send, 'p', [labels], { reinvocationPolicy: 'IfNeeded' });
    const { status, body } = await send('POST', machinesPath, machine('m'));
    assert.equal(status, 403);
    assert.match(
      String(at(body, 'message')),
      /failed to convert original object to typed object: \.spec\.unknown: field not declared in schema$/,
    );
  });

  test('sees the changes of earlier mutations', async () => {
    assert.deepEqual(
      await dataAfter(
        apply("Object{data: {'b': '2'}}"),
        apply("Object{data: {'c': object.data.b}}"),
      ),
      { a: '1', b: '2', c: '2' },
    );
  });
});
