import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject, JsonValue } from '@vmgen/base/json';
import {
  answerWith,
  configureWebhooks,
  HOOK_URL,
  patchOf,
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
  type TestAnswer,
} from '../testing/test-server.js';

/** The codes are those of kube-apiserver 1.37.2. */
describe('a mutating webhook that changes metadata', () => {
  const cases: readonly {
    what: string;
    path: string;
    value?: JsonValue;
    /** Of a creation, an update, and updates of the status and of the scale. */
    codes: readonly number[];
  }[] = [
    { what: 'type of labels', path: 'labels', value: { a: 5 }, codes: [422, 422, 200, 500] },
    { what: 'type of managers', path: 'managedFields', value: 'x', codes: [422, 422, 200, 500] },
    { what: 'type of the generation', path: 'generation', value: 'x', codes: [201, 200, 200, 500] },
    {
      what: 'time of the creation',
      path: 'creationTimestamp',
      value: 'x',
      codes: [201, 200, 200, 500],
    },
    { what: 'form of a label', path: 'labels', value: { a: '!' }, codes: [422, 422, 200, 200] },
    { what: 'namespace', path: 'namespace', value: 'other', codes: [400, 400, 400, 200] },
    { what: 'namespace to none', path: 'namespace', codes: [201, 200, 200, 200] },
    { what: 'name to none', path: 'name', codes: [422, 422, 200, 200] },
    { what: 'version', path: 'resourceVersion', value: '1', codes: [500, 409, 409, 409] },
    { what: 'version to none', path: 'resourceVersion', codes: [201, 422, 422, 200] },
    { what: 'version to a text', path: 'resourceVersion', value: 'x', codes: [201, 500, 500, 500] },
    { what: 'uid', path: 'uid', value: 'x', codes: [201, 422, 200, 200] },
  ];
  for (const { what, path, value, codes } of cases) {
    test(`(${what}) of a custom resource is answered as by kube-apiserver`, async () => {
      let isActive = false;
      const change: JsonObject =
        value === undefined
          ? { op: 'remove', path: `/metadata/${path}` }
          : { op: 'add', path: `/metadata/${path}`, value };
      const handler = answerWith(() => (isActive ? patchOf([change]) : {}));
      const { send } = testServer({ webhookHandlers: { [HOOK_URL]: handler } });
      await configureWebhooks(send, 'Mutating', [webhook({ rules: [ruleOf('*/*')] })]);
      await send('POST', machinesPath, machine('m', { replicas: 1 }));
      isActive = true;
      const own = `${machinesPath}/m`;
      const created = machine('new', {}, value === undefined ? { [path]: 'default' } : {});
      const answers = [
        await send('POST', machinesPath, created),
        await send('PATCH', own, { spec: { image: 'other' } }, mergePatch),
        await send('PATCH', `${own}/status`, { status: { phase: 'p' } }, mergePatch),
        await send('PATCH', `${own}/scale`, { spec: { replicas: 2 } }, mergePatch),
      ];
      const text = answers.map((answer) => answer.text).join('\n');
      assert.deepEqual(
        answers.map(({ status }) => status),
        codes,
        text,
      );
    });
  }

  const answerOfScale = async (change: JsonObject, isApply: boolean): Promise<TestAnswer> => {
    const handler = answerWith(() => patchOf([change]));
    const { send } = testServer({ webhookHandlers: { [HOOK_URL]: handler } });
    const deployments = '/apis/apps/v1/namespaces/default/deployments';
    const labels = { a: 'b' };
    const created = await send('POST', deployments, {
      metadata: { name: 'd' },
      spec: {
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } },
      },
    });
    assert.equal(created.status, 201, created.text);
    await configureWebhooks(send, 'Mutating', [webhook({ rules: [ruleOf('deployments/scale')] })]);
    const scale = { apiVersion: 'autoscaling/v1', kind: 'Scale', spec: { replicas: 5 } };
    return isApply
      ? send('PATCH', `${deployments}/d/scale?fieldManager=m&force=true`, scale, applyPatch)
      : send('PATCH', `${deployments}/d/scale`, { spec: scale.spec }, mergePatch);
  };

  for (const isApply of [false, true]) {
    test(`receives the Scale of ${isApply ? 'an apply' : 'a patch'}`, async () => {
      const changed = await answerOfScale({ op: 'add', path: '/spec/replicas', value: 7 }, isApply);
      assert.equal(at(changed.body, 'spec.replicas'), 7, changed.text);
      const other = await answerOfScale({ op: 'add', path: '/metadata/uid', value: 'x' }, isApply);
      assert.equal(other.status, 409);
      assert.match(
        other.text.replaceAll('\\"', '"'),
        /"Operation cannot be fulfilled on deployments\/scale\.apps "d": Precondition failed: UID in precondition: x, UID in object meta: /,
      );
    });
  }
});
