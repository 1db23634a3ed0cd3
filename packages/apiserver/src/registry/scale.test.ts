import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createFakeClock } from '@vmgen/runtime/testing';
import type { JsonObject } from '@vmgen/base/json';
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

// The answers of kube-apiserver 1.37.2.
describe('the managers of a scale', () => {
  const path = `${machinesPath}/a`;
  const put = (send: Send, manager: string, replicas: number) =>
    send('PUT', `${path}/scale?fieldManager=${manager}`, machineScale('a', replicas));
  const apply = (send: Send, manager: string, replicas: number, query = '') => {
    const url = `${path}/scale?fieldManager=${manager}${query}`;
    return send('PATCH', url, machineScale('a', replicas), applyPatch);
  };
  const managers = async (send: Send): Promise<unknown[]> => {
    const { body } = await send('GET', path);
    const entries = at(body, 'metadata.managedFields') as JsonObject[];
    return entries.map(({ manager, operation, subresource, time, fieldsV1 }) => [
      manager,
      operation,
      subresource,
      time === undefined ? 'no time' : 'time',
      Object.keys((at(fieldsV1 as JsonObject, 'f:spec') ?? {}) as JsonObject).join(),
    ]);
  };

  test('own the replica count without a time', async () => {
    const { send } = testServer();
    await send('POST', machinesPath, machine('a', { replicas: 1 }));
    await put(send, 'b', 2);
    assert.deepEqual(await managers(send), [
      ['b', 'Update', 'scale', 'no time', 'f:replicas'],
      ['tester', 'Update', undefined, 'time', '.,f:action,f:image'],
    ]);
  });

  test('lose a replica count of 0, which Go omits', async () => {
    const { send } = testServer();
    await send('POST', machinesPath, machine('a', { replicas: 1 }));
    await put(send, 'b', 0);
    const rest = ['tester', 'Update', undefined, 'time', '.,f:action,f:image'];
    assert.deepEqual(await managers(send), [rest]);
    await put(send, 'b', 4);
    assert.deepEqual(await managers(send), [rest]);
  });

  test('include those of the object, which conflict with an apply', async () => {
    const { send } = testServer();
    await send('POST', machinesPath, machine('a', { replicas: 1 }));
    const refused = await apply(send, 'c', 2);
    assert.equal(refused.status, 409);
    assert.equal(
      refused.body['message'],
      'Apply failed with 1 conflict: conflict with "tester" using autoscaling/v1: .spec.replicas',
    );
    assert.equal((await apply(send, 'c', 1)).status, 200);
    assert.deepEqual((await managers(send))[0], ['c', 'Apply', 'scale', 'no time', 'f:replicas']);
  });

  test('of a custom resource cannot apply another count, or one without managers', async () => {
    const { send } = testServer();
    await send('POST', machinesPath, machine('a', { replicas: 1 }));
    const cannot =
      'to proper version: request to convert CR to an invalid group/version: autoscaling/v1';
    const changed = await apply(send, 'c', 2, '&force=true');
    assert.equal(changed.status, 500);
    assert.equal(
      changed.body['message'],
      `failed to convert new object (default/a; autoscaling/v1, Kind=Scale) ${cannot}`,
    );
    await put(send, 'b', 0);
    const unowned = await apply(send, 'c', 2);
    assert.equal(unowned.status, 500);
    assert.equal(
      unowned.body['message'],
      `failed to create manager for existing fields: failed to convert live object (/; autoscaling/v1, Kind=Scale) ${cannot}`,
    );
  });

  test('need a replica count after a patch', async () => {
    const { send } = testServer();
    await send('POST', machinesPath, machine('a'));
    const empty = await send('PATCH', `${path}/scale`, {}, mergePatch);
    assert.equal(empty.status, 400);
    assert.equal(empty.body['message'], 'the spec replicas field ".spec.replicas" cannot be empty');
  });
});

/** The codes are those of kube-apiserver 1.37.2. */
describe('a Scale', () => {
  const [body, unknown, misfit] = [{ spec: { replicas: 1 } }, { what: 1 }, 'x'];
  const cases: readonly { what: string; change: JsonObject; codes: readonly number[] }[] = [
    { what: 'of the object', change: {}, codes: [200, 200, 200, 200, 200] },
    {
      what: 'of another name',
      change: { metadata: { name: 'b' } },
      codes: [400, 400, 400, 400, 400],
    },
    {
      what: 'of another namespace',
      change: { metadata: { name: 'a', namespace: 'b' } },
      codes: [400, 400, 400, 400, 400],
    },
    {
      what: 'with an older version',
      change: { metadata: { name: 'a', resourceVersion: '1' } },
      codes: [409, 409, 409, 409, 409],
    },
    {
      what: 'of another uid',
      change: { metadata: { name: 'a', uid: 'x' } },
      codes: [409, 200, 409, 409, 409],
    },
    {
      what: 'with managers',
      change: { metadata: { name: 'a', managedFields: [{}] } },
      codes: [200, 200, 200, 200, 400],
    },
    { what: 'of another kind', change: { kind: 'Other' }, codes: [400, 422, 400, 422, 400] },
    {
      what: 'of another version',
      change: { apiVersion: 'autoscaling/v2' },
      codes: [400, 422, 400, 422, 400],
    },
    {
      what: 'with an unknown field',
      change: { spec: { replicas: 1, ...unknown } },
      codes: [400, 422, 400, 422, 500],
    },
    { what: 'with another unknown field', change: unknown, codes: [400, 422, 400, 422, 500] },
    {
      what: 'with a misfit',
      change: { spec: { replicas: misfit } },
      codes: [400, 422, 400, 422, 500],
    },
    {
      what: 'of no replicas',
      change: { spec: { replicas: null } },
      codes: [200, 200, 200, 200, 200],
    },
  ];
  for (const { what, change, codes } of cases) {
    test(`${what} is answered as by kube-apiserver`, async () => {
      const { send } = testServer();
      await send('POST', machinesPath, machine('a', { replicas: 1 }));
      const labels = { a: 'b' };
      const deployments = '/apis/apps/v1/namespaces/default/deployments';
      await send('POST', deployments, {
        metadata: { name: 'a' },
        spec: {
          selector: { matchLabels: labels },
          template: { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } },
        },
      });
      const type = { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'a' } };
      const sent = { ...type, ...body, ...change };
      const query = '/a/scale?dryRun=All&fieldManager=m';
      const strict = `${query}&fieldValidation=Strict`;
      const answers = [
        await send('PUT', `${machinesPath}${strict}`, sent),
        await send('PATCH', `${machinesPath}${strict}`, sent, mergePatch),
        await send('PUT', `${deployments}${strict}`, sent),
        await send('PATCH', `${deployments}${strict}`, sent, mergePatch),
        await send('PATCH', `${deployments}${query}&force=true`, sent, applyPatch),
      ];
      const text = answers.map((answer) => answer.text).join('\n');
      const statuses = answers.map(({ status }) => status);
      assert.deepEqual(statuses, codes, text);
    });
  }

  test('reports invalid options although the object is absent', async () => {
    const { send } = testServer();
    const path = `${machinesPath}/absent/scale`;
    for (const [method, query, headers] of [
      ['PUT', 'dryRun=Some', {}],
      ['PATCH', 'fieldValidation=x', mergePatch],
      ['PATCH', 'force=true', mergePatch],
    ] as const) {
      const scale = machineScale('absent', 1);
      assert.equal((await send(method, `${path}?${query}`, scale, headers)).status, 422);
      assert.equal((await send(method, path, scale, headers)).status, 404);
    }
  });

  test('warns of unknown fields', async () => {
    const { send } = testServer();
    await send('POST', machinesPath, machine('a', { replicas: 1 }));
    const { headers } = await send('PATCH', `${machinesPath}/a/scale`, { what: 1 }, mergePatch);
    assert.equal(headers['warning'], String.raw`299 - "unknown field \"what\""`);
  });

  test('of a custom resource is shown in a table', async () => {
    const { send } = testServer({ clock: createFakeClock() });
    await send('POST', machinesPath, machine('a', { replicas: 3 }));
    const ask = (as: string) =>
      send('GET', `${machinesPath}/a/scale`, undefined, {
        accept: `application/json;as=${as};v=v1;g=meta.k8s.io`,
      });
    const { body: table } = await ask('Table');
    const columns = table['columnDefinitions'] as JsonObject[];
    assert.deepEqual(
      columns.map(({ name, type }) => [name, type]),
      [
        ['Name', 'string'],
        ['Desired', 'integer'],
        ['Available', 'integer'],
        ['Age', 'date'],
      ],
    );
    assert.deepEqual(at(table, 'rows.0.cells'), ['a', 3, 0, '0s']);
    const list = await ask('PartialObjectMetadataList');
    assert.equal(list.status, 406);
    assert.match(list.text, /the requested object is not a list \(\*v1\.Scale\)/);
  });
});
