import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Cluster } from '#generator/dev/cluster.js';
import { createFakeClock } from '@vmgen/runtime/testing';
import { startBareEmbeddedCluster } from '../support/embedded-cluster.js';

const crd = (plural: string) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.web.example.com` },
  spec: {
    group: 'web.example.com',
    scope: 'Namespaced',
    names: { plural, kind: 'Site' },
    versions: [
      { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
    ],
  },
});

test('a CRD that the server does not serve has failed, with its conditions', async (t) => {
  const embedded = await startBareEmbeddedCluster();
  t.after(() => embedded.stop());
  const clock = createFakeClock();
  const cluster = await Cluster.open({ kubeconfig: embedded.kubeconfig }, clock);
  t.after(() => cluster.close());
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
