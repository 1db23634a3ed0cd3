import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { KubernetesObject } from '@vmgen/runtime';
import { createFakeClock, createFakeRandom } from '@vmgen/runtime/testing';
import type { ApiServer, ObjectChange } from '../server/api-server.js';
import { createApiServer } from '../node/create-api-server.js';
import { crdOf, versionWith } from '@vmgen/fixtures/crd-of';

const open = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } as const;

const definitionOf = (kind: string) =>
  crdOf({ group: 'web.example.com', kind, names: { listKind: `${kind}List` } }, [
    versionWith('v1', {}, { schema: { openAPIV3Schema: open } }),
  ]);

const SITES = '/apis/web.example.com/v1/namespaces/default/sites';
const MAPS = '/api/v1/namespaces/default/configmaps';

function start(t: TestContext) {
  const server = createApiServer({
    crds: [definitionOf('Site')],
    garbageCollection: true,
    clock: createFakeClock(),
    random: createFakeRandom(1),
  });
  t.after(() => server.close());
  const send = async (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
  ): Promise<Partial<KubernetesObject>> => {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    const sent = body && { body: JSON.stringify(body), headers: { 'content-type': type } };
    const answer = await server.handle({ method, path, ...sent });
    assert.ok(answer.status < 300, await answer.text());
    return JSON.parse(await answer.text()) as Partial<KubernetesObject>;
  };
  return { server, send };
}

/** All objects without their versions. */
async function contentOf(server: ApiServer): Promise<string[]> {
  const texts: string[] = [];
  for (const path of [SITES, MAPS, '/api/v1/namespaces', '/api/v1/secrets']) {
    const text = await (await server.handle({ method: 'GET', path })).text();
    texts.push(text.replaceAll(/"resourceVersion":"\d+"/g, ''));
  }
  return texts;
}

test('restores objects that were changed, deleted or created since, with everything that follows', async (t) => {
  const { server, send } = start(t);
  const site = await send('POST', SITES, {
    apiVersion: 'web.example.com/v1',
    kind: 'Site',
    metadata: { name: 'shop' },
  });
  const owner = {
    apiVersion: 'web.example.com/v1',
    kind: 'Site',
    name: 'shop',
    uid: site.metadata?.uid,
  };
  const child = { metadata: { name: 'child', ownerReferences: [owner] } };
  await send('POST', MAPS, child);
  await send('POST', MAPS, { metadata: { name: 'other' }, data: { a: '1' } });
  await send('POST', '/api/v1/namespaces', { metadata: { name: 'team' } });
  const before = await contentOf(server);
  const snapshot = server.snapshot();

  for (let round = 0; round < 3; round++) {
    await send('DELETE', `${SITES}/shop`); // and the garbage collector deletes the child
    await send('PATCH', `${MAPS}/other`, { data: { a: '2' } });
    await send('POST', '/api/v1/namespaces/team/secrets', { metadata: { name: 'new' } });
    await send('DELETE', '/api/v1/namespaces/team');
    assert.notDeepEqual(await contentOf(server), before);
    server.restore(snapshot);
    assert.deepEqual(await contentOf(server), before);
  }
  await send('DELETE', `${SITES}/shop`);
  assert.equal((await server.handle({ method: 'GET', path: `${MAPS}/child` })).status, 404);
});

test('a restore ends the orphaning of dependents that is still running', async (t) => {
  const { server, send } = start(t);
  const { metadata } = await send('POST', MAPS, { metadata: { name: 'owner' } });
  const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: metadata?.uid ?? '' };
  server.seed(
    Array.from({ length: 2000 }, (_, i) => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: `child-${i}`, namespace: 'default', ownerReferences: [owner] },
    })),
  );
  const owned = (): number => {
    const maps = [...server.snapshot().objects()].filter(({ kind }) => kind === 'ConfigMap');
    return maps.filter((map) => (map.metadata.ownerReferences?.length ?? 0) > 0).length;
  };
  const snapshot = server.snapshot();
  const deletion = send('DELETE', `${MAPS}/owner?propagationPolicy=Orphan`);
  await setImmediate();
  assert.ok(owned() < 2000 && owned() > 0);
  server.restore(snapshot);
  await deletion;
  assert.equal(owned(), 2000);
});

test('clients see a restore as changes with new versions', async (t) => {
  const { server, send } = start(t);
  const created = await send('POST', MAPS, { metadata: { name: 'kept' }, data: { a: '1' } });
  await send('POST', MAPS, { metadata: { name: 'again' } });
  const snapshot = server.snapshot();
  await send('PATCH', `${MAPS}/kept`, { data: { a: '2' } });
  await send('POST', MAPS, { metadata: { name: 'new' } });
  await send('DELETE', `${MAPS}/again`);
  await send('POST', MAPS, { metadata: { name: 'again' } });
  const seen: string[] = [];
  const note = ({ type, object }: ObjectChange): void =>
    void seen.push(`${type} ${object.kind} ${object.metadata.name}`);
  const stops = [server.observe(note), server.observe(note)];
  stops[1]?.();
  server.restore(snapshot);
  assert.deepEqual(seen, [
    'DELETED ConfigMap again',
    'DELETED ConfigMap new',
    'ADDED ConfigMap again',
    'MODIFIED ConfigMap kept',
  ]);
  const kept = await send('GET', `${MAPS}/kept`);
  assert.ok(Number(kept.metadata?.resourceVersion) > Number(created.metadata?.resourceVersion) + 3);
  server.restore(snapshot);
  assert.equal(seen.length, 4);
  stops[0]?.();
  await send('POST', MAPS, { metadata: { name: 'later' } });
  assert.equal(seen.length, 4);
});

test('refuses a snapshot with other definitions, and one of another server', async (t) => {
  const { server } = start(t);
  const snapshot = server.snapshot();
  server.installCustomResourceDefinition(definitionOf('Page'));
  assert.throws(() => server.restore(snapshot), {
    message:
      'the CustomResourceDefinition pages.web.example.com has changed since the snapshot; take a snapshot after it is installed',
  });
  const { server: same, send } = start(t);
  const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  const definition = definitionOf('Site');
  const seeded = { ...definition, metadata: { ...definition.metadata, uid: '1' } };
  for (let time = 0; time < 2; time++) {
    const taken = same.snapshot();
    await send('DELETE', `${crds}/sites.web.example.com`);
    same.seed([seeded]);
    assert.throws(() => same.restore(taken), /definition sites.web.example.com has changed/i);
  }
  assert.throws(() => server.restore(start(t).server.snapshot()), {
    message: 'the snapshot is one of another server; restore it there',
  });
});
