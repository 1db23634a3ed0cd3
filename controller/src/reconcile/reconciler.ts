import {
  isConflict,
  isNotFound,
  type Clock,
  type EventRecorder,
  type Logger,
  type ReconcileContext,
  type ObjectKey,
  type ReconcileResult,
} from '@vmgen/runtime';
import type { VirtualMachineClient } from '../../../generated/cloudnative/v1alpha1/client.js';
import type { VirtualMachineLister } from '../../../generated/cloudnative/v1alpha1/lister.js';
import {
  DriverError,
  type ServerOwner,
  type ServerSpec,
  type ServerState,
  type VmDriver,
} from '../driver/vm-driver.js';
import type { CachedMachine } from './cached-machine.js';
import { collectOrphan } from './collect-orphans.js';
import type { DepartedOwners } from './departed-owners.js';
import { desiredServer, InvalidSpecError } from './desired-server.js';
import { hold, isHeld, release } from './finalizer.js';
import {
  active,
  crashLoop,
  creating,
  failure,
  invalidSpec,
  stopped,
  terminating,
} from './observations.js';
import { plan } from './plan.js';
import { StartBackoff } from './start-backoff.js';
import { StatusWriter } from './status-writer.js';
import { UsageSampler } from './usage-sampler.js';

/** When a server is looked at again that changed while it was being looked at. */
const LOOK_AGAIN_MS = 1_000;

interface ReconcilerOptions {
  readonly clientOf: (namespace: string) => VirtualMachineClient;
  readonly lister: VirtualMachineLister;
  readonly driver: VmDriver;
  /** Told of each VirtualMachine that is gone, before its key is reconciled. */
  readonly departed: DepartedOwners;
  readonly recorder: Pick<EventRecorder, 'event'>;
  readonly clock: Clock;
  /** How often a running server is sampled, and a status looked at that others may have changed. */
  readonly usagePeriodMs: number;
}

/** Brings servers to what their VirtualMachines say, one key at a time. */
export class Reconciler {
  readonly #options: ReconcilerOptions;
  readonly #driver: VmDriver;
  readonly #backoff: StartBackoff;
  readonly #usage: UsageSampler;

  constructor(options: ReconcilerOptions) {
    this.#options = options;
    this.#driver = options.driver;
    this.#backoff = new StartBackoff(options.clock);
    this.#usage = new UsageSampler(options.driver, options.clock, options.usagePeriodMs);
  }

  /** Level-based: reads what is, does what is missing, and may be cut off anywhere. */
  async reconcile(key: ObjectKey, { signal, logger }: ReconcileContext): Promise<ReconcileResult> {
    await this.#collectDeparted(key, logger, signal);
    const vm = this.#options.lister.find(key);
    if (vm === undefined) return {};
    const { recorder, clock } = this.#options;
    const status = new StatusWriter(this.#client(vm), recorder, clock, vm, signal);
    try {
      return vm.metadata.deletionTimestamp === undefined
        ? await this.#ensure(status, signal)
        : await this.#finalize(status, signal);
    } catch (error) {
      // The object was changed or deleted meanwhile: look at it as it is now.
      if (isConflict(error)) return { requeueAfterMs: LOOK_AGAIN_MS };
      if (isNotFound(error)) return {};
      if (!(error instanceof DriverError)) throw error;
      if (error.kind === 'vanished') return { requeueAfterMs: LOOK_AGAIN_MS };
      await status.report(failure(error));
      if (error.kind === 'unreachable') throw error;
      logger.warn('the driver refused', { reason: error.reason, error: error.message });
      return this.#retryLater(status.vm);
    }
  }

  async #ensure(status: StatusWriter, signal: AbortSignal): Promise<ReconcileResult> {
    const desired = desiredOrMessage(status.vm);
    if (typeof desired === 'string') {
      await status.report(invalidSpec(desired));
      return { requeueAfterMs: this.#options.usagePeriodMs };
    }
    // Before any outside effect, so that a VirtualMachine cannot vanish and leave its server.
    if (!isHeld(status.vm)) {
      status.vm = await hold(this.#client(status.vm), status.vm, signal);
    }
    const actual = await this.#driver.getServerStatus(ownerOf(status.vm), { signal });
    if (plan(desired, actual) !== 'keep') {
      // One that ran and is gone was removed by somebody: it did not fail.
      const removed = actual === undefined && status.vm.status?.phase === 'Active';
      if (removed) this.#backoff.forget(ownerOf(status.vm).uid);
      const waitMs = desired.running ? this.#waitMs(status.vm) : 0;
      if (waitMs > 0) {
        if (actual !== undefined) await status.report(crashLoop);
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
    if (next === 'update') {
      await this.#driver.updateServer(owner, desired, { signal });
      // A server that ended and is started again may do so for ever.
      if (desired.running && actual?.spec.running === false) this.#record(status.vm);
      status.tell('Updated', 'Update', 'brought the server to the spec');
      return;
    }
    // A try after a failure says nothing new until it has succeeded.
    if (status.vm.status?.phase !== 'Failed') await status.report(creating);
    if (next === 'replace') await this.#driver.deleteServer(owner, { signal });
    const { id } = await this.#driver.createServer(owner, desired, { signal });
    status.tell('Created', 'Create', `created server ${id} from image ${desired.image}`);
  }

  /** Reads the server back and writes what it is. */
  async #observe(
    status: StatusWriter,
    desired: ServerSpec,
    signal: AbortSignal,
  ): Promise<ReconcileResult> {
    const owner = ownerOf(status.vm);
    const actual = await this.#driver.getServerStatus(owner, { signal });
    // It ended at once, or somebody else was faster: not what this reconcile may call done.
    if (actual === undefined || plan(desired, actual) !== 'keep') {
      return { requeueAfterMs: LOOK_AGAIN_MS };
    }
    if (!desired.running) {
      await status.report(stopped(actual));
      return { requeueAfterMs: this.#options.usagePeriodMs };
    }
    const usage = await this.#usage.sample(owner, actual.id, signal);
    await status.report(active(actual, usage));
    return { requeueAfterMs: Math.max(1, this.#usage.dueInMs(owner.uid)) };
  }

  async #finalize(status: StatusWriter, signal: AbortSignal): Promise<ReconcileResult> {
    const { vm } = status;
    if (!isHeld(vm)) return {};
    const owner = ownerOf(vm);
    // A try after a failure says nothing new until it has succeeded.
    if (!tellsFailure(vm)) await status.report(terminating(vm.status));
    await this.#driver.deleteServer(owner, { signal });
    status.tell('Deleted', 'Delete', 'deleted the server');
    await release(this.#client(vm), vm, signal);
    this.#backoff.forget(owner.uid);
    this.#usage.forget(owner.uid);
    return {};
  }

  /** Mostly their servers are gone; not where somebody took the finalizer off by hand. */
  async #collectDeparted(key: ObjectKey, logger: Logger, signal: AbortSignal): Promise<void> {
    const { departed, clientOf } = this.#options;
    for (const owner of departed.under(key)) {
      if (await collectOrphan(this.#driver, clientOf, owner, signal)) {
        logger.warn('deleted a server whose VirtualMachine is gone', { ...owner });
      }
      this.#backoff.forget(owner.uid);
      this.#usage.forget(owner.uid);
      departed.delete(owner);
    }
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

  #client({ metadata }: CachedMachine): VirtualMachineClient {
    return this.#options.clientOf(metadata.namespace);
  }
}

/** The owner that a VirtualMachine's server has. */
export function ownerOf({ metadata }: CachedMachine): ServerOwner {
  const { namespace, name, uid } = metadata;
  return { namespace, name, uid };
}

/** The status tells already that what the object asks for now, such as its deletion, failed. */
function tellsFailure({ metadata, status }: CachedMachine): boolean {
  const failed = status?.phase === 'Failed' || status?.phase === 'Unknown';
  return failed && status.observedGeneration === metadata.generation;
}

/** What the spec asks for, or why nobody can give it. */
function desiredOrMessage(vm: CachedMachine): ServerSpec | string {
  try {
    return desiredServer(vm);
  } catch (error) {
    if (error instanceof InvalidSpecError) return error.message;
    throw error;
  }
}
