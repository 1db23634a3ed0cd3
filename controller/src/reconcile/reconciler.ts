import { isConflict, isNotFound, type Clock, type ReconcileResult } from '@vmgen/runtime';
import type { ObjectContext } from '@vmgen/manager';
import type { VirtualMachine } from '../../../apis/cloudnative/v1alpha1/types.js';
import {
  DriverError,
  type ServerOwner,
  type ServerSpec,
  type ServerState,
  type VmDriver,
} from '../driver/vm-driver.js';
import type { CachedMachine } from './cached-machine.js';
import { desiredServer, InvalidSpecError } from './desired-server.js';
import {
  active,
  crashLoop,
  creating,
  failure,
  invalidSpec,
  notRunning,
  pending,
  stopped,
  terminating,
} from './observations.js';
import { plan } from './plan.js';
import { StartBackoff } from './start-backoff.js';
import { StatusWriter } from './status-writer.js';
import { UsageSampler } from './usage-sampler.js';

/** The delay before a server that has changed during its reconcile is reconciled again. */
const REQUEUE_MS = 1_000;
/** The interval at which running servers are sampled and all statuses are checked. */
const USAGE_PERIOD_MS = 30_000;

/** The context of the reconcile of a VirtualMachine. */
type MachineContext = ObjectContext<VirtualMachine, 'Namespaced'>;

/** Brings servers to the state of their VirtualMachines, one key at a time. */
export class Reconciler {
  readonly #driver: VmDriver;
  readonly #clock: Clock;
  readonly #backoff: StartBackoff;
  readonly #usage: UsageSampler;

  constructor(driver: VmDriver, clock: Clock) {
    this.#driver = driver;
    this.#clock = clock;
    this.#backoff = new StartBackoff(clock);
    this.#usage = new UsageSampler(driver, clock, USAGE_PERIOD_MS);
  }

  /**
   * Level-based: reads the current state, performs the missing actions, and may be interrupted
   * anywhere.
   */
  reconcile(vm: CachedMachine, context: MachineContext): Promise<ReconcileResult | void> {
    return this.#report(vm, context, (status) => this.#ensure(status, context.signal));
  }

  /** Deletes the server of a VirtualMachine that is being deleted. */
  cleanUp(vm: CachedMachine, context: MachineContext): Promise<ReconcileResult | void> {
    return this.#report(vm, context, async (status) => {
      const owner = ownerOf(vm);
      // A retry after a failure changes the status only after it has succeeded.
      if (!reportsFailure(vm)) await status.report(terminating(vm.status));
      await this.#driver.deleteServer(owner, { signal: context.signal });
      status.recordEvent('Deleted', 'Delete', 'deleted the server');
    });
  }

  /** Drops what is remembered about a VirtualMachine that no longer exists. */
  forget({ metadata: { uid } }: CachedMachine): void {
    this.#backoff.forget(uid);
    this.#usage.forget(uid);
  }

  /** Runs a part of a reconcile, and reports errors of the driver in the status. */
  async #report(
    vm: CachedMachine,
    context: MachineContext,
    work: (status: StatusWriter) => Promise<ReconcileResult | void>,
  ): Promise<ReconcileResult | void> {
    const status = new StatusWriter(vm, context, this.#clock);
    try {
      return await work(status);
    } catch (error) {
      // The object was changed or deleted in the meantime, so it is read again.
      if (isConflict(error) || isNotFound(error)) return { requeueAfterMs: REQUEUE_MS };
      if (!(error instanceof DriverError)) throw error;
      if (error.kind === 'vanished') return { requeueAfterMs: REQUEUE_MS };
      if (error.kind === 'pending') {
        // A retry after a failure changes the status only after it has succeeded.
        if (!reportsFailure(status.vm)) await status.report(pending(error));
        return { requeueAfterMs: REQUEUE_MS };
      }
      await status.report(failure(error));
      if (error.kind === 'unreachable') throw error;
      context.logger.warn('the driver rejected the call', {
        reason: error.reason,
        error: error.message,
      });
      return this.#retryLater(status.vm);
    }
  }

  async #ensure(status: StatusWriter, signal: AbortSignal): Promise<ReconcileResult> {
    const desired = desiredOrMessage(status.vm);
    if (typeof desired === 'string') {
      await status.report(invalidSpec(desired));
      return { requeueAfterMs: USAGE_PERIOD_MS };
    }
    const actual = await this.#driver.getServerStatus(ownerOf(status.vm), { signal });
    if (plan(desired, actual) !== 'keep') {
      // A server that was active and no longer exists was removed manually and did not fail.
      const removed = actual === undefined && status.vm.status?.phase === 'Active';
      if (removed) this.#backoff.forget(ownerOf(status.vm).uid);
      const waitMs = desired.running ? this.#waitMs(status.vm) : 0;
      if (waitMs > 0) {
        if (actual !== undefined) await status.report(crashLoop(actual));
        return { requeueAfterMs: waitMs };
      }
      await this.#act(status, desired, actual, signal);
    }
    return this.#observe(status, desired, signal);
  }

  async #act(
    status: StatusWriter,
    desired: ServerSpec,
    actual: ServerState | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const owner = ownerOf(status.vm);
    const next = plan(desired, actual);
    // The last sample is of another run, or in percent of another size.
    this.#usage.forget(owner.uid);
    if (next === 'update') {
      await this.#driver.updateServer(owner, desired, { signal });
      // A server that exits repeatedly must be restarted with a growing delay.
      if (desired.running && actual?.spec.running === false) this.#record(status.vm);
      status.recordEvent('Updated', 'Update', 'updated the server to the spec');
      return;
    }
    // A retry after a failure changes the status only after it has succeeded.
    // What the creation waits for is kept.
    const { phase } = status.vm.status ?? {};
    if (phase !== 'Failed' && phase !== 'Creating') await status.report(creating);
    if (next === 'replace') await this.#driver.deleteServer(owner, { signal });
    const { id } = await this.#driver.createServer(owner, desired, { signal });
    status.recordEvent('Created', 'Create', `created server ${id} from image ${desired.image}`);
  }

  /** Reads the server and writes its state to the status. */
  async #observe(
    status: StatusWriter,
    desired: ServerSpec,
    signal: AbortSignal,
  ): Promise<ReconcileResult> {
    const owner = ownerOf(status.vm);
    const actual = await this.#driver.getServerStatus(owner, { signal });
    // The server exited immediately or was changed concurrently, so the reconcile is not done.
    if (actual === undefined || plan(desired, actual) !== 'keep') {
      return { requeueAfterMs: REQUEUE_MS };
    }
    if (actual.problem !== undefined) {
      await status.report(notRunning(actual, actual.problem));
      return { requeueAfterMs: USAGE_PERIOD_MS };
    }
    if (!desired.running) {
      await status.report(stopped(actual));
      return { requeueAfterMs: USAGE_PERIOD_MS };
    }
    const usage = await this.#usage.sample(owner, actual.id, signal);
    await status.report(active(actual, usage));
    return { requeueAfterMs: Math.max(1, this.#usage.dueInMs(owner.uid)) };
  }

  #retryLater(vm: CachedMachine): ReconcileResult {
    this.#record(vm);
    return { requeueAfterMs: Math.max(1, this.#waitMs(vm)) };
  }

  #record({ metadata }: CachedMachine): void {
    this.#backoff.record(metadata.uid, metadata.generation ?? 0);
  }

  #waitMs({ metadata }: CachedMachine): number {
    return this.#backoff.remainingMs(metadata.uid, metadata.generation ?? 0);
  }
}

/** Returns the owner of a VirtualMachine's server. */
function ownerOf({ metadata }: CachedMachine): ServerOwner {
  const { namespace, name, uid } = metadata;
  return { namespace, name, uid };
}

/**
 * Returns whether the status already reports a failure of the current generation, such as of its
 * deletion.
 */
function reportsFailure({ metadata, status }: CachedMachine): boolean {
  const failed = status?.phase === 'Failed' || status?.phase === 'Unknown';
  return failed && status.observedGeneration === metadata.generation;
}

/** Returns the desired server, or the reason why the spec is invalid. */
function desiredOrMessage(vm: CachedMachine): ServerSpec | string {
  try {
    return desiredServer(vm);
  } catch (error) {
    if (error instanceof InvalidSpecError) return error.message;
    throw error;
  }
}
