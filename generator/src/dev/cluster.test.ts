import assert from 'node:assert/strict';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { createApiServer, startHttpsServer } from '@vmgen/apiserver';
import { crdOf, versionWith } from '@vmgen/fixtures/crd-of';
import { Cluster } from './cluster.js';
import { createFakeClock } from '@vmgen/runtime/testing';
import { folderWith } from '../testing/folder-with.js';

const crd = (plural: string) =>
  crdOf({ group: 'web.example.com', kind: 'Site', plural }, [versionWith('v1', {})]);

/** An embedded server, and a fake clock. */
async function openCluster(t: TestContext) {
  const running = await startHttpsServer(createApiServer());
  t.after(() => running.close());
  const kubeconfig = path.join(folderWith(t), 'kubeconfig');
  await running.writeKubeconfig(kubeconfig);
  const clock = createFakeClock();
  const cluster = await Cluster.open({ kubeconfig }, clock);
  t.after(() => cluster.close());
  return { cluster, clock };
}

test('a CRD that the server does not serve has failed, with its conditions', async (t) => {
  const { cluster, clock } = await openCluster(t);
  assert.deepEqual(await cluster.install([crd('sites')]), []);

  let isDone = false;
  // Its kind is that of the other CRD.
  const installed = cluster.install([crd('others')]).finally(() => (isDone = true));
  for (let second = 0; second < 60 && !isDone; second++) await clock.advance(1_000);
  assert.ok(isDone);
  assert.deepEqual(await installed, [
    {
      object: 'CustomResourceDefinition others.web.example.com',
      reason:
        'the server does not serve it: NamesAccepted is False, ListKindConflict, "SiteList" is already in use; Established is False, NotAccepted, not all names are accepted',
    },
  ]);
});

test('a CRD is removed with its objects, once nobody holds them', async (t) => {
  const { cluster, clock } = await openCluster(t);
  const remove = async () => {
    let isDone = false;
    const removed = cluster.remove([crd('sites')]).finally(() => (isDone = true));
    for (let second = 0; second < 60 && !isDone; second++) await clock.advance(1_000);
    return removed;
  };
  assert.deepEqual(await cluster.install([crd('sites')]), []);
  const site = { apiVersion: 'web.example.com/v1', kind: 'Site', metadata: { name: 'one' } };
  const finalizers = ['web.example.com/hold'];
  assert.deepEqual(await cluster.apply([{ ...site, metadata: { name: 'one', finalizers } }]), []);
  const [held] = await remove();
  assert.match(held?.reason ?? '', /^it is being deleted, and objects of it have finalizers/);
  assert.deepEqual(await cluster.apply([site]), []);
  assert.deepEqual(await remove(), []);
  assert.deepEqual(await cluster.installed([crd('sites')]), []);
});
