import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { startControlPlane, type ControlPlane } from '../support/control-plane.js';
import { kubectlOf, type Kubectl } from '../support/kubectl.js';
import { inRepository } from '../support/repository.js';
import { WANTED_DIFFERENCES } from './controller-gen-differences.js';
import { differences, readManifests, type Difference } from './controller-gen-manifests.js';
import { knownMarkers, usedMarkers } from './controller-gen-markers.js';

const binary = process.env['CONTROLLER_GEN'];
/** It builds the packages that it reads, by go. */
const skip =
  binary === undefined &&
  'CONTROLLER_GEN is not set: hack/test-cluster.sh sets it where go is on PATH';
const GO_TWINS = inRepository('test', 'twins', 'go');
const TWINS = inRepository('test', 'twins', 'apis');

let folder: string;
const controllerGenOut = () => path.join(folder, 'controller-gen');
const vmgenOut = () => path.join(folder, 'vmgen');

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vmgen-twins-'));
  await mkdir(vmgenOut());
});

after(async () => {
  await rm(folder, { recursive: true });
});

/** Runs a program to its end, which must be good and silent on standard error. */
async function silently(command: string, args: readonly string[], cwd: string): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(command, args, { cwd });
  assert.equal(stderr, '');
  return stdout;
}

function controllerGen(...args: string[]): Promise<string> {
  return silently(binary ?? '', args, GO_TWINS);
}

/** vmgen's `--groups` for every API package of the twins: those that name their group. */
async function twinGroups(): Promise<string[]> {
  const groups: string[] = [];
  for (const file of (await readdir(TWINS, { recursive: true })).sort()) {
    const [group, version, name] = file.split(path.sep);
    if (name !== 'doc.ts') continue;
    const isApi = (await readFile(path.join(TWINS, file), 'utf8')).includes('+groupName=');
    if (isApi) groups.push(`${group}:${version}`);
  }
  return groups;
}

async function generateTwins(): Promise<void> {
  const groups = (await twinGroups()).flatMap((each) => ['--groups', each]);
  const bin = inRepository('generator', 'bin', 'vmgen.js');
  const args = [bin, '--quiet', '--apis', TWINS, ...groups, '--out', vmgenOut()];
  await silently(process.execPath, args, folder);
}

describe('vmgen beside controller-gen, on APIs written in both languages', { skip }, () => {
  let found: Difference[];

  before(async () => {
    await controllerGen(
      'crd:omitToolVersion=true,allowDangerousTypes=true,generateEmbeddedObjectMeta=true',
      'rbac:roleName=manager-role',
      'webhook',
      'paths=./...',
      `output:dir=${controllerGenOut()}`,
    );
    await generateTwins();
    found = differences(await readManifests(controllerGenOut()), await readManifests(vmgenOut()));
  });

  for (const language of ['go', 'apis']) {
    test(`the packages in ${language} use every marker and argument of controller-gen`, async () => {
      const generators = ['crd', 'rbac:roleName=x', 'webhook', 'object', 'applyconfiguration'];
      const known = knownMarkers(await controllerGen(...generators, '-wwww'));
      // Known only to be refused there, and an argument that goes without its name.
      for (const each of ['field k8s:enum', 'field default value']) assert.ok(known.delete(each));
      const used = await usedMarkers(inRepository('test', 'twins', language), known);
      assert.ok(known.size > 150, `only ${known.size}`);
      assert.deepEqual(
        [...known].filter((each) => !used.has(each)),
        [],
      );
    });
  }

  test('at least 25 packages are compared', async () => {
    assert.ok((await twinGroups()).length >= 25);
  });

  test('the manifests differ where that is wanted, and nowhere else', () => {
    const listed = WANTED_DIFFERENCES.map(({ object, path, controllerGen, vmgen }) => {
      return { object, path, controllerGen, vmgen };
    });
    assert.deepEqual(sorted(found), sorted(listed));
  });
});

function sorted(list: readonly Difference[]): Difference[] {
  const key = (each: Difference): string => `${each.object} ${each.path}`;
  return [...list].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

describe('a real kube-apiserver', () => {
  let plane: ControlPlane;
  let kubectl: Kubectl;

  before(async () => {
    await generateTwins();
    plane = await startControlPlane();
    kubectl = kubectlOf(plane.assets, plane.kubeconfig);
  });

  after(async () => {
    await plane.stop();
  });

  test('accepts every CRD that vmgen makes of the twins without a warning, and serves it', async () => {
    const crds = path.join(vmgenOut(), 'crds');
    const { code, out, err } = await kubectl.attempt('apply', '-f', crds);
    assert.deepEqual([code, err], [0, '']);
    const created = out.match(/^customresourcedefinition\.apiextensions\.k8s\.io\/\S+ created$/gm);
    assert.equal(created?.length, (await readdir(crds)).length);
    await kubectl('wait', '--for=condition=established', '--timeout=60s', '-f', crds);
  });

  test('accepts the roles and webhooks', async () => {
    const objects = [...(await readManifests(vmgenOut())).values()];
    const others = objects.filter(({ kind }) => kind !== 'CustomResourceDefinition');
    const file = path.join(folder, 'others.json');
    await writeFile(file, JSON.stringify({ apiVersion: 'v1', kind: 'List', items: others }));
    await kubectl('create', 'namespace', 'infra');
    // Tried only: a webhook that nobody serves would stop the server from taking anything more.
    const { code, out, err } = await kubectl.attempt('apply', '--dry-run=server', '-f', file);
    assert.deepEqual([code, err], [0, '']);
    assert.deepEqual(out.trim().split('\n').sort(), [
      'clusterrole.rbac.authorization.k8s.io/manager-role created (server dry run)',
      'clusterrole.rbac.authorization.k8s.io/recorder created (server dry run)',
      'mutatingwebhookconfiguration.admissionregistration.k8s.io/twins-mutating created (server dry run)',
      'role.rbac.authorization.k8s.io/leader created (server dry run)',
      'role.rbac.authorization.k8s.io/manager-role created (server dry run)',
      'validatingwebhookconfiguration.admissionregistration.k8s.io/twins-validating created (server dry run)',
    ]);
  });
});
