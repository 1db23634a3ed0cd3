import assert from 'node:assert/strict';
import { setTimeout as pauseMs } from 'node:timers/promises';
import { before, describe, test } from 'node:test';
import { startEnvtest, type Envtest } from '@vmgen/apiserver/envtest';
import { createDeploymentClient, deploymentResource } from '@vmgen/kubernetes/apps/v1';
import { configMapResource, createConfigMapClient } from '@vmgen/kubernetes/core/v1';
import { child, type Manager, type ObjectContext } from '@vmgen/manager';
import {
  explore,
  exploreStates,
  realServer,
  violationText,
  type ExplorableServer,
  type ExploreOptions,
} from '@vmgen/manager/testing';
import { interceptTransport, type Condition, type KubernetesObject } from '@vmgen/runtime';
import type { Cached, Transport } from '@vmgen/runtime';
import { createFullClient } from '@vmgen/runtime/internal';
import { endsAfterTests } from '../support/ends-after.js';
import { siteCrdOf, siteResourceOf } from '../support/site-kind.js';

interface Site extends KubernetesObject {
  spec: { html: string };
  status?: { conditions?: Condition[] };
}

const siteResource = siteResourceOf<Site>('explore.example.com');
const anything = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } as const;
const siteCrd = siteCrdOf('explore.example.com', { spec: anything, status: anything });

const configMapOf = ({ metadata, spec }: Cached<Site>) => ({
  metadata: { name: metadata.name },
  data: { 'index.html': spec.html },
});

function deploymentOf({ metadata: { name } }: Cached<Site>) {
  const labels = { site: name };
  const containers = [{ name: 'nginx', image: 'nginx' }];
  return {
    metadata: { name },
    spec: {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers } },
    },
  };
}

type Context = ObjectContext<Site, 'Namespaced'>;

/** What a reconcile uses. */
interface Tools extends Pick<Context, 'status'> {
  /** Applies the children, and returns whether the Deployment is ready. */
  readonly apply: () => Promise<boolean>;
}

const operatorOf =
  (reconcile: (site: Cached<Site>, tools: Tools) => Promise<unknown>) =>
  (manager: Manager): void => {
    const { sites, deployments, configMaps } = manager.cache({
      sites: siteResource,
      deployments: deploymentResource,
      configMaps: configMapResource,
    });
    manager
      .controller(sites)
      .owns(deployments, configMaps)
      .reconcile(async (site, { children, status }) => {
        const apply = async (): Promise<boolean> => {
          const [, deployment] = await children.apply(
            child(configMaps, configMapOf(site)),
            child(deployments, deploymentOf(site)),
          );
          return deployment.status?.readyReplicas === 1;
        };
        await reconcile(site, { apply, status });
      });
  };

const statusOf = (isReady: boolean) => ({
  conditions: [
    { type: 'Ready', status: isReady ? 'True' : 'False', reason: 'Counted', message: '' } as const,
  ],
});

/** As the operator of docs/first-operator.md. */
const correct = operatorOf(async (_site, { apply, status }) => status.set(statusOf(await apply())));

/** Does nothing more once the status is set. */
const forgetful = operatorOf(async (site, { apply, status }) => {
  if (site.status !== undefined) return;
  await status.set(statusOf(false));
  await apply();
});

/** The clients of the workload. */
const clientsOf = (transport: Transport) => ({
  sites: createFullClient(transport, siteResource, 'default'),
  deployments: createDeploymentClient(transport, 'default'),
  configMaps: createConfigMapClient(transport, 'default'),
});

type Explored = ReturnType<typeof clientsOf> & { readonly fake: ExplorableServer };

const workload: ExploreOptions<Explored, object>['workload'] = {
  create: ({ server }) => server.sites.create({ metadata: { name: 'shop' }, spec: { html: 'a' } }),
  serve: ({ server }) =>
    server.deployments.mergePatchStatus('shop', { status: { replicas: 1, readyReplicas: 1 } }),
  change: ({ server }) => server.sites.mergePatch('shop', { spec: { html: 'b' } }),
  repair: ({ server }) => server.configMaps.delete('shop'),
  delete: ({ server }) => server.sites.delete('shop'),
};

const atEnd = endsAfterTests();
let plane: Envtest;

before(async () => {
  plane = await startEnvtest({ crds: [siteCrd] });
  atEnd(() => plane.close());
});

/** Explores an operator on the real server. */
const exploreReal = async (
  operator: typeof correct,
  options: Partial<ExploreOptions<Explored, object>> = {},
  transport = plane.transport,
) =>
  explore({
    operator,
    server: () => realServer({ transport, etcdUrl: plane.etcdUrl }, clientsOf),
    workload,
    ...options,
  });

describe('an exploration on kube-apiserver', () => {
  test('finds nothing in a correct operator, and is the same with slower answers', async () => {
    const first = await exploreReal(correct, { pairs: true });
    assert.deepEqual(first.violations.map(violationText), []);
    assert.ok(first.plans > 60, String(first.plans));

    const slow = interceptTransport(plane.transport, [
      async (request, next) => {
        await pauseMs(Math.random() * 10);
        return next(request);
      },
    ]);
    const second = await exploreReal(correct, { pairs: true }, slow);
    assert.deepEqual(second, first);
  });

  test('finds a planted defect, also without the steps that it does not need', async () => {
    const { violations } = await exploreReal(forgetful, {
      // It cannot be restored, so that each plan runs the steps before it.
      outside: { nothing: () => ({}) },
      workload: {
        other: ({ server }) => server.configMaps.create({ metadata: { name: 'other' } }),
        ...workload,
      },
      faults: ['crash after'],
      stopsAtFirst: true,
    });
    assert.equal(
      violations.map(violationText).join(),
      `step "create" without "other", lost after: patch sites/status default/shop
  ConfigMap default shop does not exist
  Deployment default shop does not exist
      0.000 user       create
      0.000 operator 1 patch sites/status default/shop: executed, and the connection is lost
      0.000 operator 1 a reconcile of default/shop fails: socket hang up
  replay: VMGEN_PLAN='{"step":"create","without":["other"],"faults":[{"name":"patch sites/status default/shop","occurrence":1,"fault":"lost after"}]}'`,
    );
  });
});

test('an operator that works in a loop is ended on kube-apiserver, and named', async () => {
  const looping = operatorOf(async (_site, { status }) => {
    for (let each = 0; ; each++) {
      await status.set({
        conditions: [{ type: 'Ready', status: 'True', reason: `Try${each}`, message: '' }],
      });
    }
  });
  await assert.rejects(
    exploreReal(looping),
    /\n {2}the operator does not come to rest: it works in a loop: patch sites\/status default\/shop\n/,
  );
});

test('two replicas and random states are explored on kube-apiserver', async () => {
  const replicas = await exploreReal(correct, {
    replicas: 2,
    faults: ['pause after'],
    maxPlans: 2,
  });
  assert.deepEqual(replicas.violations.map(violationText), []);
  assert.deepEqual([replicas.plans, replicas.notTested], [2, []]);

  const { violations, states } = await exploreStates({
    operator: correct,
    server: () => realServer(plane, clientsOf),
    workload,
    states: 10,
  });
  assert.deepEqual(violations.map(violationText), []);
  assert.equal(states, 10);
});

test('an exploration on kube-apiserver refuses what its server itself changes', async () => {
  const server = realServer(plane);
  atEnd(() => server.close());
  await assert.rejects(
    server.request({ method: 'POST', path: '/apis/apiregistration.k8s.io/v1/apiservices' }),
    /^VmgenError: apiservices cannot be explored on a real server, which changes them itself; use a fake server$/,
  );
});

test('objects that are put back on kube-apiserver keep their UIDs, and have versions of their own', async () => {
  const server = realServer(plane, clientsOf);
  atEnd(() => server.fake.close());
  const { configMaps } = server;
  const identities = async () =>
    (await configMaps.list()).items.map(({ metadata: { name, uid } }) => `${name} ${uid}`);
  for (const name of ['a', 'b']) await configMaps.create({ metadata: { name } });
  const before = await identities();
  const snapshot = server.fake.server.snapshot();

  await configMaps.delete('a');
  await configMaps.mergePatch('b', { data: { changed: 'true' } });
  await configMaps.create({ metadata: { name: 'c' } });
  await server.fake.server.restore(snapshot as never);

  assert.deepEqual(await identities(), before);
  const { items } = await configMaps.list();
  assert.deepEqual(
    items.map(({ data }) => data),
    [undefined, undefined],
  );
  assert.notEqual(items[0]?.metadata.resourceVersion, items[1]?.metadata.resourceVersion);
});
