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

/** The only key of the queue for orphaned servers. */
const ALL_SERVERS = 'all-servers';
/** The retry delays of a failed search for orphaned servers. */
const ORPHANS_BACKOFF = { baseMs: 1_000, maxMs: 30_000 } as const;

/** Options of {@link runVmController}. */
export interface VmControllerOptions {
  /** The clients for the API server. */
  readonly clientset: Clientset;
  /**
   * The informer of {@link createMachineInformer}, which the caller starts and closes. With it, a
   * candidate of an election fills its cache before it leads. Defaults to an informer of the
   * controller.
   */
  readonly machines?: VirtualMachineInformer;
  /** Runs the servers. The caller closes it. */
  readonly driver: VmDriver;
  /** Records events about VirtualMachines. The caller closes it. */
  readonly recorder: Pick<EventRecorder, 'event'>;
  /** Defaults to {@link systemClock}. */
  readonly clock?: Clock;
  /** Defaults to no logging. */
  readonly logger?: Logger;
  /** The number of VirtualMachines that are reconciled concurrently. At least 1. */
  readonly workers: number;
  /** The interval at which running servers are sampled, in milliseconds. Defaults to 30,000. */
  readonly usagePeriodMs?: number;
  /** Ends the controller. */
  readonly signal: AbortSignal;
}

/** Creates the informer of a controller with its index. Call it before the factory starts. */
export function createMachineInformer(factory: InformerFactory): VirtualMachineInformer {
  const machines = createInformers(factory).cloudnativeV1alpha1.virtualMachines();
  machines.informer.addIndexers({ [BY_UID]: ({ metadata }) => [metadata.uid] });
  return machines;
}

/**
 * Reconciles VirtualMachines until the signal aborts: events of the informer and the driver add
 * keys to a queue, which workers process. Settles when all started work has ended. Rejects with the
 * error of the driver's watch if that ends by itself, and with a `ShutdownTimeoutError` if a
 * reconcile is still running 25 s after the abort because the driver ignores its signal.
 *
 * @example
 * const driver = createDockerDriver({ cluster: 'my-cluster' });
 * await runVmController({ clientset, driver, recorder, workers: 2, signal });
 * await driver.close();
 */
export async function runVmController(options: VmControllerOptions): Promise<void> {
  const { clientset, driver, clock = systemClock, logger = silentLogger, signal } = options;
  const clientOf = (namespace: string) => clientset.cloudnativeV1alpha1.virtualMachines(namespace);
  // Has no informers, and no effect, if the caller passes one.
  const factory = createInformerFactory(clientset.transport, { clock, logger });
  const machines = options.machines ?? createMachineInformer(factory);
  const queue = createWorkQueue('virtualmachines', { clock });
  const rateLimiter = createExponentialRateLimiter(ORPHANS_BACKOFF);
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
    // Waits reject with the reason of the signal when it aborts, which is not a failure.
    if (!signal.aborted || error instanceof ShutdownTimeoutError) throw error;
  } finally {
    await factory.close();
  }
  logger.info('stopped the controller');
}

/** Enqueues changes of the spec and of finalizers, but not the controller's own status writes. */
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

/** Enqueues the keys of changed servers, and all keys after a `resync`. */
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
  // Without events, the controller would not repair external changes.
  throw new Error(`driver ${driver.name}: the watch of servers ended unexpectedly`);
}

/** Deletes servers without an owner. */
async function deleteOrphans(
  driver: VmDriver,
  { store }: VirtualMachineInformer['informer'],
  clientOf: Parameters<typeof collectOrphans>[1],
  { logger, signal }: ReconcileContext,
): Promise<void> {
  const isKnown = ({ uid }: ServerOwner): boolean => store.byIndex(BY_UID, uid).length > 0;
  for (const owner of await collectOrphans(driver, clientOf, isKnown, signal)) {
    logger.warn('deleted a server whose VirtualMachine no longer exists', { ...owner });
  }
}
