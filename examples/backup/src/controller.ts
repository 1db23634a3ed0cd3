import {
  createInformerFactory,
  createWorkQueue,
  enqueueObjects,
  objectKey,
  ownerKeys,
  predicates,
  runWorkers,
  type Logger,
  type Transport,
} from '@vmgen/runtime';
import { createBatchV1Informers } from '@vmgen/kubernetes/batch/v1';
import { createCoreV1Informers, secretResource } from '@vmgen/kubernetes/core/v1';
import { createInformers } from '../generated/informers.js';
import { backupScheduleResource } from '../generated/backup/v1/register.js';
import { reconcile } from './reconcile.js';

/** A controller in two phases: every replica fills its caches, and only the leader reconciles. */
export interface BackupController {
  /** Whether the caches are filled. */
  hasSynced(): boolean;
  /** Fills the caches. Rejects after 2 minutes, for example when a permission or the CRD is missing. */
  sync(signal: AbortSignal): Promise<void>;
  /** Reconciles all BackupSchedules until the signal aborts. */
  run(signal: AbortSignal): Promise<void>;
  /** Closes the caches. */
  close(): Promise<void>;
}

/** The number of schedules that are reconciled at the same time. */
const WORKERS = 2;
const SECRET_INDEX = 'secret';

/** Creates a controller. Only its `run` writes. */
// +vmgen:rbac:roleName=backup-operator
// +kubebuilder:rbac:groups=backup.example.com,resources=backupschedules,verbs=get;list;watch
// +kubebuilder:rbac:groups=backup.example.com,resources=backupschedules/status,verbs=patch
// For clusters with OwnerReferencesPermissionEnforcement, such as OpenShift:
// +kubebuilder:rbac:groups=backup.example.com,resources=backupschedules/finalizers,verbs=update
// +kubebuilder:rbac:groups=batch,resources=cronjobs,verbs=list;watch;create;patch
// +kubebuilder:rbac:groups="",resources=configmaps,verbs=list;watch;create;patch
// +kubebuilder:rbac:groups="",resources=secrets,verbs=list;watch
export function createBackupController(transport: Transport, logger: Logger): BackupController {
  const factory = createInformerFactory(transport, { logger });
  const queue = createWorkQueue('backupschedules');

  const schedules = createInformers(factory).backupV1.backupSchedules();
  schedules.informer.addIndexers({
    [SECRET_INDEX]: ({ metadata, spec }) => [`${metadata.namespace}/${spec.secretName}`],
  });
  // A status update, such as our own, needs no reconcile.
  schedules.informer.addHandler(enqueueObjects(queue, { when: predicates.generationChanged }));

  // Repairs changed and deleted children, and updates the status after a CronJob ran.
  const keysOf = ownerKeys(backupScheduleResource, { controllerOnly: true });
  const cronJobs = createBatchV1Informers(factory).cronJobs();
  cronJobs.informer.addHandler(enqueueObjects(queue, { keysOf }));
  const configMaps = createCoreV1Informers(factory).configMaps();
  configMaps.informer.addHandler(enqueueObjects(queue, { keysOf }));

  // Metadata only: the controller needs the existence and the version of a Secret, not its content.
  const secrets = factory.metadataInformerFor(secretResource);
  secrets.addHandler(
    enqueueObjects(queue, {
      keysOf: (secret) =>
        schedules.lister.byIndex(SECRET_INDEX, objectKey(secret)).map((each) => objectKey(each)),
    }),
  );

  const reconciler = {
    transport,
    schedules: schedules.lister,
    cronJobs: cronJobs.lister,
    secretVersion: (key: { namespace: string; name: string }) =>
      secrets.store.find(objectKey(key))?.metadata.resourceVersion,
  };
  return {
    hasSynced: () => factory.hasSynced,
    sync(signal) {
      factory.start();
      return factory.waitForSync({ signal });
    },
    run: (signal) =>
      runWorkers(queue, {
        workers: WORKERS,
        reconcile: (key, context) => reconcile(reconciler, key, context.signal),
        logger,
        signal,
      }),
    close: () => factory.close(),
  };
}
