import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Clock } from '@vmgen/runtime';
import { createFakeClock } from '@vmgen/runtime/testing';
import type { JsonObject } from '@vmgen/base/json';
import {
  ADMISSION_PATH,
  answerWith,
  configureWebhooks,
  HOOK_URL,
  patchOf,
  type ReviewRequest,
  ruleOf,
  webhook,
} from '../testing/admission-objects.js';
import {
  applyPatch,
  at,
  machine,
  machinesPath,
  mergePatch,
  testServer,
  type Send,
  type TestAnswer,
} from '../testing/test-server.js';
import type { ApiServerOptions } from '../server/api-server-options.js';

const configMaps = '/api/v1/namespaces/default/configmaps';

const configMap = (name: string, labels: JsonObject = {}): JsonObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, labels },
  data: { a: '1' },
});

const anyRule = ruleOf('*');

interface Hooked {
  readonly send: Send;
  readonly calls: readonly ReviewRequest[];
}

/** The response of a handler; a function of the request. */
type Respond = (request: ReviewRequest) => JsonObject;

const addLabel = (name: string): JsonObject =>
  patchOf([{ op: 'add', path: `/metadata/labels/${name}`, value: 'x' }]);

/** Creates a server with one webhook, which answers with `respond`. */
async function hooked(
  kind: 'Validating' | 'Mutating',
  settings: JsonObject = {},
  respond: Respond = () => ({}),
  options: ApiServerOptions = {},
): Promise<Hooked> {
  const calls: ReviewRequest[] = [];
  const handler = answerWith((request) => {
    calls.push(request);
    return respond(request);
  });
  const { send } = testServer({ ...options, webhookHandlers: { [HOOK_URL]: handler } });
  await configureWebhooks(send, kind, [webhook(settings)]);
  return { send, calls };
}

const messageOf = ({ body }: TestAnswer): unknown => body['message'];

describe('a validating webhook', () => {
  test('receives all writes of all verbs, and no reads', async () => {
    const { send, calls } = await hooked('Validating');
    const path = `${configMaps}/c`;
    await send('POST', configMaps, configMap('c'));
    await send('GET', path);
    await send('PUT', path, configMap('c'));
    await send('PATCH', path, { data: { a: 'b' } }, mergePatch);
    await send('PATCH', path, {}, mergePatch);
    await send('PATCH', `${path}?fieldManager=m&force=true`, configMap('c'), applyPatch);
    await send('POST', configMaps, { ...configMap('c'), data: { a: 1 } });
    await send('DELETE', `${path}?dryRun=All`);
    await send('POST', machinesPath, machine('m'));
    await send('POST', machinesPath, machine('invalid', { image: '' }));
    await send('DELETE', machinesPath);
    assert.deepEqual(
      calls.map((call) => [
        call['operation'],
        at({ ...call }, 'resource.resource'),
        call['name'],
        call['dryRun'],
        at({ ...call }, 'options.kind'),
      ]),
      [
        ['CREATE', 'configmaps', 'c', false, 'CreateOptions'],
        ['UPDATE', 'configmaps', 'c', false, 'UpdateOptions'],
        ['UPDATE', 'configmaps', 'c', false, 'UpdateOptions'],
        ['UPDATE', 'configmaps', 'c', false, 'UpdateOptions'],
        ['UPDATE', 'configmaps', 'c', false, 'UpdateOptions'],
        ['DELETE', 'configmaps', 'c', true, 'DeleteOptions'],
        ['CREATE', 'machines', 'm', false, 'CreateOptions'],
        // The deletion of a collection has no name.
        ['DELETE', 'machines', undefined, false, 'DeleteOptions'],
      ],
    );
  });

  test('denies with the status of its answer', async () => {
    const { send } = await hooked('Validating', {}, () => ({
      allowed: false,
      warnings: ['careful'],
      status: { message: 'no', code: 409, reason: 'Odd', details: { name: 'n' } },
    }));
    const answer = await send('POST', configMaps, configMap('c'));
    assert.equal(answer.status, 409);
    assert.equal(messageOf(answer), 'admission webhook "hook.test.tw" denied the request: no');
    assert.deepEqual([answer.body['reason'], answer.body['details']], ['Odd', { name: 'n' }]);
    assert.equal(answer.headers['warning'], '299 - "careful"');
    assert.equal((await send('GET', `${configMaps}/c`)).status, 404);
  });

  test('denies with 400 if it does not specify an error code', async () => {
    const { send } = await hooked('Validating', {}, () => ({ allowed: false }));
    const answer = await send('DELETE', `${configMaps}/kube-root-ca.crt`);
    assert.equal(answer.status, 404);
    const denied = await send('POST', configMaps, configMap('c'));
    assert.deepEqual([denied.status, denied.body['reason']], [400, undefined]);
  });

  test('fails the write if it rejects, unless the failure policy is Ignore', async () => {
    for (const [failurePolicy, status] of [
      ['Fail', 500],
      ['Ignore', 201],
    ] as const) {
      const { send } = testServer({
        webhookHandlers: {
          'https://hook.test.tw': () => Promise.reject(new Error('it is broken')),
        },
      });
      await configureWebhooks(send, 'Validating', [webhook({ failurePolicy })]);
      const answer = await send('POST', configMaps, configMap('c'));
      assert.equal(answer.status, status);
      if (status === 201) continue;
      assert.equal(
        messageOf(answer),
        `Internal error occurred: failed calling webhook "hook.test.tw": failed to call webhook: Post "${HOOK_URL}?timeout=10s": it is broken`,
      );
    }
  });

  test('fails the write after its timeout', async () => {
    const clock = createFakeClock();
    let aborted = false;
    const { send } = testServer({
      clock,
      webhookHandlers: {
        [HOOK_URL]: (_review, _path, signal) =>
          new Promise(() => signal.addEventListener('abort', () => (aborted = true))),
      },
    });
    await configureWebhooks(send, 'Validating', [webhook({ timeoutSeconds: 2 })]);
    const pending = send('POST', configMaps, configMap('c'));
    await clock.advance(2000);
    const answer = await pending;
    assert.equal(answer.status, 500);
    assert.match(String(messageOf(answer)), /timeout=2s": context deadline exceeded$/);
    assert.ok(aborted);
  });

  test('ends the write at the timeout of the request, whatever its failure policy is', async () => {
    const clock = createFakeClock();
    const { send } = testServer({
      clock,
      webhookHandlers: { [HOOK_URL]: () => new Promise(() => {}) },
    });
    const settings = { timeoutSeconds: 30, failurePolicy: 'Ignore' };
    await configureWebhooks(send, 'Mutating', [webhook(settings)]);
    for (const [query, ms] of [
      ['?timeout=2s', 2000],
      ['?timeout=1500ms', 1500],
    ] as const) {
      const pending = send('POST', configMaps + query, configMap('c'));
      await clock.advance(ms);
      const answer = await pending;
      assert.equal(answer.status, 504, answer.text);
      const message = 'Timeout: request did not complete within the allotted timeout';
      assert.equal(messageOf(answer), message);
    }
    const invalid = await send('POST', `${configMaps}?timeout=abc`, configMap('c'));
    assert.equal(invalid.status, 400);
    assert.equal(
      messageOf(invalid),
      'invalid timeout specified in the request URL - time: invalid duration "abc"',
    );
  });

  test('applies the failure policy to a call that fails just before the timeout of the request', async () => {
    const clock = createFakeClock();
    const { send } = testServer({
      clock,
      webhookHandlers: {
        [HOOK_URL]: async () => {
          await clock.advance(1999);
          throw new Error('it is broken');
        },
      },
    });
    await configureWebhooks(send, 'Mutating', [
      webhook({ timeoutSeconds: 30, failurePolicy: 'Ignore' }),
    ]);
    const answer = await send('POST', `${configMaps}?timeout=2s`, configMap('c'));
    assert.equal(answer.status, 201, answer.text);
  });

  test('ends the write at the timeout of the request if its timer fires early', async () => {
    const clock = createFakeClock();
    const early: Clock = {
      nowMs: () => clock.nowMs(),
      date: () => clock.date(),
      setTimer: (delayMs, callback) => clock.setTimer(delayMs - 5, callback),
    };
    const { send } = testServer({
      clock: early,
      webhookHandlers: { [HOOK_URL]: () => new Promise(() => {}) },
    });
    await configureWebhooks(send, 'Mutating', [
      webhook({ timeoutSeconds: 30, failurePolicy: 'Ignore' }),
    ]);
    const pending = send('POST', `${configMaps}?timeout=2s`, configMap('c'));
    await clock.advance(1995);
    assert.equal((await pending).status, 504);
  });

  test('of a Service that is not mapped fails the write', async () => {
    const { send } = testServer();
    const service = { namespace: 'default', name: 'hooks', path: '/check' };
    await configureWebhooks(send, 'Validating', [webhook({ clientConfig: { service } })]);
    const answer = await send('POST', configMaps, configMap('c'));
    assert.equal(
      messageOf(answer),
      'Internal error occurred: failed calling webhook "hook.test.tw": failed to call webhook: Post "https://hooks.default.svc:443/check?timeout=10s": service "hooks" not found',
    );
  });

  test('of a Service calls the handler with the path of the Service', async () => {
    const paths: string[] = [];
    const { send } = testServer({
      webhookHandlers: {
        'default/hooks': async (review, path, signal) => {
          paths.push(path);
          return answerWith(() => ({}))(review, path, signal);
        },
      },
    });
    const service = { namespace: 'default', name: 'hooks', path: '/check' };
    await configureWebhooks(send, 'Validating', [webhook({ clientConfig: { service } })]);
    assert.equal((await send('POST', configMaps, configMap('c'))).status, 201);
    assert.deepEqual(paths, ['/check']);
  });

  test('does not receive writes of configurations', async () => {
    const { send, calls } = await hooked('Validating', {}, () => ({ allowed: false }));
    const path = `${ADMISSION_PATH}/validatingwebhookconfigurations/hooks`;
    const labels = { metadata: { labels: { a: 'b' } } };
    assert.equal((await send('PATCH', path, labels, mergePatch)).status, 200);
    assert.equal((await send('DELETE', path)).status, 200);
    assert.equal((await send('POST', configMaps, configMap('c'))).status, 201);
    assert.equal(calls.length, 0);
  });

  test('makes an update start again if the object changes in the meantime', async () => {
    let change: (() => Promise<unknown>) | undefined;
    let calls = 0;
    const handler = answerWith(async () => {
      const once = change;
      change = undefined;
      await once?.();
      calls++;
      return {};
    });
    const { send } = testServer({ webhookHandlers: { [HOOK_URL]: handler } });
    await send('POST', configMaps, configMap('c'));
    const rules = [{ ...anyRule, operations: ['UPDATE'] }];
    await configureWebhooks(send, 'Validating', [webhook({ rules })]);
    const path = `${configMaps}/c`;
    change = () => send('PATCH', path, { data: { b: '2' } }, mergePatch);
    const answer = await send('PATCH', path, { data: { c: '3' } }, mergePatch);
    assert.deepEqual(answer.body['data'], { a: '1', b: '2', c: '3' });
    assert.equal(calls, 3);
  });
});

describe('a mutating webhook', () => {
  test('changes the object, which is then defaulted, pruned and validated', async () => {
    const { send } = await hooked('Mutating', {}, () =>
      patchOf([
        { op: 'remove', path: '/spec/action' },
        { op: 'add', path: '/spec/unknown', value: 1 },
        { op: 'add', path: '/status', value: { phase: 'early' } },
        { op: 'replace', path: '/spec/image', value: 'patched' },
      ]),
    );
    const answer = await send('POST', machinesPath, machine('m'));
    assert.deepEqual(answer.body['spec'], { action: 'active', image: 'patched' });
    assert.equal(answer.body['status'], undefined);
  });

  // As observed on kube-apiserver 1.37.2.
  test('adds unknown fields, which all calls receive and which increment the generation', async () => {
    const received: unknown[] = [];
    const receive = (response: JsonObject) =>
      answerWith((request) => {
        received.push(at({ ...request }, 'object.spec.unknown'));
        return response;
      });
    const add = patchOf([{ op: 'add', path: '/spec/unknown', value: 1 }]);
    const { send } = testServer({
      webhookHandlers: {
        'https://first.test.tw': receive({}),
        'https://second.test.tw': receive(add),
        'https://last.test.tw': receive({}),
      },
    });
    const named = (name: string): JsonObject =>
      webhook({ name: `${name}.test.tw`, clientConfig: { url: `https://${name}.test.tw` } });
    const again = { reinvocationPolicy: 'IfNeeded' };
    await configureWebhooks(send, 'Mutating', [{ ...named('first'), ...again }, named('second')]);
    await configureWebhooks(send, 'Validating', [named('last')]);

    const created = await send('POST', machinesPath, machine('m'));
    assert.equal(created.status, 201, created.text);
    // The second run of the first webhook receives the field.
    assert.deepEqual(received.splice(0), [undefined, undefined, 1, 1]);
    assert.equal(at(created.body, 'spec.unknown'), undefined);
    assert.equal(at(created.body, 'metadata.generation'), 1);

    for (const generation of [2, 3]) {
      const updated = await send('PATCH', `${machinesPath}/m`, '{}', mergePatch);
      assert.equal(at(updated.body, 'metadata.generation'), generation);
      assert.equal(at(updated.body, 'spec.unknown'), undefined);
    }
    const dryRun = await send('PATCH', `${machinesPath}/m?dryRun=All`, '{}', mergePatch);
    assert.deepEqual(at(dryRun.body, 'spec'), at(created.body, 'spec'));
    assert.equal(at(dryRun.body, 'metadata.generation'), 4);
  });

  test('fails the write with 422 if the object becomes invalid', async () => {
    const { send } = await hooked('Mutating', { failurePolicy: 'Ignore' }, () =>
      patchOf([{ op: 'replace', path: '/spec/image', value: '' }]),
    );
    assert.equal((await send('POST', machinesPath, machine('m'))).status, 422);
  });

  for (const [field, value, status, message] of [
    [
      'kind',
      'Gadget',
      422,
      'Gadget.test.tw "m" is invalid: kind: Invalid value: "Gadget": must be Machine',
    ],
    [
      'apiVersion',
      'test.tw/v2',
      500,
      'test.tw/v2, Kind=Machine is unstructured and is not suitable for converting to "test.tw/v1"',
    ],
  ] as const) {
    test(`cannot change the ${field} of a custom resource`, async () => {
      const change = patchOf([{ op: 'replace', path: `/${field}`, value }]);
      const { send } = await hooked('Mutating', {}, () => change);
      const created = await send('POST', machinesPath, machine('m'));
      assert.equal(created.status, status, created.text);
      assert.equal(messageOf(created), message);
      const applied = await send(
        'PATCH',
        `${machinesPath}/m?fieldManager=a`,
        machine('m'),
        applyPatch,
      );
      assert.equal(messageOf(applied), message);
      assert.equal((await send('GET', `${machinesPath}/m`)).status, 404);
    });
  }

  test('fails the write with 500 if the patch does not apply', async () => {
    const { send } = await hooked('Mutating', { failurePolicy: 'Ignore' }, () =>
      patchOf([{ op: 'add', path: '/none/a', value: 1 }]),
    );
    const answer = await send('POST', configMaps, configMap('c'));
    assert.equal(answer.status, 500);
    assert.equal(
      messageOf(answer),
      'Internal error occurred: add operation does not apply: doc is missing path: "/none/a": missing value',
    );
  });

  test('repairs an invalid object', async () => {
    const { send } = await hooked('Mutating', {}, () =>
      patchOf([{ op: 'replace', path: '/spec/image', value: 'nginx' }]),
    );
    assert.equal((await send('POST', machinesPath, machine('m', { image: '' }))).status, 201);
  });

  test('adds fields that no manager owns', async () => {
    const { send } = await hooked('Mutating', {}, () => addLabel('added'));
    const path = `${configMaps}/c?fieldManager=m`;
    const answer = await send('PATCH', path, configMap('c', { own: 'x' }), applyPatch);
    assert.deepEqual(at(answer.body, 'metadata.labels'), { added: 'x', own: 'x' });
    assert.deepEqual(
      JSON.stringify(at(answer.body, 'metadata.managedFields')).match(/f:(own|added)/g),
      ['f:own'],
    );
  });

  test('cannot damage managed fields, which are restored with a warning', async () => {
    const first = '/metadata/managedFields/0';
    for (const [patch, problem] of [
      [{ op: 'remove', path: `${first}/apiVersion` }, 'apiVersion must not be empty'],
      [
        { op: 'remove', path: `${first}/fieldsType` },
        'missing fieldsType in managed fields entry 0',
      ],
      [
        { op: 'replace', path: `${first}/fieldsType`, value: 'X' },
        'invalid fieldsType \\"X\\" in managed fields entry 0',
      ],
    ] as const) {
      const { send } = await hooked('Mutating', {}, () => patchOf([patch]));
      const created = await send('POST', configMaps, configMap('c'));
      assert.equal(created.status, 201, created.text);
      const warning = String(created.headers['warning']);
      assert.match(
        warning,
        /^299 - "\.metadata\.managedFields was in an invalid state after admission;/,
      );
      assert.ok(warning.endsWith(`please fix your requests: ${problem}"`), warning);
      const fields = at(created.body, 'metadata.managedFields.0') as JsonObject;
      assert.deepEqual([fields['apiVersion'], fields['fieldsType']], ['v1', 'FieldsV1']);
    }
  });

  test('can remove the managed fields by an empty list, which is not stored', async () => {
    const { send } = await hooked('Mutating', {}, () =>
      patchOf([{ op: 'add', path: '/metadata/managedFields', value: [] }]),
    );
    const { body } = await send('POST', configMaps, configMap('c'));
    assert.equal('managedFields' in (body['metadata'] as JsonObject), false);
  });

  test('that duplicates owners has no effect but a warning', async () => {
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid: 'u' };
    const { send } = await hooked('Mutating', {}, () =>
      patchOf([{ op: 'add', path: '/metadata/ownerReferences', value: [owner, owner] }]),
    );
    const created = await send('POST', configMaps, configMap('c'));
    const patched = await send('PATCH', `${configMaps}/c`, { data: { b: '2' } }, mergePatch);
    for (const { body, headers } of [created, patched]) {
      assert.deepEqual(at(body, 'metadata.ownerReferences'), [owner]);
      assert.match(
        String(headers['warning']),
        /contains duplicate entries after mutating admission happens; .* observed: u"$/,
      );
    }
  });

  test('is called again by IfNeeded only after a later change', async () => {
    const called: string[] = [];
    const named = (name: string) =>
      answerWith(() => {
        called.push(name);
        return name === 'none' ? {} : addLabel(name);
      });
    const names = ['first', 'second', 'none'];
    const { send } = testServer({
      webhookHandlers: Object.fromEntries(
        names.map((name) => [`https://${name}.test.tw`, named(name)]),
      ),
    });
    await configureWebhooks(
      send,
      'Mutating',
      names.map((name) =>
        webhook({
          name: `${name}.test.tw`,
          clientConfig: { url: `https://${name}.test.tw` },
          reinvocationPolicy: 'IfNeeded',
        }),
      ),
    );
    const answer = await send('POST', configMaps, configMap('c', { own: 'x' }));
    assert.deepEqual(at(answer.body, 'metadata.labels'), { own: 'x', first: 'x', second: 'x' });
    assert.deepEqual(called, ['first', 'second', 'none', 'first']);
  });

  test('that removes a default causes a second call by IfNeeded', async () => {
    const { send, calls } = await hooked('Mutating', {}, () =>
      patchOf([{ op: 'remove', path: '/spec/action' }]),
    );
    await configureWebhooks(
      send,
      'Mutating',
      [webhook({ reinvocationPolicy: 'IfNeeded' })],
      'before',
    );
    const answer = await send('POST', machinesPath, machine('m'));
    assert.equal(at(answer.body, 'spec.action'), 'active');
    assert.equal(calls.length, 3);
  });

  test('receives the Scale of an object, and changes it', async () => {
    const rules = [{ ...anyRule, resources: ['machines/scale'] }];
    const { send, calls } = await hooked('Mutating', { rules }, () =>
      patchOf([{ op: 'replace', path: '/spec/replicas', value: 7 }]),
    );
    await send('POST', machinesPath, machine('m', { replicas: 1 }));
    const path = `${machinesPath}/m/scale`;
    const answer = await send('PATCH', path, { spec: { replicas: 3 } }, mergePatch);
    assert.equal(at(answer.body, 'spec.replicas'), 7);
    assert.deepEqual(
      calls.map((call) => [
        at({ ...call }, 'kind.kind'),
        call['subResource'],
        at({ ...call }, 'object.spec'),
        at({ ...call }, 'oldObject.spec'),
      ]),
      [['Scale', 'scale', { replicas: 3 }, { replicas: 1 }]],
    );
    const times = calls.map((call) => at({ ...call }, 'object.metadata.managedFields.0.time'));
    assert.match(times.join(), /^\d{4}-/);
  });

  test('cannot give labels of a custom resource another type', async () => {
    const { send } = await hooked('Mutating', {}, () =>
      patchOf([{ op: 'add', path: '/metadata/labels', value: { n: 5 } }]),
    );
    const answer = await send('POST', machinesPath, machine('m'));
    assert.equal(answer.status, 422, answer.text);
    assert.equal(at(answer.body, 'details.causes.0.field'), 'metadata');
  });

  test('cannot change the kind of a Scale', async () => {
    const rules = [{ ...anyRule, resources: ['machines/scale'] }];
    const { send } = await hooked('Mutating', { rules }, () =>
      patchOf([{ op: 'replace', path: '/kind', value: 'Other' }]),
    );
    await send('POST', machinesPath, machine('m', { replicas: 1 }));
    const path = `${machinesPath}/m/scale`;
    const answer = await send('PATCH', path, { spec: { replicas: 3 } }, mergePatch);
    assert.equal(answer.status, 500);
    assert.match(String(messageOf(answer)), /no kind "Other" is registered/);
  });

  test('cannot patch a deletion', async () => {
    const { send } = await hooked(
      'Mutating',
      { rules: [{ ...anyRule, operations: ['DELETE'] }] },
      () => patchOf([{ op: 'add', path: '/a', value: 1 }]),
    );
    await send('POST', configMaps, configMap('c'));
    const answer = await send('DELETE', `${configMaps}/c`);
    assert.equal(
      messageOf(answer),
      'Internal error occurred: admission webhook "hook.test.tw" attempted to modify the object, which is not supported for this operation',
    );
    assert.equal((await send('GET', `${configMaps}/c`)).status, 200);
  });
});

describe('a webhook', () => {
  const rule = (part: JsonObject): JsonObject => ({ rules: [{ ...anyRule, ...part }] });
  const labelled = (value: string): JsonObject => ({ matchLabels: { test: value } });
  const named = (name: string): JsonObject => ({
    matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'In', values: [name] }],
  });
  const condition = (expression: string): JsonObject => ({
    matchConditions: [{ name: 'c', expression }],
  });
  const cases: readonly { what: string; settings: JsonObject; receives: boolean }[] = [
    { what: 'other operations', settings: rule({ operations: ['DELETE'] }), receives: false },
    { what: 'the operation', settings: rule({ operations: ['CREATE'] }), receives: true },
    { what: 'other groups', settings: rule({ apiGroups: ['apps'] }), receives: false },
    { what: 'the core group', settings: rule({ apiGroups: [''] }), receives: true },
    { what: 'other versions', settings: rule({ apiVersions: ['v2'] }), receives: false },
    { what: 'other resources', settings: rule({ resources: ['secrets'] }), receives: false },
    { what: 'subresources', settings: rule({ resources: ['configmaps/status'] }), receives: false },
    {
      what: 'a resource and all its subresources',
      settings: rule({ resources: ['configmaps/*'] }),
      receives: true,
    },
    { what: 'cluster-scoped objects', settings: rule({ scope: 'Cluster' }), receives: false },
    { what: 'namespaced objects', settings: rule({ scope: 'Namespaced' }), receives: true },
    { what: 'other labels', settings: { objectSelector: labelled('b') }, receives: false },
    { what: 'the labels', settings: { objectSelector: labelled('a') }, receives: true },
    { what: 'other namespaces', settings: { namespaceSelector: named('other') }, receives: false },
    { what: 'the namespace', settings: { namespaceSelector: named('default') }, receives: true },
    {
      what: 'objects by a true condition',
      settings: condition('object.data.a == "1" && oldObject == null && request.name == "c"'),
      receives: true,
    },
    {
      what: 'objects by a false condition',
      settings: condition('request.operation == "DELETE"'),
      receives: false,
    },
  ];
  for (const { what, settings, receives } of cases) {
    test(`that selects ${what} ${receives ? 'receives' : 'does not receive'} the write`, async () => {
      const { send, calls } = await hooked('Validating', settings);
      const answer = await send('POST', configMaps, configMap('c', { test: 'a' }));
      assert.equal(answer.status, 201, answer.text);
      assert.equal(calls.length, receives ? 1 : 0);
    });
  }

  test('whose condition fails denies with 403 without a call', async () => {
    const { send, calls } = await hooked('Validating', condition('object.data.none == "1"'));
    const answer = await send('POST', configMaps, configMap('c'));
    assert.equal(answer.status, 403);
    assert.equal(
      messageOf(answer),
      `configmaps "c" is forbidden: expression 'object.data.none == "1"' resulted in error: no such key: none`,
    );
    assert.equal(calls.length, 0);
  });

  test('receives a Namespace as a cluster-scoped object with its own labels', async () => {
    const namespace = (name: string): JsonObject => ({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name, labels: { test: name } },
    });
    const { send, calls } = await hooked('Validating', {
      rules: [{ ...anyRule, scope: 'Cluster' }],
      namespaceSelector: labelled('a'),
    });
    await send('POST', '/api/v1/namespaces', namespace('a'));
    await send('POST', '/api/v1/namespaces', namespace('b'));
    assert.deepEqual(
      calls.map((call) => call['name']),
      ['a'],
    );
  });

  test('receives the object in the version of its rule, by the match policy Equivalent', async () => {
    const rules = [{ ...anyRule, apiGroups: ['autoscaling'], apiVersions: ['v1'] }];
    const autoscaler: JsonObject = {
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata: { name: 'a' },
      spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: 'v1', kind: 'K', name: 'n' } },
    };
    for (const matchPolicy of ['Equivalent', 'Exact']) {
      const { send, calls } = await hooked('Mutating', { rules, matchPolicy }, () =>
        patchOf([{ op: 'replace', path: '/spec/maxReplicas', value: 9 }]),
      );
      const path = '/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers';
      const answer = await send('POST', path, autoscaler);
      const isCalled = matchPolicy === 'Equivalent';
      assert.equal(at(answer.body, 'spec.maxReplicas'), isCalled ? 9 : 3, answer.text);
      assert.deepEqual(
        calls.map((call) => [
          at({ ...call }, 'object.apiVersion'),
          at({ ...call }, 'kind.version'),
          at({ ...call }, 'requestKind.version'),
        ]),
        isCalled ? [['autoscaling/v1', 'v1', 'v2']] : [],
      );
    }
  });
});
