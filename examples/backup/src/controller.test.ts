import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, test } from 'node:test';
import {
  assertNoViolations,
  createTestManager,
  explorationText,
  explore,
  exploreStates,
  statesText,
  type ExploreOptions,
  type TestManager,
} from '@vmgen/manager/testing';
import { findCondition, waitFor, waitConditions } from '@vmgen/runtime';
import { sleep } from '@vmgen/runtime/async';
import { ApiError } from '@vmgen/runtime/client';
import { createBatchV1Clients } from '@vmgen/kubernetes/batch/v1';
import { createCoreV1Clients } from '@vmgen/kubernetes/core/v1';
import { createFakeClientset, type FakeClientset } from '../generated/testing/fake-clientset.js';
import { SECRET_VERSION } from './children.js';
import { addBackupController } from './controller.js';

const NAMESPACE = 'default';
const spec = { schedule: '0 3 * * *', sources: ['photos', 'mail'], secretName: 'repository' };
const secret = { metadata: { name: 'repository' }, stringData: { RESTIC_PASSWORD: 'x' } };

/** The permissions of the operator. A request without one fails the test. */
const roles = await readFile('generated/rbac/role.yaml', 'utf8');

let clientset: FakeClientset;
let operator: TestManager;

beforeEach(async () => {
  // The garbage collector deletes children with their owner, as in a cluster.
  clientset = createFakeClientset({ garbageCollection: true });
  operator = await createTestManager(clientset.fake.withRole(roles), addBackupController);
});

afterEach(async () => {
  await operator.stop();
  await clientset.fake.close();
});

const schedules = () => clientset.backupV1.backupSchedules(NAMESPACE);
const cronJobs = () => createBatchV1Clients(clientset.fake).cronJobs(NAMESPACE);
const configMaps = () => createCoreV1Clients(clientset.fake).configMaps(NAMESPACE);
const secrets = () => createCoreV1Clients(clientset.fake).secrets(NAMESPACE);

/** Waits for an effect of the controller that no condition reports. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await holds()); tries++) {
    assert.ok(tries < 500, 'the condition was not met within 5 s');
    await sleep(10);
  }
}

test('creates a CronJob and its script, owned by the schedule', async () => {
  await secrets().create(secret);
  const resources = { limits: { memory: '256Mi' } };
  const schedule = await schedules().create({
    metadata: { name: 'nightly' },
    spec: { ...spec, resources },
  });
  await waitFor(schedules(), 'nightly', waitConditions.is('Ready'), { timeoutMs: 5_000 });

  const cronJob = await cronJobs().get('nightly-backup');
  assert.equal(cronJob.spec.schedule, '0 3 * * *');
  assert.equal(cronJob.spec.suspend, false);
  assert.equal(cronJob.metadata.ownerReferences?.[0]?.uid, schedule.metadata.uid);
  const template = cronJob.spec.jobTemplate.spec?.template;
  assert.deepEqual(
    template?.spec?.volumes?.map(({ name }) => name),
    ['scripts', 'source-0', 'source-1'],
  );
  assert.equal(template?.spec?.containers[0]?.resources?.limits?.['memory'], '256Mi');
  const script = await configMaps().get('nightly-backup');
  assert.match(script.data?.['backup.sh'] ?? '', /forget --keep-last 7/);
});

test('suspends the CronJob until the Secret exists', async () => {
  await schedules().create({ metadata: { name: 'nightly' }, spec });
  await waitFor(schedules(), 'nightly', waitConditions.is('Ready', 'False'), { timeoutMs: 5_000 });
  const { status } = await schedules().get('nightly');
  assert.equal(findCondition(status?.conditions, 'Ready')?.reason, 'SecretMissing');
  assert.equal((await cronJobs().get('nightly-backup')).spec.suspend, true);

  await secrets().create(secret);
  await waitFor(schedules(), 'nightly', waitConditions.is('Ready'), { timeoutMs: 5_000 });
  assert.equal((await cronJobs().get('nightly-backup')).spec.suspend, false);
});

test('uses a changed Secret for the next Pods', async () => {
  await secrets().create(secret);
  await schedules().create({ metadata: { name: 'nightly' }, spec });
  await waitFor(schedules(), 'nightly', waitConditions.is('Ready'), { timeoutMs: 5_000 });
  const { metadata } = await secrets().mergePatch('repository', { data: { TOKEN: 'eA==' } });
  await until(async () => {
    const { jobTemplate } = (await cronJobs().get('nightly-backup')).spec;
    const annotations = jobTemplate.spec?.template.metadata?.annotations;
    return annotations?.[SECRET_VERSION] === metadata.resourceVersion;
  });
});

test('repairs deleted and changed children', async () => {
  await secrets().create(secret);
  await schedules().create({ metadata: { name: 'nightly' }, spec });
  await waitFor(schedules(), 'nightly', waitConditions.is('Ready'), { timeoutMs: 5_000 });
  await configMaps().delete('nightly-backup');
  await until(async () => (await configMaps().find('nightly-backup')) !== undefined);
  await cronJobs().mergePatch('nightly-backup', { spec: { schedule: '* * * * *' } });
  await until(async () => (await cronJobs().get('nightly-backup')).spec.schedule === spec.schedule);
});

test('does not change a CronJob that it does not own', async () => {
  const container = { name: 'c', image: 'nginx' };
  const podSpec = { restartPolicy: 'Never', containers: [container] };
  const jobTemplate = { spec: { template: { spec: podSpec } } };
  const other = { schedule: '1 1 * * *', jobTemplate };
  await cronJobs().create({ metadata: { name: 'nightly-backup' }, spec: other });
  await schedules().create({ metadata: { name: 'nightly' }, spec });
  await waitFor(schedules(), 'nightly', waitConditions.is('Ready', 'False'), { timeoutMs: 5_000 });
  const { status } = await schedules().get('nightly');
  assert.equal(findCondition(status?.conditions, 'Ready')?.reason, 'NameTaken');
  assert.equal((await cronJobs().get('nightly-backup')).spec.schedule, '1 1 * * *');

  // Nobody owns it, so that its deletion starts no reconcile.
  await cronJobs().delete('nightly-backup');
  await operator.advance(10_000);
  assert.equal((await cronJobs().get('nightly-backup')).spec.schedule, spec.schedule);
});

test('reports an invalid schedule in the status', async () => {
  await secrets().create(secret);
  const wrong = { ...spec, schedule: 'now and then' };
  await schedules().create({ metadata: { name: 'nightly' }, spec: wrong });
  await waitFor(schedules(), 'nightly', waitConditions.is('Ready', 'False'), { timeoutMs: 5_000 });
  const { status } = await schedules().get('nightly');
  const ready = findCondition(status?.conditions, 'Ready');
  assert.equal(ready?.reason, 'Rejected');
  assert.match(ready.message, /spec\.schedule: Invalid value/);
});

test('reports the start of the last backup', async () => {
  await schedules().create({ metadata: { name: 'nightly' }, spec });
  await until(async () => (await cronJobs().find('nightly-backup')) !== undefined);
  // No CronJob controller runs: the test writes its status.
  const lastScheduleTime = '2026-01-01T03:00:00Z';
  await cronJobs().mergePatchStatus('nightly-backup', { status: { lastScheduleTime } });
  await until(
    async () => (await schedules().get('nightly')).status?.lastBackupTime === lastScheduleTime,
  );
});

test('deletes the children with the schedule', async () => {
  await schedules().create({ metadata: { name: 'nightly' }, spec });
  await until(async () => (await cronJobs().find('nightly-backup')) !== undefined);
  await schedules().delete('nightly');
  await until(async () => (await cronJobs().find('nightly-backup')) === undefined);
  assert.equal(await configMaps().find('nightly-backup'), undefined);
});

test('needs all permissions of its roles', async () => {
  await operator.stop();
  const namespaces = createCoreV1Clients(clientset.fake).namespaces();
  await namespaces.create({ metadata: { name: 'backup-system' } });
  const permissions = await readFile('generated/deploy/permissions.yaml', 'utf8');
  const election = permissions
    .split('---\n')
    .find((text) => /^kind: Role\n/m.test(text) && /^ {2}name: .*-election\n/m.test(text));
  assert.ok(election !== undefined);
  const permitted = clientset.fake.withRole(`${roles}---\n${election}`);
  const start = () =>
    createTestManager(permitted, addBackupController, {
      name: 'backup-operator',
      leaderElection: { leaseNamespace: 'backup-system' },
    });
  await using restricted = await start();
  // A candidate watches the Lease.
  const standby = await start();
  await standby.advance(5_000);
  await standby.stop();
  // Another client changes the status at the same time.
  const conflicts = [new ApiError({ code: 409, reason: 'Conflict', message: 'it has changed' })];
  clientset.fake.prependReactor({ verb: 'patch', resource: 'backupschedules/status' }, () => {
    const conflict = conflicts.pop();
    if (conflict !== undefined) throw conflict;
    return undefined;
  });
  await schedules().create({ metadata: { name: 'nightly' }, spec });
  await restricted.advance(10_000);
  // Children of an earlier version of the operator, which are deleted.
  const cronJob = await cronJobs().get('nightly-backup');
  const { labels, ownerReferences } = cronJob.metadata;
  const metadata = { name: 'old', labels, ownerReferences };
  await cronJobs().create({ metadata, spec: cronJob.spec });
  await configMaps().create({ metadata });
  await restricted.advance(10_000);
  assert.equal(await cronJobs().find('old'), undefined);
  assert.equal(await configMaps().find('old'), undefined);
  // Only after a write whose answer is lost, as in the exploration.
  assert.deepEqual(permitted.unusedRules(), [
    'ClusterRole backup-operator: get configmaps',
    'ClusterRole backup-operator: get cronjobs.batch',
  ]);
});

type ExploredServer = { readonly server: FakeClientset };
const schedulesOf = ({ server }: ExploredServer) => server.backupV1.backupSchedules(NAMESPACE);
const cronJobsOf = ({ server }: ExploredServer) =>
  createBatchV1Clients(server.fake).cronJobs(NAMESPACE);
const secretsOf = ({ server }: ExploredServer) =>
  createCoreV1Clients(server.fake).secrets(NAMESPACE);

const explored = {
  operator: addBackupController,
  server: (options) => createFakeClientset({ ...options, garbageCollection: true }),
  roles,
  workload: {
    secret: (world) => secretsOf(world).create(secret),
    create: (world) => schedulesOf(world).create({ metadata: { name: 'nightly' }, spec }),
    change: (world) => schedulesOf(world).mergePatch('nightly', { spec: { retention: 3 } }),
    rotate: (world) =>
      secretsOf(world).mergePatch('repository', { stringData: { RESTIC_PASSWORD: 'y' } }),
    repair: (world) => cronJobsOf(world).delete('nightly-backup'),
    backup: (world) =>
      cronJobsOf(world).mergePatchStatus('nightly-backup', {
        status: { lastScheduleTime: '2026-01-01T03:00:00Z' },
      }),
    delete: (world) => schedulesOf(world).delete('nightly'),
  },
} satisfies ExploreOptions<FakeClientset, object>;

test('survives a fault at each of its writes', async () => {
  const { delete: last, ...steps } = explored.workload;
  const invalid = (world: ExploredServer) =>
    schedulesOf(world).mergePatch('nightly', { spec: { schedule: 'never' } });
  const exploration = await explore({
    ...explored,
    workload: { ...steps, invalid, delete: last },
  });
  console.log(explorationText(exploration));
  assertNoViolations(exploration);
  assert.deepEqual(exploration.notSimulated, []);
  assert.ok(exploration.plans > 40, String(exploration.plans));
});

test('recovers from what others do to its objects', async () => {
  const exploration = await exploreStates({
    ...explored,
    badSpecs: { BackupSchedule: [{ schedule: 'never' }] },
    states: 80,
  });
  console.log(statesText(exploration));
  assertNoViolations(exploration);
  assert.equal(exploration.states, 80);
});
