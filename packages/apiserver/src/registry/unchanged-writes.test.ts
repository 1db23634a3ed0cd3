import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '@vmgen/runtime/testing';
import {
  createConversionHandler,
  createConversionKey,
  defineConversion,
} from '@vmgen/runtime/conversion';
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
import { crdOf, versionWith } from '@vmgen/fixtures/crd-of';
import {
  applyPatch,
  at,
  machine,
  machineScale,
  machinesPath,
  mergePatch,
  testServer,
  type Send,
} from '../testing/test-server.js';

const path = `${machinesPath}/m`;

const applyScale = (send: Send): ReturnType<Send> =>
  send('PATCH', `${path}/scale?fieldManager=a`, machineScale('m', 1), applyPatch);

/** Writes that are repeated: the second one changes nothing. */
const WRITES: Readonly<Record<string, (send: Send) => ReturnType<Send>>> = {
  'a PUT with a selfLink': async (send) => {
    const { body } = await send('GET', path);
    const metadata = { ...(body['metadata'] as JsonObject), selfLink: '/x' };
    return send('PUT', path, { ...body, metadata });
  },
  'a patch of the scale': (send) =>
    send('PATCH', `${path}/scale`, { spec: { replicas: 5 } }, mergePatch),
  'a PUT of the scale': (send) => send('PUT', `${path}/scale`, machineScale('m', 5)),
  'an apply of the scale': async (send) => {
    // In kube-apiserver too, the second apply removes the entry of the former owner.
    await applyScale(send);
    return applyScale(send);
  },
  'an apply': (send) => send('PATCH', `${path}?fieldManager=a`, machine('m'), applyPatch),
};

const rules = [ruleOf('*/*')];

const addPolicy = (send: Send): Promise<void> =>
  bindPolicy(send, 'Validating', 'all', {
    matchConstraints: { resourceRules: rules },
    validations: [{ expression: 'true' }],
  });

const mutate = answerWith(() =>
  patchOf([{ op: 'add', path: '/metadata/labels', value: { a: 'b' } }]),
);

const addMutatingWebhook = (send: Send): Promise<void> =>
  configureWebhooks(send, 'Mutating', [webhook({ rules })]);

/** What each write passes. */
const ADMISSION: Readonly<Record<string, (send: Send) => Promise<void>>> = {
  '': async () => {},
  ', with a policy': addPolicy,
  ', with a mutating webhook': addMutatingWebhook,
};

for (const [where, addAdmission] of Object.entries(ADMISSION)) {
  for (const [what, write] of Object.entries(WRITES)) {
    test(`does not store ${what} that changes nothing${where}`, async () => {
      const clock = createFakeClock();
      const { send } = testServer({ clock, webhookHandlers: { [HOOK_URL]: mutate } });
      await addAdmission(send);
      await send('POST', machinesPath, machine('m', { replicas: 1 }));
      assert.equal((await write(send)).status, 200);
      const before = await send('GET', path);
      await clock.advance(5000);
      assert.equal((await write(send)).status, 200);
      assert.deepEqual((await send('GET', path)).body, before.body);
    });
  }
}

const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const text: JsonObject = { type: 'string' };
const defaulted: JsonObject = { type: 'string', default: 'z' };

/** Two versions: v1 is stored. */
function things(
  v1: JsonObject,
  v2: JsonObject,
  conversion: JsonObject = { strategy: 'None' },
): JsonObject {
  const version = (name: string, fields: JsonObject): JsonObject =>
    versionWith(name, { spec: { type: 'object', properties: { a: text, ...fields } } });
  return crdOf(
    { group: 'test.tw', kind: 'Thing', scope: 'Cluster' },
    [version('v1', v1), version('v2', v2)],
    { conversion },
  );
}

const CONVERSION = 'https://convert.test.tw';

/** The field b of v1 is c in v2. */
const renaming = defineConversion({
  group: 'test.tw',
  kind: 'Thing',
  hub: 'v1',
  spokes: { v2: { renamed: { '.spec.b': '.spec.c' }, toHub: {}, fromHub: {} } },
});

const applyThing = (send: Send, fields: JsonObject = {}): ReturnType<Send> => {
  const thing = {
    apiVersion: 'test.tw/v2',
    kind: 'Thing',
    metadata: { name: 't' },
    spec: { a: 'b', ...fields },
  };
  return send('PATCH', '/apis/test.tw/v2/things/t?fieldManager=a', thing, applyPatch);
};

const versionOf = async (send: Send): Promise<unknown> =>
  at((await send('GET', '/apis/test.tw/v1/things/t')).body, 'metadata.resourceVersion');

for (const hasPolicy of [false, true]) {
  test(`does not default an apply that changes nothing${hasPolicy ? ', with a policy' : ''}`, async () => {
    const { send } = testServer();
    await send('POST', CRDS, things({}, { b: defaulted }));
    if (hasPolicy) await addPolicy(send);
    await applyThing(send);
    const before = await versionOf(send);
    assert.equal((await applyThing(send)).status, 200);
    assert.equal(await versionOf(send), before);
  });
}

for (const [where, addAdmission] of Object.entries(ADMISSION)) {
  test(`does not store an apply through another version that a webhook converts${where}`, async () => {
    const keys = [createConversionKey()];
    const convert = createConversionHandler([renaming], { keys: () => keys });
    const { send } = testServer({
      webhookHandlers: { [HOOK_URL]: mutate, [CONVERSION]: (review) => convert(review) },
    });
    const converter = { clientConfig: { url: CONVERSION }, conversionReviewVersions: ['v1'] };
    const conversion = { strategy: 'Webhook', webhook: converter };
    const crd = things({ b: text }, { c: text }, conversion);
    assert.equal((await send('POST', CRDS, crd)).status, 201);
    await addAdmission(send);
    const first = await applyThing(send, { c: 'd' });
    assert.equal(first.status, 201, first.text);
    const before = await send('GET', '/apis/test.tw/v1/things/t');
    assert.deepEqual(before.body['spec'], { a: 'b', b: 'd' });
    assert.equal((await applyThing(send, { c: 'd' })).status, 200);
    assert.deepEqual((await send('GET', '/apis/test.tw/v1/things/t')).body, before.body);
  });
}

test('stores an apply that changes nothing in its version, but removes a field of another version', async () => {
  const { send } = testServer();
  await send('POST', CRDS, things({ b: text }, {}));
  await applyThing(send);
  const path = '/apis/test.tw/v1/things/t?fieldManager=m';
  await send('PATCH', path, { spec: { b: 'x' } }, mergePatch);
  const before = await versionOf(send);
  assert.equal((await applyThing(send)).status, 200);
  assert.notEqual(await versionOf(send), before);
  assert.equal(at((await send('GET', '/apis/test.tw/v1/things/t')).body, 'spec.b'), undefined);
});

test('validates an apply that changes nothing', async () => {
  const { send } = testServer();
  const rule = { rule: '!oldSelf.hasValue()', optionalOldSelf: true };
  await send(
    'POST',
    CRDS,
    things({ b: text }, { b: { ...text, 'x-kubernetes-validations': [rule] } }),
  );
  const thing = {
    apiVersion: 'test.tw/v2',
    kind: 'Thing',
    metadata: { name: 't' },
    spec: { a: 'b', b: 'c' },
  };
  const apply = (): ReturnType<Send> =>
    send('PATCH', '/apis/test.tw/v2/things/t?fieldManager=a', thing, applyPatch);
  const created = await apply();
  assert.equal(created.status, 201, created.text);
  const repeated = await apply();
  assert.equal(repeated.status, 422);
});

test('ignores the namespace of a cluster-scoped object, also in an apply that changes nothing', async () => {
  const clock = createFakeClock();
  const { send } = testServer({ clock });
  await send('POST', CRDS, things({}, {}));
  const things1 = '/apis/test.tw/v1/things';
  const thing = (metadata: JsonObject): JsonObject => ({
    apiVersion: 'test.tw/v1',
    kind: 'Thing',
    metadata: { name: 't', namespace: 'other', ...metadata },
    spec: { a: 'b' },
  });
  const resourceVersion = at(
    (await send('POST', things1, thing({}))).body,
    'metadata.resourceVersion',
  );
  assert.equal(typeof resourceVersion, 'string');
  const path = `${things1}/t`;
  const writes = [
    () => send('PUT', path, thing({ resourceVersion: String(resourceVersion) })),
    () => send('PATCH', path, { metadata: { namespace: 'x' } }, mergePatch),
    () => send('PATCH', `${path}?fieldManager=a`, thing({}), applyPatch),
    () => send('PATCH', `${path}?fieldManager=a`, thing({}), applyPatch),
  ];
  for (const write of writes) {
    await clock.advance(2000);
    const before = await send('GET', path);
    const answer = await write();
    assert.equal(answer.status, 200, answer.text);
    assert.equal(at(answer.body, 'metadata.namespace'), undefined);
    const isFirstApply = write === writes[2];
    assert.equal(answer.text === before.text, !isFirstApply, answer.text);
  }
});
