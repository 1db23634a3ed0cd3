import {
  createInformerFactory,
  createWorkQueue,
  enqueueObjects,
  generationChanged,
  objectKey,
  ownerKeys,
  runWorkers,
  type Logger,
  type Transport,
} from '@vmgen/runtime';
import { createBatchV1Informers } from '@vmgen/kubernetes/batch/v1';
import { createCoreV1Informers, secretResource } from '@vmgen/kubernetes/core/v1';
import { createInformers } from '../generated/informers.js';
import { backupScheduleResource } from '../generated/backup/v1/register.js';
import { reconcile } from './reconcile.js';

/** What the controller works with. */
export interface BackupControllerOptions {
  readonly logger: Logger;
  /** How many schedules are worked on at a time; 2 by default. */
  readonly workers?: number;
  readonly signal: AbortSignal;
}

const SECRET_INDEX = 'secret';

/** Keeps the children of every BackupSchedule what they should be, until the signal ends it. */
// +vmgen:rbac:roleName=backup-operator
// +kubebuilder:rbac:groups=backup.example.com,resources=backupschedules,verbs=get;list;watch
// +kubebuilder:rbac:groups=backup.example.com,resources=backupschedules/status,verbs=patch
// For clusters that guard who may block a deletion, as OpenShift does:
// +kubebuilder:rbac:groups=backup.example.com,resources=backupschedules/finalizers,verbs=update
// +kubebuilder:rbac:groups=batch,resources=cronjobs,verbs=get;list;watch;create;patch
// +kubebuilder:rbac:groups="",resources=configmaps,verbs=get;list;watch;create;patch
// +kubebuilder:rbac:groups="",resources=secrets,verbs=list;watch
export async function runBackupController(
  transport: Transport,
  { logger, workers = 2, signal }: BackupControllerOptions,
): Promise<void> {
  await using factory = createInformerFactory(transport, { logger });
  const queue = createWorkQueue('backupschedules');

  const schedules = createInformers(factory).backupV1.backupSchedules();
  schedules.informer.addIndexers({
    [SECRET_INDEX]: ({ metadata, spec }) => [`${metadata.namespace}/${spec.secretName}`],
  });
  // Our own writes of the status are no reason to work.
  schedules.informer.addHandler(enqueueObjects(queue, { when: generationChanged }));

  // A child that somebody changed or deleted is put right; so is the status when a CronJob ran.
  const keysOf = ownerKeys(backupScheduleResource, { controllerOnly: true });
  const cronJobs = createBatchV1Informers(factory).cronJobs();
  cronJobs.informer.addHandler(enqueueObjects(queue, { keysOf }));
  const configMaps = createCoreV1Informers(factory).configMaps();
  configMaps.informer.addHandler(enqueueObjects(queue, { keysOf }));

  // Whether a Secret is there, and in which version: nobody here reads what it holds.
  const secrets = factory.metadataInformerFor(secretResource);
  secrets.addHandler(
    enqueueObjects(queue, {
      keysOf: (secret) =>
        schedules.lister.byIndex(SECRET_INDEX, objectKey(secret)).map((each) => objectKey(each)),
    }),
  );

  factory.start();
  try {
    await factory.waitForSync({ signal });
  } catch (error) {
    // The signal may come before the caches are filled: that is a normal end too.
    if (signal.aborted) return;
    throw error;
  }
  const reconciler = {
    transport,
    schedules: schedules.lister,
    cronJobs: cronJobs.lister,
    secretVersion: (key: { namespace: string; name: string }) =>
      secrets.store.find(objectKey(key))?.metadata.resourceVersion,
  };
  await runWorkers(queue, {
    workers,
    reconcile: (key) => reconcile(reconciler, key),
    logger,
    signal,
  });
}
