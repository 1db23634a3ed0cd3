import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { createFakeTransport } from '@vmgen/apiserver/fake';
import { createDeploymentClient, deploymentResource } from '@vmgen/kubernetes/apps/v1';
import {
  configMapResource,
  createConfigMapClient,
  createNodeClient,
  createSecretClient,
  nodeResource,
  secretResource,
  serviceResource,
  type ConfigMap,
} from '@vmgen/kubernetes/core/v1';
import { ApiError } from '@vmgen/runtime/client';
import { createFakeClock } from '@vmgen/runtime/testing';
import {
  silentLogger,
  type Cached,
  type LogFields,
  type Logger,
  type Persisted,
} from '@vmgen/runtime';
import {
  failingConnection,
  statusOf,
  type FailingConnection,
} from '../failing-server.test.helper.js';
import { child, type Children } from './children.js';
import { createManager } from '../operator-manager.js';
import { createTestManager } from '../testing/index.js';
import {
  configMapOf,
  delayWatches,
  deploymentOf,
  present,
  startSiteController,
  type Site,
  type SiteControllerOptions,
  until,
} from '../site.test.helper.js';

const kinds = {
  configMaps: configMapResource,
  secrets: secretResource,
  deployments: deploymentResource,
} as const;

/** A controller that owns these kinds, and clients of another program. */
async function start(t: TestContext, options: SiteControllerOptions = {}) {
  const own = await startSiteController(t, kinds, options);
  const { configMaps, deployments } = own.owned;
  return {
    ...own,
    ...own.owned,
    foreign: {
      configMaps: createConfigMapClient(own.fake, 'default'),
      secrets: createSecretClient(own.fake, 'default'),
      deployments: createDeploymentClient(own.fake, 'default'),
    },
    /** Applies the two children of a site, and returns the writes. */
    applyBoth: async () => {
      own.writes();
      await own.reconcile((site, { children }) =>
        children.apply(
          child(deployments, deploymentOf(site)),
          child(configMaps, configMapOf(site)),
        ),
      );
      await own.settle();
      return own.writes();
    },
  };
}

const configMap = (name: string, data: Record<string, string> = {}) => ({
  metadata: { name },
  data,
});

describe('children.apply', () => {
  test('sends nothing if the children are as applied', async (t) => {
    const { applyBoth, foreign } = await start(t);
    assert.deepEqual(await applyBoth(), ['patch deployments/shop', 'patch configmaps/shop']);
    assert.deepEqual(await applyBoth(), []);
    // The CPU limit of 1000m is stored as 1, and ports and the strategy have defaults.
    const { spec, metadata } = await foreign.deployments.get('shop');
    assert.equal(spec?.strategy?.type, 'RollingUpdate');
    assert.equal(metadata.ownerReferences?.[0]?.kind, 'Site');
  });

  test('sends nothing after others changed what was not applied', async (t) => {
    const { applyBoth, foreign, settle } = await start(t);
    await applyBoth();
    const sidecar = { name: 'sidecar', image: 'proxy:1' };
    await foreign.deployments.strategicMergePatch('shop', {
      spec: { template: { spec: { containers: [sidecar] } } },
    });
    await foreign.deployments.mergePatchStatus('shop', { status: { replicas: 1 } });
    await foreign.configMaps.mergePatch('shop', {
      metadata: { labels: { team: 'web' } },
      data: { 'more.html': 'More' },
    });
    await settle();
    assert.deepEqual(await applyBoth(), []);
    const { spec } = await foreign.deployments.get('shop');
    assert.deepEqual(spec?.template.spec?.containers.map(({ name }) => name).toSorted(), [
      'nginx',
      'sidecar',
    ]);
  });

  const drifts: Readonly<
    Record<string, (foreign: Awaited<ReturnType<typeof start>>['foreign']) => Promise<unknown>>
  > = {
    'a scalar': ({ deployments }) => deployments.mergePatch('shop', { spec: { replicas: 7 } }),
    'a value in a list of maps': ({ deployments }) =>
      deployments.jsonPatch('shop', [
        { op: 'replace', path: '/spec/template/spec/containers/0/image', value: 'nginx:latest' },
      ]),
    'a removed item of a list of maps': ({ deployments }) =>
      deployments.jsonPatch('shop', [
        { op: 'remove', path: '/spec/template/spec/containers/0/ports/0' },
      ]),
    'a removed limit': ({ deployments }) =>
      deployments.jsonPatch('shop', [
        { op: 'remove', path: '/spec/template/spec/containers/0/resources/limits/cpu' },
      ]),
    'a changed label of the set': ({ configMaps }) =>
      configMaps.mergePatch('shop', { metadata: { labels: { 'vmgen.io/children-of': 'other' } } }),
    'a changed value of a map': ({ configMaps }) =>
      configMaps.mergePatch('shop', { data: { 'index.html': 'Foreign' } }),
    'a removed map': ({ configMaps }) =>
      configMaps.jsonPatch('shop', [{ op: 'remove', path: '/data' }]),
    'a removed owner reference': ({ configMaps }) =>
      configMaps.jsonPatch('shop', [{ op: 'remove', path: '/metadata/ownerReferences' }]),
    'a takeover by another manager': ({ configMaps }) =>
      configMaps.apply(configMap('shop', { 'index.html': 'Foreign' }), {
        fieldManager: 'other',
        force: true,
      }),
  };
  for (const [name, change] of Object.entries(drifts)) {
    test(`repairs ${name}`, async (t) => {
      const { applyBoth, foreign, settle } = await start(t);
      await applyBoth();
      const before = [await foreign.deployments.get('shop'), await foreign.configMaps.get('shop')];
      await change(foreign);
      await settle();
      assert.equal((await applyBoth()).length, 1);
      const after = [await foreign.deployments.get('shop'), await foreign.configMaps.get('shop')];
      assert.deepEqual(after.map(contentOf), before.map(contentOf));
      assert.deepEqual(await applyBoth(), []);
    });
  }

  test('removes fields that the configuration no longer contains', async (t) => {
    const { reconcile, configMaps, foreign } = await start(t);
    const apply = (data: Record<string, string>) =>
      reconcile((_site, { children }) =>
        children.apply(child(configMaps, configMap('shop', data))),
      );
    await apply({ a: '1', b: '2' });
    await foreign.configMaps.mergePatch('shop', { data: { c: '3' } });
    const [object] = await apply({ b: '2' });
    assert.deepEqual(object.data, { b: '2', c: '3' });
  });

  test('returns the children with what the server has added', async (t) => {
    const { reconcile, deployments, configMaps } = await start(t);
    const [deployment, map] = await reconcile((site, { children }) =>
      children.apply(child(deployments, deploymentOf(site)), child(configMaps, configMapOf(site))),
    );
    assert.equal(deployment.spec?.revisionHistoryLimit, 10);
    assert.equal(map.data?.['index.html'], 'Hello');
  });

  test('refuses an object of another controller', async (t) => {
    const { reconcile, configMaps, foreign, sites, settle } = await start(t);
    const other = await sites.create({ metadata: { name: 'other' }, spec: { html: '' } });
    const { apiVersion, kind, metadata } = other;
    const owner = { apiVersion, kind, name: metadata.name, uid: metadata.uid, controller: true };
    await foreign.configMaps.create({ metadata: { name: 'shop', ownerReferences: [owner] } });
    await settle();
    await assert.rejects(
      reconcile((site, { children }) => children.apply(child(configMaps, configMapOf(site)))),
      {
        code: 'ERR_VMGEN_CONTROLLED',
        message:
          'ConfigMap "default/shop" exists and is controlled by Site "other"; choose another name for the child',
      },
    );
    assert.equal((await foreign.configMaps.get('shop')).data, undefined);
  });

  test('refuses an object without a controller unless it adopts it', async (t) => {
    const { reconcile, configMaps, foreign, settle } = await start(t);
    await foreign.configMaps.create({ metadata: { name: 'shop' }, data: { key: 'value' } });
    await settle();
    await assert.rejects(
      reconcile((site, { children }) => children.apply(child(configMaps, configMapOf(site)))),
      { code: 'ERR_VMGEN_CONTROLLED', message: /has no controller; choose another name/ },
    );
    const [map] = await reconcile((site, { children }) =>
      children.apply(child(configMaps, configMapOf(site), { adopt: true })),
    );
    assert.deepEqual(map.data, { 'index.html': 'Hello', key: 'value' });
    assert.equal(map.metadata.ownerReferences?.[0]?.name, 'shop');
  });

  test('refuses the child of a deleted owner of the same name, until it is deleted', async (t) => {
    const { reconcile, configMaps, foreign, settle, sites } = await start(t);
    const apply = () =>
      reconcile((site, { children }) => children.apply(child(configMaps, configMapOf(site))));
    const [first] = await apply();
    await foreign.configMaps.mergePatch('shop', { metadata: { finalizers: ['example.com/keep'] } });
    await sites.delete('shop');
    await sites.create({ metadata: { name: 'shop' }, spec: { html: 'Hello' } });
    await settle();
    await assert.rejects(apply(), {
      code: 'ERR_VMGEN_CONTROLLED',
      message:
        'ConfigMap "default/shop" exists and is controlled by a deleted Site with the name "shop"; it is ' +
        'created again after the garbage collector has deleted it',
    });
    await foreign.configMaps.mergePatch('shop', { metadata: { finalizers: null } });
    await settle();
    const [second] = await apply();
    assert.notEqual(second.metadata.uid, first.metadata.uid);
  });

  test('refuses another namespace than that of the owner', async (t) => {
    const { reconcile, configMaps, writes } = await start(t);
    writes();
    const metadata = { name: 'shop', namespace: 'other' };
    await assert.rejects(
      reconcile((_site, { children }) => children.apply(child(configMaps, { metadata }))),
      { code: 'ERR_VMGEN_ARGUMENT', message: /cannot be a child of an object in the namespace/ },
    );
    assert.deepEqual(writes(), []);
  });

  test('creates children of a cluster-scoped object in the namespace that they name, and refuses others', async () => {
    await using fake = createFakeTransport({ garbageCollection: true });
    await using operator = await createTestManager(fake, (manager) => {
      const { nodes, configMaps } = manager.cache({
        nodes: nodeResource,
        configMaps: configMapResource,
      });
      manager
        .controller(nodes)
        .owns(configMaps)
        .reconcile(async ({ metadata: { name } }, { children }) => {
          await assert.rejects(
            children.named('other').apply(child(configMaps, { metadata: { name } })),
            {
              code: 'ERR_VMGEN_ARGUMENT',
              message:
                'ConfigMap "a" has no namespace, and neither has its owner; set metadata.namespace of the child',
            },
          );
          await children.apply(child(configMaps, { metadata: { name, namespace: 'default' } }));
        });
    });
    const nodes = createNodeClient(fake);
    await nodes.create({ metadata: { name: 'a' } });
    await operator.idle();
    const configMaps = createConfigMapClient(fake, 'default');
    assert.ok(await configMaps.find('a'));
    await nodes.delete('a');
    await operator.idle();
    assert.equal(await configMaps.find('a'), undefined);
  });

  test('refuses a kind that the controller does not own', async (t) => {
    const { reconcile } = await start(t);
    const { services } = createManager(createFakeTransport(), { name: 'other' }).cache({
      services: serviceResource,
    });
    await assert.rejects(
      reconcile((_site, { children }) =>
        children.apply(child(services, { metadata: { name: 'shop' } })),
      ),
      {
        code: 'ERR_VMGEN_ARGUMENT',
        message: 'the controller does not own services; declare them: .owns(services)',
      },
    );
  });

  test('refuses a second call in one reconcile, and two children with one name', async (t) => {
    const { reconcile, configMaps } = await start(t);
    await reconcile(async (site, { children }) => {
      await children.apply(child(configMaps, configMapOf(site)));
      await assert.rejects(children.apply(), { code: 'ERR_VMGEN_STATE', message: /named\(\)/ });
    });
    await assert.rejects(
      reconcile((site, { children }) =>
        children.apply(child(configMaps, configMapOf(site)), child(configMaps, configMapOf(site))),
      ),
      { code: 'ERR_VMGEN_ARGUMENT', message: 'two children have the same kind and name' },
    );
  });

  test('compares `stringData` of a Secret with the stored data', async (t) => {
    const { reconcile, secrets, writes, settle, foreign } = await start(t);
    const apply = async () => {
      await reconcile((_site, { children }) =>
        children.apply(
          child(secrets, { metadata: { name: 'shop' }, stringData: { key: 'value' } }),
        ),
      );
      await settle();
      return writes();
    };
    writes();
    assert.deepEqual(await apply(), ['patch secrets/shop']);
    assert.deepEqual(await apply(), []);
    await foreign.secrets.mergePatch('shop', { data: { key: 'b3RoZXI=' } });
    await settle();
    writes();
    assert.deepEqual(await apply(), ['patch secrets/shop']);
    assert.deepEqual((await foreign.secrets.get('shop')).data, { key: 'dmFsdWU=' });
    assert.deepEqual(await apply(), []);
  });

  test('remembers an apply that changes nothing if the cache lacks the applied fields', async (t) => {
    const transform = (map: Persisted<ConfigMap>): Persisted<ConfigMap> => {
      delete map.metadata.managedFields;
      return map;
    };
    const { reconcile, owned, writes, settle, fake } = await startSiteController(t, {
      configMaps: { resource: configMapResource, transform },
    });
    const apply = async () => {
      await reconcile((site, { children }) =>
        children.apply(child(owned.configMaps, configMapOf(site))),
      );
      await settle();
      return writes();
    };
    writes();
    assert.deepEqual(await apply(), ['patch configmaps/shop']);
    assert.deepEqual(await apply(), ['patch configmaps/shop']);
    assert.deepEqual(await apply(), []);
    await createConfigMapClient(fake, 'default').mergePatch('shop', { data: { other: 'value' } });
    await settle();
    writes();
    assert.deepEqual(await apply(), ['patch configmaps/shop']);
    assert.deepEqual(await apply(), []);
  });

  test('creates a child again after its deletion has ended', async (t) => {
    const { reconcile, configMaps, foreign, settle, writes } = await start(t);
    const apply = () =>
      reconcile((site, { children }) => children.apply(child(configMaps, configMapOf(site))));
    await apply();
    await foreign.configMaps.mergePatch('shop', { metadata: { finalizers: ['example.com/keep'] } });
    await foreign.configMaps.delete('shop');
    await settle();
    writes();
    const [terminating] = await apply();
    assert.notEqual(terminating.metadata.deletionTimestamp, undefined);
    assert.deepEqual(writes(), []);
    await foreign.configMaps.mergePatch('shop', { metadata: { finalizers: null } });
    await settle();
    const [created] = await apply();
    assert.notEqual(created.metadata.uid, terminating.metadata.uid);
  });
});

describe('children.createOnce', () => {
  /** Calls `createOnce` for a Secret with a new password, and returns what the reconcile sees. */
  async function startSecrets(t: TestContext, options: SiteControllerOptions = {}) {
    const own = await start(t, options);
    let generated = 0;
    const once = (name = 'db') =>
      own.reconcile(async (_site, { children }) => {
        const secret = await children.createOnce(own.secrets, { name }, async () => ({
          stringData: { password: `${++generated}` },
        }));
        await children.apply();
        return secret;
      });
    const password = async () => (await own.foreign.secrets.get('db')).data?.['password'];
    return { ...own, once, password, generated: () => generated };
  }

  test('creates the child once, and never changes it', async (t) => {
    const { once, password, generated, foreign, writes, settle } = await startSecrets(t);
    writes();
    const created = await once();
    await settle();
    assert.equal(created.metadata.labels?.['vmgen.io/children-of'], 'site-operator.sites');
    assert.equal(created.metadata.ownerReferences?.[0]?.name, 'shop');
    assert.deepEqual(writes(), ['create secrets/']);
    await foreign.secrets.mergePatch('db', { stringData: { password: 'changed' } });
    await settle();
    writes();
    await once();
    await settle();
    assert.deepEqual([writes(), generated()], [[], 1]);
    assert.equal(await password(), Buffer.from('changed').toString('base64'));
  });

  test('does not overwrite a child that the cache does not contain yet', async (t) => {
    let held: Promise<void> = Promise.resolve();
    const { once, password, generated, settle, sites, foreign } = await startSecrets(t, {
      through: (fake) => delayWatches(fake, () => held),
    });
    const { apiVersion, kind, metadata } = await sites.get('shop');
    let release = (): void => {};
    held = new Promise((resolve) => (release = resolve));
    // The previous leader has created it.
    const { name, uid } = metadata;
    const ownerReferences = [{ apiVersion, kind, name, uid, controller: true }];
    await foreign.secrets.create({
      metadata: { name: 'db', ownerReferences },
      stringData: { password: 'first' },
    });
    const seen = await once();
    assert.equal(generated(), 1);
    assert.equal(seen.data?.['password'], Buffer.from('first').toString('base64'));
    assert.equal(await password(), Buffer.from('first').toString('base64'));
    release();
    await settle();
  });

  for (const isLate of [false, true]) {
    test(`keeps a child whose owner reference was removed, in a cache that is ${isLate ? 'late' : 'current'}`, async (t) => {
      let held: Promise<void> = Promise.resolve();
      let release = (): void => {};
      const { once, password, generated, foreign, reconcile, settle, sites } = await startSecrets(
        t,
        {
          through: (fake) => delayWatches(fake, () => held),
        },
      );
      const { metadata } = await sites.get('shop');
      const labels = { 'vmgen.io/children-of': 'site-operator.sites' };
      if (isLate) held = new Promise((resolve) => (release = resolve));
      await foreign.secrets.create({
        metadata: { name: 'db', labels },
        stringData: { password: 'first' },
      });
      await settle();
      await once();
      const [owner] = (await foreign.secrets.get('db')).metadata.ownerReferences ?? [];
      assert.deepEqual([owner?.uid, owner?.controller], [metadata.uid, true]);
      assert.equal(await password(), Buffer.from('first').toString('base64'));
      assert.equal(generated(), isLate ? 1 : 0);
      release();
      await settle();
      await reconcile((_site, { children }) => children.apply());
      await settle();
      assert.deepEqual((await foreign.secrets.list()).items, []);
    });
  }

  test('refuses an object of another controller, and is deleted when it is no longer wanted', async (t) => {
    const { once, foreign, reconcile, settle } = await startSecrets(t);
    await foreign.secrets.create({ metadata: { name: 'taken' } });
    await settle();
    await assert.rejects(once('taken'), { code: 'ERR_VMGEN_CONTROLLED' });
    await once();
    await settle();
    await reconcile((_site, { children }) => children.apply());
    await settle();
    assert.deepEqual(
      (await foreign.secrets.list()).items.map(({ metadata }) => metadata.name),
      ['taken'],
    );
  });
});

describe('one child of two sets', () => {
  test('is an error that names both sets of a reconcile', async (t) => {
    const { reconcile, configMaps, writes } = await start(t);
    const one = child(configMaps, configMap('one'));
    await reconcile((_site, { children }) => children.apply(one));
    writes();
    await assert.rejects(
      reconcile(async (_site, { children }) => {
        await children.apply(one);
        await children.named('extra').apply(one);
      }),
      {
        code: 'ERR_VMGEN_ARGUMENT',
        message:
          'ConfigMap "default/one" is in two sets of children, "site-operator.sites" and ' +
          '"site-operator.sites.extra"; pass it to one of them',
      },
    );
    assert.deepEqual(writes(), []);
  });

  test('is an error that names both controllers, and does not cause endless writes', async (t) => {
    const { fake, configMaps, reconcile, writes, settle } = await start(t);
    const second = await startSiteController(t, kinds, { name: 'other-operator' }, fake);
    const errors: unknown[] = [];
    writes();
    for (let round = 0; round < 10; round++) {
      const text = { round: 'same' };
      const one = reconcile((_site, { children }) =>
        children.apply(child(configMaps, configMap('one', text))),
      );
      await one.catch((error: unknown) => errors.push(error));
      await settle();
      const two = second.reconcile((_site, { children }) =>
        children.apply(child(second.owned.configMaps, configMap('one', text))),
      );
      await two.catch((error: unknown) => errors.push(error));
      await settle();
    }
    assert.ok(writes().length <= 4);
    assert.match(
      String(errors[0]),
      /ConfigMap "default\/one" is applied by two controllers, whose sets of children are "[a-z.-]+" and "[a-z.-]+"/,
    );
  });

  test('is no error if the apply failed that took the child over', async (t) => {
    const { fake, configMaps, foreign, reconcile, settle } = await start(t);
    const apply = () =>
      reconcile((_site, { children }) => children.apply(child(configMaps, configMap('one'))));
    await apply();
    const labels = { 'vmgen.io/children-of': 'site-operator-before.sites' };
    await foreign.configMaps.mergePatch('one', { metadata: { labels } });
    await settle();
    const failures = [new ApiError({ code: 500, reason: 'InternalError', message: 'overloaded' })];
    fake.prependReactor({ verb: 'patch', resource: 'configmaps' }, () => failures.pop());
    await assert.rejects(apply(), /overloaded/);
    await apply();
    const { metadata } = await foreign.configMaps.get('one');
    assert.equal(metadata.labels?.['vmgen.io/children-of'], 'site-operator.sites');
  });
});

describe('pruning', () => {
  test('deletes children of the set that are no longer applied, and nothing else', async (t) => {
    const { reconcile, configMaps, secrets, foreign, settle, sites } = await start(t);
    const names = async () =>
      [...(await foreign.configMaps.list()).items, ...(await foreign.secrets.list()).items].map(
        ({ kind, metadata }) => `${kind}/${metadata.name}`,
      );
    const site = await sites.get('shop');
    const labels = { 'vmgen.io/children-of': 'site-operator.sites' };
    await foreign.configMaps.create({ metadata: { name: 'foreign', labels } });
    const { apiVersion, kind } = site;
    const { name, uid } = site.metadata;
    const ownerReferences = [{ apiVersion, kind, name, uid, controller: true }];
    await foreign.configMaps.create({ metadata: { name: 'unlabelled', ownerReferences } });
    const other = { 'vmgen.io/children-of': 'other-operator.sites' };
    await foreign.configMaps.create({
      metadata: { name: 'other', ownerReferences, labels: other },
    });
    await reconcile((_site, { children }) =>
      children.apply(
        child(configMaps, configMap('a')),
        child(configMaps, configMap('b')),
        child(secrets, { metadata: { name: 'c' } }),
      ),
    );
    await reconcile((_site, { children }) => children.apply(child(configMaps, configMap('b'))));
    await settle();
    assert.deepEqual(await names(), [
      'ConfigMap/b',
      'ConfigMap/foreign',
      'ConfigMap/other',
      'ConfigMap/unlabelled',
    ]);
  });

  test('deletes only the object that was seen', async (t) => {
    const { reconcile, configMaps, foreign, fake, settle } = await start(t);
    await reconcile((_site, { children }) => children.apply(child(configMaps, configMap('a'))));
    let deleted: unknown;
    fake.prependReactor({ verb: 'delete', resource: 'configmaps' }, ({ body }) => {
      deleted = body;
      return undefined;
    });
    const { uid, resourceVersion } = (await foreign.configMaps.get('a')).metadata;
    await reconcile((_site, { children }) => children.apply());
    await settle();
    assert.deepEqual((deleted as { preconditions?: unknown }).preconditions, {
      uid,
      resourceVersion,
    });
  });

  test('keeps the children of other owners and of other sets', async (t) => {
    const { reconcile, configMaps, foreign, settle } = await start(t);
    await reconcile(async (_site, { children }) => {
      await children.apply(child(configMaps, configMap('main')));
      await children.named('extra').apply(child(configMaps, configMap('extra')));
    });
    await reconcile((_site, { children }) => children.apply());
    await settle();
    assert.deepEqual(
      (await foreign.configMaps.list()).items.map(({ metadata }) => metadata.name),
      ['extra'],
    );
    await reconcile((_site, { children }) => children.named('extra').apply());
    await settle();
    assert.deepEqual((await foreign.configMaps.list()).items, []);
  });

  test('keeps a child that moves to another set, in both orders', async (t) => {
    const { reconcile, configMaps, foreign, settle, writes } = await start(t);
    const one = child(configMaps, configMap('one'));
    await reconcile((_site, { children }) => children.apply(one));
    await settle();
    const { uid } = (await foreign.configMaps.get('one')).metadata;
    writes();
    const labelAfter = async (step: Parameters<typeof reconcile>[0]) => {
      await reconcile(step);
      await settle();
      const { metadata } = await foreign.configMaps.get('one');
      assert.equal(metadata.uid, uid);
      assert.deepEqual(writes(), ['patch configmaps/one']);
      return metadata.labels?.['vmgen.io/children-of'];
    };
    for (let round = 0; round < 3; round++) {
      const moved = await labelAfter(async (_site, { children }) => {
        await children.apply();
        await children.named('extra').apply(one);
      });
      assert.equal(moved, 'site-operator.sites.extra');
      const back = await labelAfter(async (_site, { children }) => {
        await children.apply(one);
        await children.named('extra').apply();
      });
      assert.equal(back, 'site-operator.sites');
    }
  });

  test('does not happen after a failure', async (t) => {
    const { reconcile, configMaps, foreign, settle } = await start(t);
    await reconcile((_site, { children }) => children.apply(child(configMaps, configMap('one'))));
    const failed = reconcile(async (_site, { children }) => {
      await children.apply();
      throw new Error('before the set to which the child has moved');
    });
    await assert.rejects(failed);
    await settle();
    assert.equal((await foreign.configMaps.list()).items.length, 1);
  });

  test('does not mix up sets whose names contain the separator', async (t) => {
    const { reconcile, configMaps, foreign, settle } = await start(t);
    await reconcile(async (_site, { children }) => {
      await children
        .named('a')
        .named('b')
        .apply(child(configMaps, configMap('one')));
      await children.named('a.b').apply(child(configMaps, configMap('two')));
      await children.named(`${'long'.repeat(30)} (ü)`).apply(child(configMaps, configMap('three')));
    });
    await settle();
    const items = (await foreign.configMaps.list()).items;
    assert.deepEqual(
      items.map(({ metadata }) => metadata.name),
      ['one', 'three', 'two'],
    );
    const labels = items.map(({ metadata }) => metadata.labels?.['vmgen.io/children-of']);
    assert.equal(new Set(labels).size, 3);
  });

  test('accepts that a child was deleted in the meantime', async (t) => {
    const { reconcile, configMaps, foreign, settle } = await start(t);
    await reconcile((_site, { children }) => children.apply(child(configMaps, configMap('a'))));
    await settle();
    await reconcile(async (_site, { children }) => {
      await foreign.configMaps.delete('a');
      await children.apply();
    });
  });
});

describe('children.applyInOrder', () => {
  test('stops after a child that is not ready, and keeps the later ones', async (t) => {
    const { reconcile, configMaps, foreign, settle } = await start(t);
    let isReady = true;
    const apply = () =>
      reconcile((_site, { children }) =>
        children.applyInOrder(
          child(configMaps, configMap('first'), { readyWhen: () => isReady }),
          child(configMaps, configMap('second')),
        ),
      );
    assert.deepEqual((await apply()).map(nameOf), ['first', 'second']);
    isReady = false;
    await settle();
    assert.deepEqual((await apply()).map(nameOf), ['first', undefined]);
    await settle();
    assert.deepEqual(
      (await foreign.configMaps.list()).items.map(({ metadata }) => metadata.name),
      ['first', 'second'],
    );
  });

  test('applies the later children when the first is ready', async (t) => {
    const { reconcile, configMaps, foreign } = await start(t);
    const apply = () =>
      reconcile((_site, { children }) =>
        children.applyInOrder(
          child(configMaps, configMap('first'), {
            readyWhen: ({ data }) => data?.['ok'] === 'yes',
          }),
          child(configMaps, configMap('second')),
        ),
      );
    assert.deepEqual((await apply()).map(nameOf), ['first', undefined]);
    await foreign.configMaps.mergePatch('first', { data: { ok: 'yes' } });
    assert.deepEqual((await apply()).map(nameOf), ['first', 'second']);
  });
});

function nameOf(object: { readonly metadata: { readonly name: string } } | undefined) {
  return object?.metadata.name;
}

function contentOf(object: object): unknown {
  const { spec, data, metadata } = object as {
    spec?: unknown;
    data?: unknown;
    metadata: { labels?: unknown; annotations?: unknown; ownerReferences?: unknown };
  };
  const { labels, annotations, ownerReferences } = metadata;
  return { spec, data, labels, annotations, ownerReferences };
}

test('keeps an object that another client detaches before the cache shows it', async (t) => {
  let held: Promise<void> = Promise.resolve();
  let hasChildren = true;
  const { applyBoth, reconcile, foreign } = await start(t, {
    through: (fake) => delayWatches(fake, () => held),
    onEvent: async (_site, { children }) => hasChildren || children.apply(),
  });
  await applyBoth();
  let release = (): void => {};
  held = new Promise((resolve) => (release = resolve));
  await foreign.deployments.mergePatchStatus('shop', { status: { replicas: 1 } });
  const detached = { metadata: { ownerReferences: null, labels: null } };
  await foreign.configMaps.mergePatch('shop', detached);
  hasChildren = false;
  await reconcile((_site, { children }) => children.apply());
  assert.ok(await foreign.deployments.find('shop'));
  held = Promise.resolve();
  release();
  // The event of its change repeats the deletion.
  await until(async () => (await foreign.deployments.find('shop')) === undefined);
  assert.ok(await foreign.configMaps.find('shop'));
});

describe('an object that the cache of children lacks', () => {
  const reasons: Readonly<
    Record<
      string,
      {
        readonly kind?: { readonly whereServed?: boolean; readonly labelSelector?: string };
        readonly fail?: (connection: FailingConnection) => void;
        readonly isEarly?: boolean;
      }
    >
  > = {
    'the selector excludes it': { kind: { labelSelector: 'tier=web' } },
    'the first list fails': {
      kind: { whereServed: true },
      isEarly: true,
      fail: (connection) => {
        connection.failure = () => statusOf(500, 'InternalError');
      },
    },
    'the watch fails': {
      fail: (connection) => {
        connection.failure = () => statusOf(500, 'InternalError');
        connection.endWatches();
      },
    },
  };
  for (const [reason, { kind, fail, isEarly }] of Object.entries(reasons)) {
    test(`is not taken over: ${reason}`, async (t) => {
      const clock = createFakeClock();
      let connection: FailingConnection | undefined;
      const own = await startSiteController(
        t,
        { configMaps: { resource: configMapResource, ...kind } },
        {
          clock,
          through: (fake) => {
            connection = failingConnection(fake, clock, 'configmaps');
            if (isEarly) fail?.(connection);
            return connection.transport;
          },
        },
      );
      if (!isEarly) fail?.(present(connection));
      await clock.advance(500);
      const foreign = createConfigMapClient(own.fake, 'default');
      const before = await foreign.create(configMap('shop', { key: 'foreign' }));
      await own.settle();
      const apply = (site: Cached<Site>, { children }: { readonly children: Children }) =>
        children.apply(child(own.owned.configMaps, configMapOf(site)));
      await assert.rejects(own.reconcile(apply), { code: 'ERR_VMGEN_CONTROLLED' });
      assert.deepEqual(await foreign.get('shop'), before);
      await foreign.delete('shop');
      await clock.advance(1_000);
      own.fake.clearActions();
      await own.reconcile(apply);
      const verbs = own.fake.actions.filter(({ name }) => name === 'shop').map(({ verb }) => verb);
      assert.deepEqual(verbs, ['get', 'patch']);
    });
  }

  test('costs no read while the cache contains all objects', async (t) => {
    const { applyBoth, fake } = await start(t);
    fake.clearActions();
    let reads = 0;
    fake.prependReactor({ verb: 'get' }, () => {
      reads++;
      return undefined;
    });
    assert.deepEqual(await applyBoth(), ['patch deployments/shop', 'patch configmaps/shop']);
    assert.equal(reads, 0);
  });
});

test('logs a warning, once, about a child that the selector of its cache excludes', async (t) => {
  const warnings: LogFields[] = [];
  const logger: Logger = {
    ...silentLogger,
    warn: (message, fields) =>
      void warnings.push({ isAboutCache: message.includes('not in its cache'), ...fields }),
    with: () => logger,
  };
  const labelSelector = 'tier=web';
  const selected = { configMaps: { resource: configMapResource, labelSelector } } as const;
  const own = await startSiteController(t, selected, { logger });
  const { configMaps } = own.owned;
  const labelled = { metadata: { name: 'labelled', labels: { tier: 'web' } }, data: {} };
  const apply = async (...children: ReturnType<typeof child>[]) => {
    own.writes();
    await own.reconcile((_site, context) => context.children.apply(...children));
    await own.settle();
    return own.writes();
  };
  assert.deepEqual(await apply(child(configMaps, labelled)), ['patch configmaps/labelled']);
  assert.deepEqual(await apply(child(configMaps, labelled)), []);
  assert.deepEqual(warnings, []);
  for (let times = 0; times < 2; times++) {
    const other = child(configMaps, { metadata: { name: 'other' }, data: {} });
    assert.deepEqual(await apply(child(configMaps, labelled), other), ['patch configmaps/other']);
  }
  const about = { controller: 'sites', kind: 'ConfigMap', child: 'default/other' };
  assert.deepEqual(warnings, [
    { isAboutCache: true, ...about, cache: 'configMaps', selector: labelSelector },
  ]);
});
