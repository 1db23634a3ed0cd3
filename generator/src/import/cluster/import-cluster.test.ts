import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test, type TestContext } from 'node:test';
import { createApiServer, type RunningServer, startHttpsServer } from '@vmgen/apiserver';
import type { CustomResourceDefinition } from '@vmgen/crd';
import { crdOf, versionWith } from '@vmgen/fixtures/crd-of';
import { readCluster } from './read-cluster.js';
import { commandLine } from '../../testing/cli.js';
import { folderWith } from '../../testing/folder-with.js';

const { vmgenHereWith } = commandLine();

/** More than one page of them. */
const COUNT = 30;

const definitionOf = (index: number): CustomResourceDefinition =>
  crdOf({ group: 'example.com', kind: `Kind${index}` }, [
    versionWith('v1', {
      spec: {
        type: 'object',
        properties: { size: { type: 'integer', default: 9_007_199_254_740_993n } },
      },
    }),
  ]);

describe('vmgen import of a cluster', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'vmgen-cluster-'));
  const kubeconfig = path.join(folder, 'kubeconfig');
  let running: RunningServer;
  before(async () => {
    const crds = Array.from({ length: COUNT }, (_, index) => definitionOf(index));
    running = await startHttpsServer(createApiServer({ crds }));
    await running.writeKubeconfig(kubeconfig);
  });
  after(async () => {
    await running.close();
    rmSync(folder, { recursive: true });
  });

  /** A run of the command line over HTTPS. */
  async function vmgenImport(context: TestContext, args: string[], environment = {}) {
    const out = mkdtempSync(path.join(tmpdir(), 'vmgen-cluster-'));
    context.after(() => rmSync(out, { recursive: true }));
    const result = await vmgenHereWith(environment, out, 'import', '--out', out, ...args);
    return { out, ...result };
  }

  test('reads the CRDs of all pages, and writes their package', async (context) => {
    const args = ['--kubeconfig', kubeconfig];
    const { out, status, stdout, stderr } = await vmgenImport(context, args);
    assert.deepEqual([status, stderr], [0, '']);
    assert.match(stdout, /^30 kinds in 30 versions; 2 files written/);
    const types = readFileSync(path.join(out, 'example/v1/types.ts'), 'utf8');
    for (let i = 0; i < COUNT; i++) assert.match(types, new RegExp(`interface Kind${i} extends`));
    // No number of JavaScript is this one.
    assert.match(types, /default=9007199254740993\n/);
  });

  test('finds the cluster as kubectl does, and selects CRDs by name', async (context) => {
    const args = ['--cluster', '--crd', 'kind7s.example.com', '--context', 'vmgen'];
    const environment = { KUBECONFIG: kubeconfig };
    const { status, stdout } = await vmgenImport(context, args, environment);
    assert.equal(status, 0);
    assert.match(stdout, /^1 kind in 1 version; 2 files written, .*; 29 other objects skipped$/m);
  });

  test('reads the OpenAPI documents and the discovery of groups', async (context) => {
    const args = ['--kubeconfig', kubeconfig, '--openapi', '--group', 'apps'];
    const { out, status, stdout, stderr } = await vmgenImport(context, args);
    assert.deepEqual([status, stderr], [0, '']);
    assert.match(stdout, /^1 package of OpenAPI documents; 2 files written/);
    const types = readFileSync(path.join(out, 'apps/v1/types.ts'), 'utf8');
    assert.match(types, /shortName=deploy/);
    assert.match(types, /interface Deployment extends TypeMeta/);
  });

  test('names what it reads after the server, without the password of its URL', async (context) => {
    const text = readFileSync(kubeconfig, 'utf8').replace('https://', 'https://me:secret@');
    const file = path.join(folderWith(context, { kubeconfig: text }), 'kubeconfig');
    for (const openApiGroups of [undefined, ['apps']]) {
      const [read] = await readCluster({ kubeconfig: file, openApiGroups });
      assert.match(read?.source ?? '', /^https:\/\/127\.0\.0\.1:\d+/);
    }
  });

  test('reports a group that the cluster does not serve', async (context) => {
    const args = ['--kubeconfig', kubeconfig, '--openapi', '--group', 'none.example.com'];
    const { status, stderr } = await vmgenImport(context, args);
    assert.equal(status, 1);
    assert.match(stderr, /^--group: nothing found for the group "none\.example\.com"\n/);
  });

  test('reports an invalid connection to the cluster, and writes nothing', async (context) => {
    const wrong: readonly (readonly [args: string[], reason: RegExp])[] = [
      [['--kubeconfig', '/nowhere/config'], /^the cluster: .*\/nowhere\/config/],
      [['--kubeconfig', kubeconfig, '--context', 'other'], /^the cluster: .*"?other"?/],
    ];
    for (const [args, reason] of wrong) {
      const { out, status, stderr } = await vmgenImport(context, args);
      assert.equal(status, 1);
      assert.match(stderr, reason);
      assert.match(stderr, /\n1 problem, nothing was written\n$/);
      assert.deepEqual(readdirSync(out), []);
    }
  });

  test('reports a server that does not answer', async (context) => {
    const other = await startHttpsServer(createApiServer());
    const folder = folderWith(context, { kubeconfig: other.kubeconfig() });
    await other.close();
    const file = path.join(folder, 'kubeconfig');
    const { status, stderr } = await vmgenImport(context, ['--kubeconfig', file]);
    assert.equal(status, 1);
    assert.match(stderr, /^the cluster: .*ECONNREFUSED/);
  });
});
