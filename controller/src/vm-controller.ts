import {
  createWorkQueue,
  objectKey,
  runWorkers,
  type Clock,
  type DeepReadonly,
  type EventRecorder,
  type Logger,
  type WorkQueue,
} from '@vmgen/runtime';
import type { VirtualMachine } from '../../apis/cloudnative/v1alpha1/types.js';
import type { Clientset } from '../../generated/clientset.js';
import { createInformers } from '../../generated/informers.js';
import type { VirtualMachineInformer } from '../../generated/cloudnative/v1alpha1/informer.js';
import type { ServerOwner, VmDriver } from './driver/vm-driver.js';
import { collectOrphans } from './reconcile/collect-orphans.js';
import { DepartedOwners } from './reconcile/departed-owners.js';
import { ownerOf, Reconciler } from './reconcile/reconciler.js';

const BY_UID = 'uid';

export interface VmControllerOptions {
  readonly clientset: Clientset;
  readonly driver: VmDriver;
  readonly recorder: EventRecorder;
  readonly clock: Clock;
  readonly logger: Logger;
  /** How many VirtualMachines are worked on at a time. */
  readonly threads: number;
  /** How often a running server is sampled; 30 s where not given. */
  readonly usagePeriodMs?: number;
}

/**
 * Reconciles VirtualMachines until the signal ends it: informer and driver events put keys into a
 * queue, workers take them out. Resolves when all work that was begun has ended.
 */
export async function runVmController(
  options: VmControllerOptions,
  signal: AbortSignal,
): Promise<void> {
  const { clientset, driver, clock, logger } = options;
  const clientOf = (namespace: string) => clientset.cloudnativeV1alpha1.virtualMachines(namespace);
  const informers = createInformers(clientset, { clock, logger });
  const machines = informers.cloudnativeV1alpha1.virtualMachines();
  machines.informer.addIndexers({ [BY_UID]: ({ metadata }) => [metadata.uid ?? ''] });
  const queue = createWorkQueue({ clock, name: 'virtualmachines' });
  const departed = new DepartedOwners();
  enqueueChanges(machines, queue, departed);

  logger.info('starting the controller', { driver: driver.name, threads: options.threads });
  informers.start(signal);
  if (await informers.waitForSync(signal)) {
    const reconciler = new Reconciler({
      clientOf,
      lister: machines.lister,
      driver,
      departed,
      recorder: options.recorder,
      clock,
      usagePeriodMs: options.usagePeriodMs ?? 30_000,
    });
    logger.info('started workers');
    await Promise.all([
      runWorkers({
        queue,
        workers: options.threads,
        reconcile: (key, context) => reconciler.reconcile(key, context),
        logger,
        signal,
      }),
      followServers(options, machines, queue, clientOf, signal),
    ]);
  }
  await informers.shutdown();
  logger.info('stopped the controller');
}

/** Only what the user wants starts work: the controller's own status writes do not. */
function enqueueChanges(
  { informer }: VirtualMachineInformer,
  queue: WorkQueue,
  departed: DepartedOwners,
): void {
  informer.addHandler({
    onAdd: (vm) => queue.add(objectKey(vm)),
    onUpdate: (before, after) => {
      if (concerns(before, after)) queue.add(objectKey(after));
    },
    onDelete: (vm) => {
      departed.add(ownerOf(vm));
      queue.add(objectKey(vm));
    },
  });
}

function concerns(
  { metadata: before }: DeepReadonly<VirtualMachine>,
  { metadata: after }: DeepReadonly<VirtualMachine>,
): boolean {
  return (
    before.generation !== after.generation ||
    before.deletionTimestamp !== after.deletionTimestamp ||
    before.finalizers?.join() !== after.finalizers?.join()
  );
}

/**
 * Turns what happens to servers into keys. After a `resync` everything is looked at, and servers
 * that nobody owns any more are deleted.
 */
async function followServers(
  { driver, logger }: VmControllerOptions,
  { informer, lister }: VirtualMachineInformer,
  queue: WorkQueue,
  clientOf: Parameters<typeof collectOrphans>[1],
  signal: AbortSignal,
): Promise<void> {
  const isKnown = ({ uid }: ServerOwner): boolean => informer.store.byIndex(BY_UID, uid).length > 0;
  for await (const event of driver.watchServers(signal)) {
    if (event.type === 'changed') {
      queue.add(objectKey({ metadata: event.owner }));
      continue;
    }
    for (const vm of lister.list()) queue.add(objectKey(vm));
    try {
      for (const owner of await collectOrphans(driver, clientOf, isKnown, signal)) {
        logger.warn('deleted a server whose VirtualMachine is gone', { ...owner });
      }
    } catch (error) {
      if (!signal.aborted) logger.error('cannot look for orphaned servers', { error });
    }
  }
}
