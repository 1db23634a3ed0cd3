import assert from 'node:assert/strict';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { before, test } from 'node:test';
import { run, startChild, type Child } from '../support/child.js';
import { startEnvtest } from '@vmgen/apiserver/envtest';
import { endsAfterTests } from '../support/ends-after.js';
import { kubectlOf, type Kubectl } from '../support/kubectl.js';
import { inRepository } from '../support/repository.js';
import { untilServed } from '../support/until-served.js';
import { waitFor } from '../support/wait-for.js';

const SYSTEM = 'backup-system';
const SERVICE_ACCOUNT = `system:serviceaccount:${SYSTEM}:backup-operator`;
const WITHIN_MS = 60_000;

const atEnd = endsAfterTests();
let kubectl: Kubectl;
let operator: Child;

/** Compiles the example as its README says, in a folder of its own; gives the folder. */
async function buildExample(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vmgen-backup-'));
  atEnd(() => rm(folder, { recursive: true }));
  const example = inRepository('examples/backup');
  for (const part of [
    ...['apis', 'src', 'generated', 'package.json'],
    ...['tsconfig.json', 'tsconfig.production.json'],
  ]) {
    await cp(path.join(example, part), path.join(folder, part), { recursive: true });
  }
  await symlink(inRepository('node_modules'), path.join(folder, 'node_modules'));
  const tsc = inRepository('node_modules/typescript/bin/tsc');
  await run(process.execPath, [tsc, '--project', path.join(folder, 'tsconfig.production.json')]);
  return folder;
}

before(async () => {
  const groups = ['system:serviceaccounts', `system:serviceaccounts:${SYSTEM}`];
  const [plane, folder] = await Promise.all([
    startEnvtest({
      users: [{ name: SERVICE_ACCOUNT, groups: [...groups, 'system:authenticated'] }],
    }),
    buildExample(),
  ]);
  atEnd(() => plane.stop());
  kubectl = kubectlOf(plane.assets, plane.kubeconfig);
  const example = (part: string): string => inRepository('examples/backup', part);
  await kubectl('apply', '-f', example('generated/install.yaml'));
  await untilServed(kubectl, example('generated/crds'));
  // With the rights that its markers ask for, and no more.
  operator = startChild(process.execPath, [path.join(folder, 'dist/src/main.js')], {
    KUBECONFIG: plane.kubeconfigOf(SERVICE_ACCOUNT),
    POD_NAMESPACE: SYSTEM,
  });
  atEnd(async () => {
    await operator.end('SIGKILL');
  });
  await kubectl('apply', '-f', example('deploy/example-backup.yaml'));
});

/** Waits until a field of an object has a value. */
async function shows(object: string, jsonPath: string, wanted: string): Promise<void> {
  await waitFor(`${object} shows ${wanted}; ${operator.stderr()}`, WITHIN_MS, async () => {
    const { out } = await kubectl.attempt('get', object, '-o', `jsonpath={${jsonPath}}`);
    return out === wanted ? true : undefined;
  });
}

const REASON = '.status.conditions[?(@.type=="Ready")].reason';

test("the example's operator creates its children with owner references on a real cluster", async () => {
  await shows('backupschedule/nightly', REASON, 'Scheduled');
  const uid = await kubectl('get', 'bs', 'nightly', '-o', 'jsonpath={.metadata.uid}');
  for (const child of ['cronjob', 'configmap']) {
    const said = '{.metadata.ownerReferences[*].uid} {.metadata.ownerReferences[*].controller}';
    const owner = await kubectl('get', child, 'nightly-backup', '-o', `jsonpath=${said}`);
    assert.equal(owner, `${uid} true`, child);
  }
  await shows('cronjob/nightly-backup', '.spec.suspend', 'false');
  assert.match(await kubectl('get', 'bs'), /nightly +0 3 \* \* \* +True +Scheduled/);
});

test('applying the same children again changes nothing', async () => {
  const version = '.metadata.resourceVersion';
  const read = () => kubectl('get', 'cronjob', 'nightly-backup', '-o', `jsonpath={${version}}`);
  const before = await read();
  // A recreated child shows that the schedule was reconciled again.
  await kubectl('delete', 'configmap', 'nightly-backup');
  await shows('configmap/nightly-backup', '.metadata.name', 'nightly-backup');
  await kubectl('patch', 'bs', 'nightly', '--type=merge', '-p', '{"spec":{"retention":3}}');
  await shows('backupschedule/nightly', '.status.observedGeneration', '2');
  assert.equal(await read(), before);
});

test('deleting a Secret suspends the backups, and creating it resumes them', async () => {
  await kubectl('delete', 'secret', 'nightly-repository');
  await shows('backupschedule/nightly', REASON, 'SecretMissing');
  await shows('cronjob/nightly-backup', '.spec.suspend', 'true');
  await kubectl('create', 'secret', 'generic', 'nightly-repository', '--from-literal=a=b');
  await shows('backupschedule/nightly', REASON, 'Scheduled');
  await shows('cronjob/nightly-backup', '.spec.suspend', 'false');
});

test('reports an object that the server rejects in the status', async () => {
  const patch = (schedule: string): string => JSON.stringify({ spec: { schedule } });
  await kubectl('patch', 'bs', 'nightly', '--type=merge', '-p', patch('now and then'));
  await shows('backupschedule/nightly', REASON, 'Rejected');
  await kubectl('patch', 'bs', 'nightly', '--type=merge', '-p', patch('0 4 * * *'));
  await shows('cronjob/nightly-backup', '.spec.schedule', '0 4 * * *');
});

test('the operator exits with status 0 and releases its lease', async () => {
  assert.equal(await operator.end('SIGTERM'), 0, operator.stderr());
  const holder = '-o=jsonpath={.spec.holderIdentity}';
  const lease = await kubectl('get', 'lease', 'backup-operator', '-n', SYSTEM, holder);
  assert.equal(lease, '');
});
