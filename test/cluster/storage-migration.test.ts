import { crdOf } from '@vmgen/fixtures/crd-of';
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { migrateStorage } from '@vmgen/manager';
import { createHttpTransport, loadKubeConfig, silentLogger, type Transport } from '@vmgen/runtime';
import { startEnvtest, type Envtest } from '@vmgen/apiserver/envtest';
import { ask } from '../support/ask.js';
import { startChild } from '../support/child.js';
import { endsAfterTests } from '../support/ends-after.js';
import { waitFor } from '../support/wait-for.js';

const binary = join(process.env['KUBEBUILDER_ASSETS'] ?? '', 'kube-controller-manager');
const skip = existsSync(binary) ? false : 'KUBEBUILDER_ASSETS holds no kube-controller-manager';

const GROUP = 'storage.example.com';
const USER = 'system:serviceaccount:default:operator';
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const roles = '/apis/rbac.authorization.k8s.io/v1';

const atEnd = endsAfterTests();
let plane: Envtest;
/** A user with only the documented permissions. */
let operator: Transport;

interface Definition {
  readonly spec: { versions: readonly object[] };
  readonly status: { readonly storedVersions: readonly string[] };
}

interface Stored {
  readonly apiVersion: string;
  readonly metadata: { readonly managedFields?: readonly { readonly apiVersion: string }[] };
}

type Version = readonly [name: string, served: boolean, storage: boolean];
const versionsOf = (...all: Version[]) =>
  all.map(([name, served, storage]) => ({
    name,
    served,
    storage,
    schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
  }));

async function send(
  method: Parameters<typeof ask>[1],
  path: string,
  body?: Parameters<typeof ask>[3],
  contentType?: string,
): Promise<Readonly<Record<string, unknown>>> {
  const { verdict, body: answer } = await ask(plane.transport, method, path, body, contentType);
  assert.ok(verdict.status < 300, `${method} ${path}: ${verdict.message}`);
  return answer;
}

const objects = (plural: string, version = 'v1') =>
  `/apis/${GROUP}/${version}/namespaces/default/${plural}`;

const apply = (plural: string, version: string, spec: { size: number }) =>
  send(
    'PATCH',
    `${objects(plural, version)}/a?fieldManager=old`,
    { apiVersion: `${GROUP}/${version}`, kind: plural, metadata: { name: 'a' }, spec },
    'application/apply-patch+yaml',
  );

/** Changes the versions of a definition, and waits until the handlers use them. */
async function setVersions(plural: string, ...all: Version[]): Promise<void> {
  const path = `${definitions}/${plural}.${GROUP}`;
  const patch = { spec: { versions: versionsOf(...all) } };
  await send('PATCH', path, patch, 'application/merge-patch+json');
  await waitFor(`the versions of ${plural}`, 20_000, async () => {
    const { body } = await ask(plane.transport, 'GET', `/apis/${GROUP}/v1`);
    const served = await Promise.all(
      ['v1', 'v1alpha1'].map(
        async (version) =>
          (await plane.transport.request({ method: 'GET', path: objects(plural, version) }))
            .status === 200,
      ),
    );
    const wanted = ['v1', 'v1alpha1'].map((version) =>
      all.some(([name, isServed]) => name === version && isServed),
    );
    return String(served) === String(wanted) && 'resources' in body ? true : undefined;
  });
}

/** Creates a kind whose object `a` is stored as v1alpha1, although the storage version is v1. */
async function createStale(plural: string): Promise<void> {
  const old: Version[] = [
    ['v1alpha1', true, true],
    ['v1', true, false],
  ];
  const crd = crdOf({ group: GROUP, plural, kind: plural }, versionsOf(...old));
  await send('POST', definitions, crd);
  await setVersions(plural, ...old);
  await apply(plural, 'v1alpha1', { size: 1 });
  await setVersions(plural, ['v1alpha1', true, false], ['v1', true, true]);
}

/** Reads an object as etcd stores it. */
async function stored(plural: string): Promise<Stored> {
  const key = Buffer.from(`/registry/${GROUP}/${plural}/default/a`).toString('base64');
  const body = JSON.stringify({ key });
  const response = await fetch(`${plane.etcdUrl}/v3/kv/range`, { method: 'POST', body });
  const { kvs = [] } = (await response.json()) as { kvs?: { value: string }[] };
  return JSON.parse(Buffer.from(kvs[0]?.value ?? '', 'base64').toString()) as Stored;
}

const storedVersions = async (plural: string) => {
  const answer = await send('GET', `${definitions}/${plural}.${GROUP}`);
  return (answer as unknown as Definition).status.storedVersions;
};

const migrate = (plural: string, controllerTimeoutMs: number) =>
  migrateStorage(operator, { group: GROUP, plural }, { controllerTimeoutMs });

describe('migrateStorage on a real kube-apiserver', () => {
  before(async () => {
    const user = { name: USER, groups: ['system:authenticated'] };
    plane = await startEnvtest({ users: [user] });
    atEnd(() => plane.stop());
    const kubeconfig = plane.kubeconfigOf(USER);
    const transport = createHttpTransport(await loadKubeConfig({ kubeconfig }));
    atEnd(() => transport.close());
    operator = transport;
    const crds = { apiGroups: ['apiextensions.k8s.io'], verbs: ['get'] };
    await send('POST', `${roles}/clusterroles`, {
      metadata: { name: 'operator' },
      rules: [
        { ...crds, resources: ['customresourcedefinitions'] },
        { ...crds, resources: ['customresourcedefinitions/status'], verbs: ['patch'] },
        { apiGroups: [GROUP], resources: ['*'], verbs: ['list', 'patch'] },
        {
          apiGroups: ['storagemigration.k8s.io'],
          resources: ['storageversionmigrations'],
          verbs: ['create', 'get', 'delete'],
        },
      ],
    });
    await send('POST', `${roles}/clusterrolebindings`, {
      metadata: { name: 'operator' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'operator' },
      subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: USER }],
    });
    // The authorizer follows with a delay.
    await waitFor('the permissions', 30_000, async () => {
      const { verdict } = await ask(operator, 'GET', `${definitions}/none.${GROUP}`);
      return verdict.status === 404 ? true : undefined;
    });
  });

  test('writes the objects itself without a controller; then the old version can be removed', async () => {
    await createStale('gears');
    assert.equal((await stored('gears')).apiVersion, `${GROUP}/v1alpha1`);
    assert.deepEqual(await storedVersions('gears'), ['v1alpha1', 'v1']);

    assert.deepEqual(await migrate('gears', 1_000), ['v1alpha1']);
    assert.equal((await stored('gears')).apiVersion, `${GROUP}/v1`);
    assert.deepEqual(await storedVersions('gears'), ['v1']);
    const path = '/apis/storagemigration.k8s.io/v1/storageversionmigrations';
    assert.deepEqual((await send('GET', path))['items'], []);

    await setVersions('gears', ['v1alpha1', false, false], ['v1', true, true]);
    assert.deepEqual(await migrate('gears', 1_000), []);
    assert.equal((await stored('gears')).metadata.managedFields, undefined);

    await setVersions('gears', ['v1', true, true]);
    assert.deepEqual((await send('GET', `${objects('gears')}/a`))['spec'], { size: 1 });
    assert.deepEqual((await apply('gears', 'v1', { size: 1 }))['spec'], { size: 1 });
  });

  test('repairs objects whose version was removed, which cannot be applied', async () => {
    await createStale('cogs');
    await migrate('cogs', 0);
    await setVersions('cogs', ['v1', true, true]);
    const refusal =
      /request to convert CR to an invalid group\/version: storage.example.com\/v1alpha1/;
    await waitFor('the refusal of an apply', 20_000, () =>
      apply('cogs', 'v1', { size: 1 }).then(
        () => undefined,
        (error: unknown) => refusal.test(String(error)) || undefined,
      ),
    );
    await migrateStorage(operator, { group: GROUP, plural: 'cogs' }, { force: true });
    assert.deepEqual((await apply('cogs', 'v1', { size: 1 }))['spec'], { size: 1 });
  });

  test(
    'leaves the work to a StorageVersionMigration if its controller runs',
    { skip },
    async () => {
      await createStale('racks');
      const kubeconfigs = [
        'kubeconfig',
        'authentication-kubeconfig',
        'authorization-kubeconfig',
      ].map((flag) => `--${flag}=${plane.kubeconfig}`);
      const manager = startChild(binary, [
        ...kubeconfigs,
        // It finds the objects in the cache of the garbage collector.
        '--controllers=garbage-collector-controller,storage-version-migrator-controller',
        '--leader-elect=false',
        '--secure-port=0',
      ]);
      atEnd(() => manager.end('SIGKILL').then(() => {}));
      const log: string[] = [];
      const write = (message: string): void => void log.push(message);
      const logger = { ...silentLogger, info: write, warn: write };
      // It waits for bookmarks of a quiet cluster, about a minute each.
      const options = { controllerTimeoutMs: 240_000, logger };
      const racks = { group: GROUP, plural: 'racks' };
      assert.deepEqual(await migrateStorage(operator, racks, options), ['v1alpha1']);
      assert.deepEqual(log, ['migrating the storage', 'migrated the storage']);
      assert.equal((await stored('racks')).apiVersion, `${GROUP}/v1`);
      assert.deepEqual(await storedVersions('racks'), ['v1']);
    },
  );
});
