import {
  createWorkQueue,
  predicates,
  runWorkers,
  type ObjectKey,
  type WorkQueue,
} from '@vmgen/runtime';
import { createExponentialRateLimiter } from '@vmgen/runtime/workqueue';
import type { Manager, TaskContext } from '@vmgen/manager';
import { createVirtualMachineClient } from '../../generated/cloudnative/v1alpha1/client.js';
import { virtualMachineResource } from '../../generated/cloudnative/v1alpha1/register.js';
import type { ServerOwner, VmDriver } from './driver/vm-driver.js';
import type { CachedMachine } from './reconcile/cached-machine.js';
import { collectOrphans } from './reconcile/collect-orphans.js';
import { Reconciler } from './reconcile/reconciler.js';

/** The finalizer that delays the deletion of a VirtualMachine until its server is deleted. */
export const FINALIZER = 'cloudnative.tw/virtual-machine';

/** The index of VirtualMachines by UID. */
const BY_UID = 'uid';

/** The time limit of a reconcile, which may include the copy of an image of qemu. */
const RECONCILE_MS = 600_000;

/** The only key of the queue for orphaned servers. */
const ALL_SERVERS = 'all-servers';
/** The retry delays of a failed search for orphaned servers. */
const ORPHANS_BACKOFF = { baseMs: 1_000, maxMs: 30_000 } as const;

/** Options of {@link addVmController}. */
export interface VmControllerOptions {
  /** Runs the servers. The caller closes it. */
  readonly driver: VmDriver;
  /** The number of VirtualMachines that are reconciled concurrently. At least 1. Defaults to 4. */
  readonly workers?: number;
}

/**
 * Adds the controller of VirtualMachines to a manager. Changes of objects and events of the driver
 * start reconciles. The manager fails if the events of the driver end.
 *
 * @example
 * await runManager({ name: 'vm-controller' }, (manager) => {
 *   const driver = createDockerDriver({ cluster, fence: () => manager.checkLeadership() });
 *   manager.atEnd(() => driver.close());
 *   addVmController(manager, { driver });
 * });
 */
export function addVmController(manager: Manager, options: VmControllerOptions): void {
  const { driver, workers } = options;
  const { clock } = manager;
  const { machines } = manager.cache({
    machines: {
      resource: virtualMachineResource,
      indexers: { [BY_UID]: ({ metadata }: CachedMachine) => [metadata.uid] },
    },
  });
  const { informer } = machines;
  const isKnown = ({ uid }: ServerOwner): boolean => informer.store.byIndex(BY_UID, uid).length > 0;
  const orphans = addOrphanCollection(manager, driver, isKnown);
  const reconciler = new Reconciler(driver, clock);
  informer.addHandler({
    onDelete(vm) {
      reconciler.forget(vm);
      // Usually, none exist; they do if the finalizer was removed manually.
      orphans.add(ALL_SERVERS);
    },
  });

  /**
   * Yields the keys of changed servers, and all keys after a `resync`. Also searches for orphans after
   * a `resync` and after a change of a server without a VirtualMachine.
   */
  async function* changedServers(signal: AbortSignal): AsyncGenerator<ObjectKey | string> {
    for await (const event of driver.watchServers({ signal })) {
      if (event.type === 'changed') {
        yield event.owner;
        // The engine may execute a create after its VirtualMachine is gone.
        if (!isKnown(event.owner)) orphans.add(ALL_SERVERS);
      } else {
        yield* informer.store.keys();
        orphans.add(ALL_SERVERS);
      }
    }
  }

  manager
    .controller(machines, {
      ...(workers !== undefined && { workers }),
      reconcileTimeoutMs: RECONCILE_MS,
      predicate: predicates.or(predicates.generationChanged, predicates.finalizersChanged),
      finalizer: { name: FINALIZER, cleanUp: (vm, context) => reconciler.cleanUp(vm, context) },
    })
    .source(`driver ${driver.name}`, changedServers)
    .reconcile((vm, context) => reconciler.reconcile(vm, context));
}

/** Adds the task that deletes the servers of unknown owners. Returns its queue, of the key `ALL_SERVERS`. */
function addOrphanCollection(
  manager: Manager,
  driver: VmDriver,
  isKnown: (owner: ServerOwner) => boolean,
): WorkQueue {
  const { clock } = manager;
  const rateLimiter = createExponentialRateLimiter(ORPHANS_BACKOFF);
  const orphans = createWorkQueue('orphans', { clock, rateLimiter });
  const collect = async ({ transport }: TaskContext, signal: AbortSignal): Promise<void> => {
    const clientOf = (namespace: string) => createVirtualMachineClient(transport, namespace);
    const onDeleted = (owner: ServerOwner): void =>
      manager.logger.warn('deleted a server whose VirtualMachine no longer exists', { ...owner });
    await collectOrphans(driver, clientOf, isKnown, onDeleted, signal);
  };
  manager.task('orphans', (task) =>
    runWorkers(orphans, {
      workers: 1,
      reconcile: (_key, { signal }) => collect(task, signal),
      clock,
      logger: task.logger,
      signal: task.signal,
    }),
  );
  return orphans;
}
