import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { startEnvtest } from '@vmgen/apiserver/envtest';
import { endsAfterTests } from '../support/ends-after.js';
import { kubectlOf, type Kubectl } from '../support/kubectl.js';
import { WANTED_DIFFERENCES } from './controller-gen-differences.js';
import { differences, readManifests, type Difference } from './controller-gen-manifests.js';
import { controllerGen, generateTwins, noControllerGen } from './controller-gen-run.js';

const atEnd = endsAfterTests();
let folder: string;
let groups: readonly string[];

const vmgenOut = (): string => path.join(folder, 'vmgen');

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vmgen-twins-'));
  atEnd(() => rm(folder, { recursive: true }));
  await mkdir(vmgenOut());
  groups = await generateTwins(vmgenOut());
});

describe('vmgen and controller-gen, on APIs written in both languages', () => {
  test('write equal output, except for listed differences', { skip: noControllerGen }, async () => {
    const out = path.join(folder, 'controller-gen');
    await controllerGen(
      'crd:omitToolVersion=true,allowDangerousTypes=true,generateEmbeddedObjectMeta=true',
      'rbac:roleName=manager-role',
      'webhook',
      'paths=./...',
      `output:dir=${out}`,
    );
    const found = differences(await readManifests(out), await readManifests(vmgenOut()));
    assert.deepEqual(asLines(found), asLines(WANTED_DIFFERENCES));
    assert.ok(groups.length >= 25, `only ${groups.length} packages`);
  });
});

/** Of a character that is cut in two, controller-gen leaves a part; vmgen leaves it out, or whole. */
const withoutCut = (text: string): string => text.replace(/\ufffd+|。/g, '');

/** What vmgen describes in words of its own, which are cut elsewhere. */
const OWN_WORDS = /\.properties\.(?:apiVersion|kind)\.description$/;

describe('shortened descriptions', { skip: noControllerGen }, () => {
  for (const length of [-1, 0, 1, 2, 9, 10, 11, 12, 20, 64, 1000]) {
    test(`at ${length} bytes equal those of controller-gen`, async () => {
      const name = `cut-${length}`;
      const [theirs, ours] = ['go', 'ts'].map((part) => path.join(folder, `${name}-${part}`));
      await controllerGen(
        `crd:omitToolVersion=true,maxDescLen=${length}`,
        'paths=./descriptions/...',
        `output:dir=${theirs}`,
      );
      await mkdir(ours ?? '');
      const flags = ['--generators', 'crd', `--max-desc-len=${length}`];
      await generateTwins(ours ?? '', ['descriptions:v1'], ...flags);
      const found = differences(await readManifests(theirs ?? ''), await readManifests(ours ?? ''));
      const reported = found.filter(
        ({ path: at, controllerGen: a, vmgen: b }) =>
          !OWN_WORDS.test(at) &&
          !(typeof a === 'string' && typeof b === 'string' && withoutCut(a) === withoutCut(b)),
      );
      assert.deepEqual(asLines(reported), []);
    });
  }
});

function asLines(list: readonly Difference[]): string[] {
  const text = (value: unknown): string =>
    value === undefined ? 'nothing' : JSON.stringify(value);
  return list
    .map(({ object, path, controllerGen, vmgen }) => {
      return `${object} ${path}: controller-gen has ${text(controllerGen)}, vmgen ${text(vmgen)}`;
    })
    .sort();
}

describe('a real kube-apiserver', () => {
  const atEnd = endsAfterTests();
  let kubectl: Kubectl;

  before(async () => {
    const plane = await startEnvtest();
    atEnd(() => plane.stop());
    kubectl = kubectlOf(plane.assets, plane.kubeconfig);
  });

  test('accepts and serves every CRD of these APIs without a warning', async () => {
    const crds = path.join(vmgenOut(), 'crds');
    const { code, out, err } = await kubectl.attempt('apply', '-f', crds);
    assert.deepEqual([code, err], [0, '']);
    const created =
      out.match(/^customresourcedefinition\.apiextensions\.k8s\.io\/\S+ created$/gm) ?? [];
    assert.equal(created.length, (await readdir(crds)).length);
    await kubectl('wait', '--for=condition=established', '--timeout=60s', '-f', crds);
  });

  test('accepts the roles and webhooks of these APIs', async () => {
    const objects = [...(await readManifests(vmgenOut())).values()];
    const others = objects.filter(({ kind }) => kind !== 'CustomResourceDefinition');
    const file = path.join(folder, 'others.json');
    await writeFile(file, JSON.stringify({ apiVersion: 'v1', kind: 'List', items: others }));
    await kubectl('create', 'namespace', 'infra');
    // Tried only: a webhook that nobody serves would stop the server from taking anything more.
    const { code, out, err } = await kubectl.attempt('apply', '--dry-run=server', '-f', file);
    assert.deepEqual([code, err], [0, '']);
    assert.deepEqual(
      out
        .trim()
        .split('\n')
        .map((line) => line.replace(/\.\S+(\/\S+) created \(server dry run\)$/, '$1'))
        .sort(),
      [
        'clusterrole/manager-role',
        'clusterrole/recorder',
        'mutatingwebhookconfiguration/twins-mutating',
        'role/leader',
        'role/manager-role',
        'validatingwebhookconfiguration/twins-validating',
      ],
    );
  });
});
