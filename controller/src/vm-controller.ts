import {
  createInformerFactory,
  createWorkQueue,
  enqueueObjects,
  objectKey,
  predicates,
  runWorkers,
  ShutdownTimeoutError,
  silentLogger,
  systemClock,
  type Clock,
  type EventRecorder,
  type InformerFactory,
  type Logger,
  type ReconcileContext,
  type WorkQueue,
} from '@vmgen/runtime';
import { createExponentialRateLimiter } from '@vmgen/runtime/workqueue';
import type { VirtualMachine } from '../../apis/cloudnative/v1alpha1/types.js';
import type { Clientset } from '../../generated/clientset.js';
import { createInformers } from '../../generated/informers.js';
import type { VirtualMachineInformer } from '../../generated/cloudnative/v1alpha1/informer.js';
import type { VirtualMachineLister } from '../../generated/cloudnative/v1alpha1/lister.js';
import type { ServerOwner, VmDriver } from './driver/vm-driver.js';
import { collectOrphans } from './reconcile/collect-orphans.js';
import { DepartedOwners } from './reconcile/departed-owners.js';
import { ownerOf, Reconciler } from './reconcile/reconciler.js';
import { runTogether } from './run-together.js';

const BY_UID = 'uid';

/** The one key of the queue of looks for orphaned servers. */
const ALL_SERVERS = 'all-servers';
/** A look that failed comes again in 1 s, and then later each time up to 30 s. */
const LOOK_AGAIN = { baseMs: 1_000, maxMs: 30_000 } as const;

/** What the controller works with. */
export interface VmControllerOptions {
  /** Reaches the API server. */
  readonly clientset: Clientset;
  /**
   * The VirtualMachines, of {@link createMachineInformer}; the caller starts and closes it. A candidate
   * of an election fills its cache before it leads. The controller starts one of its own by default.
   */
  readonly machines?: VirtualMachineInformer;
  /** Runs the servers; it stays the caller's, to be closed. */
  readonly driver: VmDriver;
  /** Tells what was done to VirtualMachines; it stays the caller's, to be closed. */
  readonly recorder: Pick<EventRecorder, 'event'>;
  /** The system's when left out. */
  readonly clock?: Clock;
  /** Silent when left out. */
  readonly logger?: Logger;
  /** How many VirtualMachines are worked on at a time. */
  readonly workers: number;
  /** How often a running server is sampled; 30 s where not given. */
  readonly usagePeriodMs?: number;
  /** Ends the controller. */
  readonly signal: AbortSignal;
}

/**
 * Creates the informer that a controller reads from, with the index that it needs. Call it before the
 * factory starts.
 */
export function createMachineInformer(factory: InformerFactory): VirtualMachineInformer {
  const machines = createInformers(factory).cloudnativeV1alpha1.virtualMachines();
  machines.informer.addIndexers({ [BY_UID]: ({ metadata }) => [metadata.uid] });
  return machines;
}

/**
 * Reconciles VirtualMachines until the signal ends it: informer and driver events put keys into a
 * queue, workers take them out. Resolves when all work that was begun has ended, and rejects not
 * before either: with what the driver's watch threw where it ended by itself. Rejects with a
 * `ShutdownTimeoutError` when a reconcile still runs 25 s after the abort, because the driver ignores
 * its signal.
 *
 * @example
 * const driver = createDockerDriver({ cluster: 'my-cluster' });
 * await runVmController({ clientset, driver, recorder, workers: 2, signal });
 * await driver.close();
 */
export async function runVmController(options: VmControllerOptions): Promise<void> {
  const { clientset, driver, clock = systemClock, logger = silentLogger, signal } = options;
  const clientOf = (namespace: string) => clientset.cloudnativeV1alpha1.virtualMachines(namespace);
  // Without informers where the caller brings one: then it does nothing.
  const factory = createInformerFactory(clientset.transport, { clock, logger });
  const machines = options.machines ?? createMachineInformer(factory);
  const queue = createWorkQueue('virtualmachines', { clock });
  const rateLimiter = createExponentialRateLimiter(LOOK_AGAIN);
  const orphans = createWorkQueue('orphans', { clock, rateLimiter });
  const departed = new DepartedOwners();
  enqueueChanges(machines, queue, departed);

  logger.info('starting the controller', { driver: driver.name, workers: options.workers });
  factory.start();
  try {
    await machines.informer.synced({ signal });
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
    await runTogether(
      [
        (ending) =>
          runWorkers(queue, {
            workers: options.workers,
            reconcile: (key, context) => reconciler.reconcile(key, context),
            clock,
            logger,
            signal: ending,
          }),
        (ending) =>
          runWorkers(orphans, {
            workers: 1,
            reconcile: (_key, context) =>
              deleteOrphans(driver, machines.informer, clientOf, context),
            clock,
            logger,
            signal: ending,
          }),
        (ending) => enqueueServers(driver, machines.lister, queue, orphans, ending),
      ],
      signal,
    );
  } catch (error) {
    // What waits until the signal aborts rejects with its reason, which is no failure here.
    if (!signal.aborted || error instanceof ShutdownTimeoutError) throw error;
  } finally {
    await factory.close();
  }
  logger.info('stopped the controller');
}

/** Only what the user wants starts work: the controller's own status writes do not. */
function enqueueChanges(
  { informer }: VirtualMachineInformer,
  queue: WorkQueue,
  departed: DepartedOwners,
): void {
  const when = predicates.or(predicates.generationChanged, predicates.finalizersChanged);
  const handler = enqueueObjects<VirtualMachine, 'Namespaced'>(queue, { when });
  informer.addHandler({
    ...handler,
    onDelete(vm, info) {
      departed.add(ownerOf(vm));
      return handler.onDelete?.(vm, info);
    },
  });
}

/** Turns what happens to servers into keys; after a `resync` everything is looked at. */
async function enqueueServers(
  driver: VmDriver,
  lister: VirtualMachineLister,
  queue: WorkQueue,
  orphans: WorkQueue,
  signal: AbortSignal,
): Promise<void> {
  for await (const event of driver.watchServers({ signal })) {
    if (event.type === 'changed') {
      queue.add(objectKey(event.owner));
      continue;
    }
    for (const vm of lister.list()) queue.add(objectKey(vm));
    orphans.add(ALL_SERVERS);
  }
  // Whoever goes on without news repairs nothing that is broken from outside.
  throw new Error(`driver ${driver.name}: the watch of servers ended without being told to`);
}

/** Deletes the servers that nobody owns any more. */
async function deleteOrphans(
  driver: VmDriver,
  { store }: VirtualMachineInformer['informer'],
  clientOf: Parameters<typeof collectOrphans>[1],
  { logger, signal }: ReconcileContext,
): Promise<void> {
  const isKnown = ({ uid }: ServerOwner): boolean => store.byIndex(BY_UID, uid).length > 0;
  for (const owner of await collectOrphans(driver, clientOf, isKnown, signal)) {
    logger.warn('deleted a server whose VirtualMachine is gone', { ...owner });
  }
}
