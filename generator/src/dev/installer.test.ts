import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { FailedObject } from './cluster.js';
import type { CrdChange } from './dev-state.js';
import { Installer } from './installer.js';

/** A project whose CRD is a text, and a cluster of the user. Texts with `breaking` are breaking changes. */
function projectWithCluster(t: TestContext) {
  const out = mkdtempSync(join(tmpdir(), 'vmgen-installer-'));
  t.after(() => rmSync(out, { recursive: true }));
  mkdirSync(join(out, 'crds'));
  const write = (text: string): void => writeFileSync(join(out, 'crds/sites.yaml'), text);
  const cluster = {
    refused: [] as FailedObject[],
    applied: [] as string[],
    /** Runs between the read of the files and their comparison. */
    beforeComparison: (): void => undefined,
    installed: () => {
      cluster.beforeComparison();
      return Promise.resolve([object('')]);
    },
    install: (crds: readonly ReturnType<typeof object>[]) => {
      cluster.applied.push(...crds.map(({ spec }) => spec.text));
      return Promise.resolve(cluster.refused);
    },
    apply: () => Promise.resolve([]),
  };
  const installer = new Installer({
    out,
    target: { kind: 'context', context: 'remote', server: 'https://cluster.example.com' },
    tools: {
      generate: () => Promise.resolve(),
      diff: (_, files) => files.flatMap(({ text }) => changesOf(text)),
      parse: ({ text }) => ({ objects: [object(text)], problems: [] }),
    },
  });
  const install = async (text?: string) => {
    if (text !== undefined) write(text);
    return (await installer.install(cluster))?.crds.phase;
  };
  return { cluster, installer, install, write };
}

const object = (text: string) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'sites.web.example.com' },
  spec: { text },
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
