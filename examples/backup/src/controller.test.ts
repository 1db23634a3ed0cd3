import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { conditionIs, findCondition, silentLogger, sleep, waitFor } from '@vmgen/runtime';
import { createBatchV1Clients } from '@vmgen/kubernetes/batch/v1';
import { createCoreV1Clients } from '@vmgen/kubernetes/core/v1';
import { createFakeClientset, type FakeClientset } from '../generated/testing/fake-clientset.js';
import { SECRET_VERSION } from './children.js';
import { createBackupController, type BackupController } from './controller.js';

const NAMESPACE = 'default';
const spec = { schedule: '0 3 * * *', sources: ['photos', 'mail'], secretName: 'repository' };
const secret = { metadata: { name: 'repository' }, stringData: { RESTIC_PASSWORD: 'x' } };

let clientset: FakeClientset;
let controller: BackupController;
let stop: AbortController;
let running: Promise<void>;

beforeEach(async () => {
  // Children go with their owner, as in a cluster.
  clientset = createFakeClientset({ garbageCollection: true });
  stop = new AbortController();
  controller = createBackupController(clientset.fake, silentLogger);
  await controller.sync(stop.signal);
  running = controller.run(stop.signal);
});

afterEach(async () => {
  stop.abort();
  await running;
  await controller.close();
  await clientset.fake.close();
});

const schedules = () => clientset.backupV1.backupSchedules(NAMESPACE);
const cronJobs = () => createBatchV1Clients(clientset.fake).cronJobs(NAMESPACE);
const configMaps = () => createCoreV1Clients(clientset.fake).configMaps(NAMESPACE);
const secrets = () => createCoreV1Clients(clientset.fake).secrets(NAMESPACE);

/** Waits for what the controller does, of which no condition tells. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await holds()); tries++) {
    assert.ok(tries < 500, 'what was waited for did not happen within 5 s');
    await sleep(10);
  }
}

test('a schedule gets a CronJob and its script, which are its own', async () => {
  await secrets().create(secret);
  const resources = { limits: { memory: '256Mi' } };
  const schedule = await schedules().create({
    metadata: { name: 'nightly' },
    spec: { ...spec, resources },
  });
  await waitFor(schedules(), 'nightly', conditionIs('Ready'), { timeoutMs: 5_000 });

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

test('without its Secret a schedule is suspended, until the Secret comes', async () => {
  await schedules().create({ metadata: { name: 'nightly' }, spec });
  await waitFor(schedules(), 'nightly', conditionIs('Ready', 'False'), { timeoutMs: 5_000 });
  const { status } = await schedules().get('nightly');
  assert.equal(findCondition(status?.conditions, 'Ready')?.reason, 'SecretMissing');
  assert.equal((await cronJobs().get('nightly-backup')).spec.suspend, true);

  await secrets().create(secret);
  await waitFor(schedules(), 'nightly', conditionIs('Ready'), { timeoutMs: 5_000 });
  assert.equal((await cronJobs().get('nightly-backup')).spec.suspend, false);
});

test('a Secret that changes is used by the next Pods', async () => {
  await secrets().create(secret);
  await schedules().create({ metadata: { name: 'nightly' }, spec });
  await waitFor(schedules(), 'nightly', conditionIs('Ready'), { timeoutMs: 5_000 });
  const { metadata } = await secrets().mergePatch('repository', { data: { TOKEN: 'eA==' } });
  await until(async () => {
    const { jobTemplate } = (await cronJobs().get('nightly-backup')).spec;
    const annotations = jobTemplate.spec?.template.metadata?.annotations;
    return annotations?.[SECRET_VERSION] === metadata.resourceVersion;
  });
});

test('children that somebody deleted or changed are put right', async () => {
  await secrets().create(secret);
  await schedules().create({ metadata: { name: 'nightly' }, spec });
  await waitFor(schedules(), 'nightly', conditionIs('Ready'), { timeoutMs: 5_000 });
  await configMaps().delete('nightly-backup');
  await until(async () => (await configMaps().find('nightly-backup')) !== undefined);
  await cronJobs().mergePatch('nightly-backup', { spec: { schedule: '* * * * *' } });
  await until(async () => (await cronJobs().get('nightly-backup')).spec.schedule === spec.schedule);
});

test("somebody else's CronJob of that name stays as it is", async () => {
  const container = { name: 'c', image: 'nginx' };
  const podSpec = { restartPolicy: 'Never', containers: [container] };
  const jobTemplate = { spec: { template: { spec: podSpec } } };
  const other = { schedule: '1 1 * * *', jobTemplate };
  await cronJobs().create({ metadata: { name: 'nightly-backup' }, spec: other });
  await schedules().create({ metadata: { name: 'nightly' }, spec });
  await waitFor(schedules(), 'nightly', conditionIs('Ready', 'False'), { timeoutMs: 5_000 });
  const { status } = await schedules().get('nightly');
  assert.equal(findCondition(status?.conditions, 'Ready')?.reason, 'NameTaken');
  assert.equal((await cronJobs().get('nightly-backup')).spec.schedule, '1 1 * * *');
});

test('a schedule that cron cannot read is told in the status', async () => {
  await secrets().create(secret);
  const wrong = { ...spec, schedule: 'now and then' };
  await schedules().create({ metadata: { name: 'nightly' }, spec: wrong });
  await waitFor(schedules(), 'nightly', conditionIs('Ready', 'False'), { timeoutMs: 5_000 });
  const { status } = await schedules().get('nightly');
  const ready = findCondition(status?.conditions, 'Ready');
  assert.equal(ready?.reason, 'Refused');
  assert.match(ready.message, /spec\.schedule: Invalid value/);
});

test('the status says when a backup last began', async () => {
  await schedules().create({ metadata: { name: 'nightly' }, spec });
  await until(async () => (await cronJobs().find('nightly-backup')) !== undefined);
  // No controller of CronJobs is here: the test is it.
  const lastScheduleTime = '2026-01-01T03:00:00Z';
  await cronJobs().mergePatchStatus('nightly-backup', { status: { lastScheduleTime } });
  await until(
    async () => (await schedules().get('nightly')).status?.lastBackupTime === lastScheduleTime,
  );
});

test('the children of a schedule go with it', async () => {
  await schedules().create({ metadata: { name: 'nightly' }, spec });
  await until(async () => (await cronJobs().find('nightly-backup')) !== undefined);
  await schedules().delete('nightly');
  await until(async () => (await cronJobs().find('nightly-backup')) === undefined);
  assert.equal(await configMaps().find('nightly-backup'), undefined);
});
