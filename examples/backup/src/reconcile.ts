import {
  controllerOf,
  isInvalid,
  patchStatus,
  setCondition,
  type ConditionInput,
  type ObjectKey,
  type Transport,
} from '@vmgen/runtime';
import { createCronJobClient, type CronJobLister } from '@vmgen/kubernetes/batch/v1';
import { createConfigMapClient } from '@vmgen/kubernetes/core/v1';
import type { BackupSchedule } from '../apis/backup/v1/types.js';
import { createBackupScheduleClient } from '../generated/backup/v1/client.js';
import type { BackupScheduleLister } from '../generated/backup/v1/lister.js';
import { childName, configMapOf, cronJobOf, type Schedule } from './children.js';

/** Under this name the fields of the children are ours. */
const FIELD_MANAGER = 'backup-operator';

/** What one reconcile works with. */
export interface Reconciler {
  readonly transport: Transport;
  readonly schedules: BackupScheduleLister;
  readonly cronJobs: CronJobLister;
  /** The version of a Secret; undefined where there is none. */
  secretVersion(secret: ObjectKey): string | undefined;
}

/**
 * Makes the children of one schedule what they should be, and says in its status what became of it. The
 * signal ends its requests.
 */
export async function reconcile(
  reconciler: Reconciler,
  key: ObjectKey,
  signal: AbortSignal,
): Promise<void> {
  const schedule = reconciler.schedules.find(key);
  // What is gone needs nothing: the garbage collector follows the owner references of the children.
  if (schedule === undefined || schedule.metadata.deletionTimestamp !== undefined) return;
  const ready = await applyChildren(reconciler, schedule, signal);
  await writeStatus(reconciler, schedule, { ready, signal });
}

type Ready = Pick<ConditionInput, 'status' | 'reason' | 'message'>;

async function applyChildren(
  reconciler: Reconciler,
  schedule: Schedule,
  signal: AbortSignal,
): Promise<Ready> {
  const { transport, cronJobs } = reconciler;
  const { namespace, uid } = schedule.metadata;
  const { secretName } = schedule.spec;
  const name = childName(schedule);
  const found = cronJobs.find({ namespace, name });
  if (found !== undefined && controllerOf(found)?.uid !== uid) {
    return { status: 'False', reason: 'NameTaken', message: `there is another CronJob ${name}` };
  }
  const secretVersion = reconciler.secretVersion({ namespace, name: secretName });
  const options = { fieldManager: FIELD_MANAGER, force: true, signal };
  try {
    await createConfigMapClient(transport, namespace).apply(configMapOf(schedule), options);
    const cronJob = cronJobOf(schedule, secretVersion);
    await createCronJobClient(transport, namespace).apply(cronJob, options);
  } catch (error) {
    // No later try will do better: it takes another spec, which comes as a change.
    if (!isInvalid(error)) throw error;
    return { status: 'False', reason: 'Refused', message: error.message };
  }
  if (secretVersion === undefined) {
    const message = `there is no Secret ${secretName}; backups are suspended`;
    return { status: 'False', reason: 'SecretMissing', message };
  }
  return { status: 'True', reason: 'Scheduled', message: `CronJob ${name} runs the backups` };
}

async function writeStatus(
  { transport, cronJobs }: Reconciler,
  schedule: Schedule,
  { ready, signal }: { readonly ready: Ready; readonly signal: AbortSignal },
): Promise<void> {
  const { namespace, name, generation: observedGeneration } = schedule.metadata;
  const client = createBackupScheduleClient(transport, namespace);
  const child = cronJobs.find({ namespace, name: childName(schedule) });
  const setReady = (current: BackupSchedule): void => {
    const conditions = current.status?.conditions ?? [];
    setCondition(conditions, { type: 'Ready', ...ready, observedGeneration });
    const lastBackupTime = child?.status?.lastScheduleTime ?? current.status?.lastBackupTime;
    current.status = { conditions, observedGeneration, lastBackupTime };
  };
  await patchStatus(client, name, setReady, { signal });
}
