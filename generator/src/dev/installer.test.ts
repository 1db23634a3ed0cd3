import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { parseJsonObject } from '@vmgen/base/json';
import type { Manifest } from '@vmgen/runtime/meta';
import type { FailedObject } from './cluster.js';
import type { CrdChange } from './dev-state.js';
import type { DevTarget } from './dev-target.js';
import { Installer } from './installer.js';
import { folderWith } from '../testing/folder-with.js';

const CONTEXT: DevTarget = {
  kind: 'context',
  context: 'remote',
  server: 'https://cluster.example.com',
  externalGroups: ['other.example.com'],
  namespace: 'site-operator-system',
};
const EMBEDDED: DevTarget = {
  kind: 'embedded',
  script: 'apiserver.js',
  kubeconfig: 'kubeconfig',
  webhooks: undefined,
};

/** A project whose CRD is a text, and a cluster. Texts with `breaking` are breaking changes. */
function projectWithCluster(t: TestContext, target = CONTEXT) {
  const out = folderWith(t);
  mkdirSync(join(out, 'crds'));
  const write = (text: string): void => writeFileSync(join(out, 'crds/sites.yaml'), text);
  const cluster = {
    refused: [] as FailedObject[],
    applied: [] as string[],
    /** Runs between the read of the files and their comparison. */
    beforeComparison: (): void => undefined,
    /** The installed CRD. */
    crd: object(''),
    installed: () => {
      cluster.beforeComparison();
      return Promise.resolve([cluster.crd]);
    },
    install: (crds: readonly ReturnType<typeof object>[]) => {
      cluster.applied.push(...crds.map(({ spec }) => spec.text));
      return Promise.resolve(cluster.refused);
    },
    apply: () => Promise.resolve([]),
    deleted: [] as string[],
    stuck: [] as FailedObject[],
    remove: (objects: readonly Manifest[]) => {
      cluster.deleted.push(...objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`));
      return Promise.resolve(cluster.stuck);
    },
    namespaces: [] as string[],
    hasNamespace: (name: string) => Promise.resolve(cluster.namespaces.includes(name)),
  };
  const installer = new Installer({
    out,
    target,
    tools: {
      generate: () => Promise.resolve(),
      diff: (_, files) => files.flatMap(({ text }) => changesOf(text)),
      parse: ({ path, text }) => ({
        objects: [path.endsWith('.json') ? parseJsonObject(text)! : object(text)],
        problems: [],
      }),
    },
  });
  const install = async (text?: string) => {
    if (text !== undefined) write(text);
    return (await installer.install(cluster))?.crds.phase;
  };
  return { out, cluster, installer, install, write };
}

const object = (text: string, spec = {}, status = {}) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'sites.web.example.com' },
  spec: { text, scope: 'Namespaced', names: { kind: 'Site' }, versions: [{ name: 'v1' }], ...spec },
  status,
});

function changesOf(text: string): CrdChange[] {
  if (text === 'unreadable') throw new Error('the installed CRD is unreadable');
  return text.startsWith('breaking') ? [{ class: 'breaking', text, reason: '' }] : [];
}

test('asks again for a breaking change that was confirmed, installed and undone', async (t) => {
  const { cluster, installer, install } = projectWithCluster(t);
  assert.equal(await install('breaking'), 'waiting');
  assert.equal(await install(), 'waiting');
  installer.approve();
  assert.equal(await install(), 'installed');
  assert.equal(await install('before'), 'installed');
  assert.equal(await install('breaking'), 'waiting');
  assert.deepEqual(cluster.applied, ['breaking', 'before']);
});

test('confirms nothing if no change waits', async (t) => {
  const { cluster, installer, install } = projectWithCluster(t);
  assert.equal(await install('breaking'), 'waiting');
  assert.equal(await install('before'), 'installed');
  installer.approve();
  assert.equal(await install('breaking'), 'waiting');
  assert.deepEqual(cluster.applied, ['before']);
});

test('reports a CRD as installed after a refused or waiting change of it was undone', async (t) => {
  const { cluster, install } = projectWithCluster(t);
  assert.equal(await install('before'), 'installed');
  assert.equal(await install(), undefined);
  cluster.refused = [{ object: 'CustomResourceDefinition sites', reason: 'it is invalid' }];
  assert.equal(await install('invalid'), 'failed');
  cluster.refused = [];
  assert.equal(await install('before'), 'installed');
  assert.equal(await install('breaking'), 'waiting');
  assert.equal(await install('before'), 'installed');
});

test('installs the files that were compared, not later ones', async (t) => {
  const { cluster, install, write } = projectWithCluster(t);
  cluster.beforeComparison = () => {
    write('breaking');
  };
  assert.equal(await install('before'), 'installed');
  assert.deepEqual(cluster.applied, ['before']);
  assert.equal(await install(), 'waiting');
});

test('reports a comparison that fails, and installs nothing', async (t) => {
  const { cluster, installer, install } = projectWithCluster(t);
  assert.equal(await install('unreadable'), 'failed');
  const { crds } = (await installer.install(cluster)) ?? {};
  assert.equal(crds?.problem, 'the installed CRD is unreadable');
  assert.deepEqual(cluster.applied, []);
});

test('the operator takes part in the election of a deployed one', async (t) => {
  const { cluster, installer, install } = projectWithCluster(t);
  await install('before');
  assert.deepEqual(installer.operatorEnv, {});
  cluster.namespaces.push('site-operator-system');
  await install('after');
  assert.deepEqual(installer.operatorEnv, { POD_NAMESPACE: 'site-operator-system' });
});

/** Adds a policy and another CRD to a project. */
function addObjects(out: string): void {
  mkdirSync(join(out, 'policy'));
  const policy = { kind: 'ValidatingAdmissionPolicy', metadata: { name: 'sites' } };
  const other = { ...object(''), metadata: { name: 'others.web.example.com' } };
  for (const [file, content] of [
    ['policy/sites.json', { apiVersion: 'admissionregistration.k8s.io/v1', ...policy }],
    ['crds/others.json', other],
  ] as const)
    writeFileSync(join(out, file), JSON.stringify(content));
}

test('deletes what is no longer in the files from the embedded server, until it is gone', async (t) => {
  const { out, cluster, installer, install } = projectWithCluster(t, EMBEDDED);
  addObjects(out);
  assert.equal(await install('before'), 'installed');
  rmSync(join(out, 'policy'), { recursive: true });
  rmSync(join(out, 'crds/others.json'));
  cluster.deleted = [];
  cluster.stuck = [{ object: 'CustomResourceDefinition others', reason: 'it has finalizers' }];
  const obsolete = [
    'CustomResourceDefinition others.web.example.com',
    'ValidatingAdmissionPolicy sites',
  ];
  const { crds } = (await installer.install(cluster)) ?? {};
  assert.equal(crds?.problem, 'CustomResourceDefinition others: it has finalizers');
  assert.deepEqual(cluster.deleted.splice(0), obsolete);
  cluster.stuck = [];
  const result = await installer.install(cluster);
  assert.equal(result?.notice, 'deleted, with all objects: others.web.example.com');
  assert.deepEqual(cluster.deleted.splice(0), obsolete);
  assert.equal(await install('after'), 'installed');
  assert.deepEqual(cluster.deleted, []);
});

test('deletes nothing from a cluster of the user', async (t) => {
  const { out, cluster, install } = projectWithCluster(t);
  addObjects(out);
  assert.equal(await install('before'), 'installed');
  rmSync(join(out, 'policy'), { recursive: true });
  rmSync(join(out, 'crds/others.json'));
  assert.equal(await install('after'), 'installed');
  assert.deepEqual(cluster.deleted, []);
});

/** Installed CRDs that a server does not change to the generated one. */
const FIXED = {
  scope: object('', { scope: 'Cluster' }),
  kind: object('', { names: { kind: 'Page' } }),
  version: object('', {}, { storedVersions: ['v1alpha1', 'v1'] }),
};

for (const [part, crd] of Object.entries(FIXED)) {
  test(`replaces a CRD of the embedded server whose ${part} cannot change`, async (t) => {
    const { cluster, installer, install, write } = projectWithCluster(t, EMBEDDED);
    cluster.crd = object('', {}, { storedVersions: ['v1'] });
    assert.equal(await install('before'), 'installed');
    assert.deepEqual(cluster.deleted, []);
    cluster.crd = crd;
    write('breaking');
    const result = await installer.install(cluster);
    assert.equal(result?.crds.phase, 'installed');
    assert.equal(result.notice, 'deleted, with all objects: sites.web.example.com');
    assert.deepEqual(cluster.deleted, ['CustomResourceDefinition sites.web.example.com']);
  });
}

test('a CRD that a cluster of the user cannot change is refused with the fix', async (t) => {
  const { cluster, installer, install } = projectWithCluster(t);
  cluster.refused = [{ object: 'CustomResourceDefinition sites', reason: 'field is immutable' }];
  cluster.crd = FIXED.scope;
  assert.equal(await install('before'), 'failed');
  const { crds } = (await installer.install(cluster)) ?? {};
  assert.equal(
    crds?.problem,
    'CustomResourceDefinition sites: field is immutable\nto create it again without its objects, run kubectl --context=remote delete crd sites.web.example.com',
  );
  cluster.crd = object('');
  const { crds: other } = (await installer.install(cluster)) ?? {};
  assert.equal(other?.problem, 'CustomResourceDefinition sites: field is immutable');
  assert.deepEqual(cluster.deleted, []);
});
