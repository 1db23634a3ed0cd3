import {
  controllerOf,
  isInvalidRequest,
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

/** The field manager of server-side apply. */
const FIELD_MANAGER = 'backup-operator';

/** The dependencies of a reconcile. */
export interface Reconciler {
  readonly transport: Transport;
  readonly schedules: BackupScheduleLister;
  readonly cronJobs: CronJobLister;
  /** The version of a Secret; undefined if it does not exist. */
  secretVersion(secret: ObjectKey): string | undefined;
}

/**
 * Applies the children of one schedule, and reports the result in its status. The signal aborts the requests.
 */
export async function reconcile(
  reconciler: Reconciler,
  key: ObjectKey,
  signal: AbortSignal,
): Promise<void> {
  const schedule = reconciler.schedules.find(key);
  // Deleted: the garbage collector deletes the children.
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
    return {
      status: 'False',
      reason: 'NameTaken',
      message: `a CronJob ${name} with another owner exists`,
    };
  }
  const secretVersion = reconciler.secretVersion({ namespace, name: secretName });
  const options = { fieldManager: FIELD_MANAGER, force: true, signal };
  try {
    await createConfigMapClient(transport, namespace).apply(configMapOf(schedule), options);
    const cronJob = cronJobOf(schedule, secretVersion);
    await createCronJobClient(transport, namespace).apply(cronJob, options);
  } catch (error) {
    // A retry cannot succeed. A changed spec starts another reconcile.
    if (!isInvalidRequest(error)) throw error;
    return { status: 'False', reason: 'Rejected', message: error.message };
  }
  if (secretVersion === undefined) {
    const message = `the Secret ${secretName} does not exist; backups are suspended`;
    return { status: 'False', reason: 'SecretMissing', message };
  }
  return { status: 'True', reason: 'Scheduled', message: `CronJob ${name} runs the backups` };
}

async function writeStatus(
  { transport, cronJobs }: Reconciler,
  schedule: Schedule,
  { ready, signal }: { readonly ready: Ready; readonly signal: AbortSignal },
): Promise<void> {
  const { namespace, generation: observedGeneration } = schedule.metadata;
  const client = createBackupScheduleClient(transport, namespace);
  const child = cronJobs.find({ namespace, name: childName(schedule) });
  const setReady = (current: BackupSchedule): void => {
    const conditions = current.status?.conditions ?? [];
    setCondition(conditions, { type: 'Ready', ...ready, observedGeneration });
    const lastBackupTime = child?.status?.lastScheduleTime ?? current.status?.lastBackupTime;
    current.status = { conditions, observedGeneration, lastBackupTime };
  };
  await patchStatus(client, schedule, setReady, { signal });
}
