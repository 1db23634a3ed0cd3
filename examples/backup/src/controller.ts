import { child, type Children, type Manager } from '@vmgen/manager';
import { isInvalidRequest, VmgenError, type Cached, type ConditionInput } from '@vmgen/runtime';
import { cronJobResource, type CronJob } from '@vmgen/kubernetes/batch/v1';
import { configMapResource, secretResource } from '@vmgen/kubernetes/core/v1';
import { backupScheduleResource } from '../generated/backup/v1/register.js';
import { configMapOf, cronJobOf, type Schedule } from './children.js';

type Ready = Pick<ConditionInput, 'status' | 'reason' | 'message'>;

/** The delay before a name is tried again that another object has. */
const NAME_TAKEN_MS = 10_000;

/** Adds the controller of BackupSchedules. */
// +kubebuilder:rbac:groups=backup.example.com,resources=backupschedules,verbs=get;list;watch
// +kubebuilder:rbac:groups=backup.example.com,resources=backupschedules/status,verbs=patch
// For clusters with OwnerReferencesPermissionEnforcement, such as OpenShift:
// +kubebuilder:rbac:groups=backup.example.com,resources=backupschedules/finalizers,verbs=update
// With get: a child is read after a write whose answer is lost.
// +kubebuilder:rbac:groups=batch,resources=cronjobs,verbs=get;list;watch;create;patch;delete
// +kubebuilder:rbac:groups="",resources=configmaps,verbs=get;list;watch;create;patch;delete
// +kubebuilder:rbac:groups="",resources=secrets,verbs=list;watch
export function addBackupController(manager: Manager): void {
  const { schedules, cronJobs, configMaps, secrets } = manager.cache({
    schedules: backupScheduleResource,
    cronJobs: cronJobResource,
    configMaps: configMapResource,
    // The controller needs the existence and the version of a Secret, not its content.
    secrets: { resource: secretResource, metadataOnly: true },
  });

  /** Applies the children. Returns the condition and the CronJob, unless it was rejected. */
  async function applyChildren(
    schedule: Schedule,
    children: Children,
  ): Promise<{ ready: Ready; cronJob?: Cached<CronJob> }> {
    const { secretName } = schedule.spec;
    const secret = secrets.find({ namespace: schedule.metadata.namespace, name: secretName });
    try {
      const [, cronJob] = await children.apply(
        child(configMaps, configMapOf(schedule)),
        child(cronJobs, cronJobOf(schedule, secret?.metadata.resourceVersion)),
      );
      if (secret !== undefined) {
        const message = `CronJob ${cronJob.metadata.name} runs the backups`;
        return { ready: { status: 'True', reason: 'Scheduled', message }, cronJob };
      }
      const message = `the Secret ${secretName} does not exist; backups are suspended`;
      return { ready: { status: 'False', reason: 'SecretMissing', message }, cronJob };
    } catch (error) {
      // Retries of a rejected child cannot succeed. A changed spec starts another reconcile.
      const isTaken = error instanceof VmgenError && error.code === 'ERR_VMGEN_CONTROLLED';
      if (!isTaken && !isInvalidRequest(error)) throw error;
      const reason = isTaken ? 'NameTaken' : 'Rejected';
      return { ready: { status: 'False', reason, message: error.message } };
    }
  }

  manager
    .controller(schedules)
    .owns(cronJobs, configMaps)
    .refersTo(secrets, ({ metadata, spec }) => [
      { namespace: metadata.namespace, name: spec.secretName },
    ])
    .reconcile(async (schedule, { children, status }) => {
      const { ready, cronJob } = await applyChildren(schedule, children);
      const lastBackupTime = cronJob?.status?.lastScheduleTime;
      await status.set({
        conditions: [{ type: 'Ready', ...ready }],
        ...(lastBackupTime !== undefined && { lastBackupTime }),
      });
      // An object without an owner starts no reconcile when it is deleted.
      return ready.reason === 'NameTaken' ? { requeueAfterMs: NAME_TAKEN_MS } : undefined;
    });
}
