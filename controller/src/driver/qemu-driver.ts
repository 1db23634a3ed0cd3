import { existsSync } from 'node:fs';
import {
  silentLogger,
  systemClock,
  type CallOptions,
  type Clock,
  type Logger,
} from '@vmgen/runtime';
import { sleep } from '@vmgen/runtime/async';
import { isMapping } from '@vmgen/runtime/meta';
import { CpuShares } from './cpu-shares.js';
import { DriverScope } from './driver-scope.js';
import { guestMemory } from './guest-memory.js';
import {
  identifyProcess,
  isRunning,
  killProcess,
  processUsage,
  type ProcessIdentity,
} from './linux-process.js';
import { asDriverErrors, commandError, hasCode, notStarted, unkillable } from './machine-error.js';
import { StateFolder, type MachineFolder, type MachineRecord } from './machine-folder.js';
import { copyImage, readManifest } from './qemu-image.js';
import {
  findAccelerator,
  qemuArguments,
  sizeOf,
  startQemu,
  type Accelerator,
} from './qemu-process.js';
import type { QemuDriver, QemuDriverOptions } from './qemu-driver-options.js';
import { QemuMonitors } from './qemu-monitors.js';
import { QmpCommandError, type QmpClient } from './qmp-client.js';
import { ServerEvents } from './server-events.js';
import { percentOf } from './server-usage.js';
import {
  DriverError,
  type ServerEvent,
  type ServerOwner,
  type ServerSpec,
  type ServerState,
  type ServerUsage,
} from './vm-driver.js';

/** The time until a started process accepts commands. */
const START_TIMEOUT_MS = 20_000;
/** The time for a guest to power off. */
const POWER_DOWN_MS = 15_000;
/** A guest that is still booting ignores the power button, so it is pressed again. */
const PRESS_INTERVAL_MS = 2_000;
/** The time for the process to end after `quit`, and again after SIGKILL. */
const QUIT_MS = 3_000;
/** The time for a process to end after it has closed its sockets. */
const END_MS = 3_000;
const POLL_MS = 50;

const MIB = 2 ** 20;

/**
 * The states of a guest (`RunState` of QMP) that `cont` resumes. On a full disk of the host, qemu stops the guest with
 * `io-error`, and repeats the write then.
 */
const RESUMABLE = ['paused', 'prelaunch', 'debug', 'io-error'];

/**
 * Creates a driver that runs each VirtualMachine as a qemu process on this host (Linux on x86-64),
 * with KVM where it works and software emulation elsewhere. Machines continue to run after this
 * process, and the next driver with the same folder adopts them. They have no network.
 *
 * Throws if a folder is missing, too long for sockets or accessible to other users.
 *
 * @example
 * const folders = { stateFolder: '/var/lib/vm-controller', imageFolder: '/srv/images' };
 * await using driver = createQemuDriver({ cluster: 'my-cluster', ...folders });
 */
export function createQemuDriver(options: QemuDriverOptions): QemuDriver {
  return new MachineDriver(options);
}

/** A machine with its description. */
interface Machine extends MachineRecord {
  readonly folder: MachineFolder;
}

class MachineDriver implements QemuDriver {
  readonly name = 'qemu';
  readonly #state: StateFolder;
  readonly #options: QemuDriverOptions;
  readonly #binary: string;
  readonly #logger: Logger;
  readonly #clock: Clock;
  readonly #scope: DriverScope;
  readonly #events = new ServerEvents();
  readonly #monitors: QemuMonitors;
  readonly #cpuShares = new CpuShares();
  /** The last change of each machine. Changes of a machine run one after the other. */
  readonly #changes = new Map<string, Promise<unknown>>();
  readonly #openedAt = new Date();
  #cleanUp: Promise<void> | undefined;
  #accelerator: Accelerator | undefined;

  constructor(options: QemuDriverOptions) {
    if (process.platform !== 'linux' || process.arch !== 'x64') {
      throw new Error('the qemu driver needs Linux on x86-64; use another driver');
    }
    if (!existsSync(options.imageFolder)) {
      throw new Error(
        `the image folder ${options.imageFolder} does not exist; create it and put images into it`,
      );
    }
    this.#options = options;
    this.#binary = options.binary ?? 'qemu-system-x86_64';
    this.#logger = options.logger ?? silentLogger;
    this.#clock = options.clock ?? systemClock;
    this.#scope = new DriverScope(this.name, options.fence);
    this.#monitors = new QemuMonitors(this.#clock, this.#scope, this.#events);
    this.#state = new StateFolder(options.stateFolder, options.cluster);
  }

  createServer(
    owner: ServerOwner,
    spec: ServerSpec,
    options?: CallOptions,
  ): Promise<{ id: string }> {
    return this.#change(owner, options, async (folder, signal) => {
      const record = (await folder.read()) ?? (await this.#create(folder, owner, spec, signal));
      if (spec.running) await this.#start({ ...record, folder }, signal);
      return { id: folder.id };
    });
  }

  updateServer(owner: ServerOwner, spec: ServerSpec, options?: CallOptions): Promise<void> {
    return this.#change(owner, options, async (folder, signal) => {
      const record = await folder.read();
      if (record === undefined) {
        const message = `no machine for ${owner.namespace}/${owner.name}`;
        throw new DriverError(message, { kind: 'vanished', reason: 'ServerVanished' });
      }
      const { nanoCpus, memoryBytes } = spec;
      const next = { ...record, spec: { image: record.spec.image, nanoCpus, memoryBytes } };
      const isResized =
        nanoCpus !== record.spec.nanoCpus || memoryBytes !== record.spec.memoryBytes;
      if (isResized) sizeOf(next.spec);
      if (isResized || !spec.running) await this.#powerOff({ ...record, folder }, signal);
      if (isResized) {
        this.#scope.checkFence();
        await folder.update(next);
      }
      if (spec.running) await this.#start({ ...next, folder }, signal);
    });
  }

  deleteServer(owner: ServerOwner, options?: CallOptions): Promise<void> {
    return this.#change(owner, options, async (folder, signal) => {
      const record = await folder.read();
      if (record !== undefined) await this.#powerOff({ ...record, folder }, signal);
      this.#scope.checkFence();
      await folder.remove();
      this.#monitors.poweredOff.delete(folder.id);
      this.#cpuShares.forget(folder.id);
      if (record !== undefined) this.#events.notify(owner);
    });
  }

  isServerExist(owner: ServerOwner, options?: CallOptions): Promise<boolean> {
    return this.#read(owner, options, async (machine) => machine !== undefined);
  }

  getServerStatus(owner: ServerOwner, options?: CallOptions): Promise<ServerState | undefined> {
    return this.#read(owner, options, async (machine, signal) => {
      if (machine === undefined) return undefined;
      const state = await this.#stateOf(machine, signal);
      return {
        id: machine.folder.id,
        state,
        spec: { ...machine.spec, running: state === 'running' },
      };
    });
  }

  getServerUsage(owner: ServerOwner, options?: CallOptions): Promise<ServerUsage | undefined> {
    return this.#read(owner, options, async (machine, signal) => {
      const found = await machine?.folder.findProcess();
      const used = found && (await processUsage(found.pid));
      if (machine === undefined || found === undefined || used === undefined) return undefined;
      const guest = await this.#ask(machine, signal, (monitor) => guestMemory(monitor, signal));
      return {
        cpu: percentOf(this.#cpuShares.sample(machine.folder.id, found, used), 1),
        // Without a report of the guest, the memory is that of the process.
        memory:
          guest ??
          Math.min(100, percentOf(used.residentBytes, sizeOf(machine.spec).memoryMib * MIB)),
      };
    });
  }

  listServers(options?: CallOptions): Promise<ServerOwner[]> {
    return this.#scope.run(options, () =>
      this.#state.owners((error) => this.#logger.warn('cannot read a machine', { error })),
    );
  }

  watchServers(options?: CallOptions): AsyncIterable<ServerEvent> {
    return this.#scope.iterate(options, (signal) => this.#events.watch(signal));
  }

  readConsole(owner: ServerOwner, options?: CallOptions): Promise<string> {
    return this.#read(owner, options, async (machine, signal) => {
      const read = { device: 'console', size: 65_536 };
      const text =
        machine &&
        (await this.#ask(machine, signal, (monitor) =>
          monitor.execute('ringbuf-read', read, signal),
        ));
      return typeof text === 'string' ? text : '';
    });
  }

  async close(): Promise<void> {
    this.#scope.close();
    await this.#monitors.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Runs work with a machine, or with undefined if it does not exist. */
  #read<R>(
    owner: ServerOwner,
    options: CallOptions | undefined,
    work: (machine: Machine | undefined, signal: AbortSignal) => Promise<R>,
  ): Promise<R> {
    return this.#scope.run(options, (signal) =>
      asDriverErrors(owner, signal, async () => {
        const folder = this.#state.machineOf(owner);
        const record = await folder.read();
        return work(record && { ...record, folder }, signal);
      }),
    );
  }

  /** Runs a change of a machine after the earlier ones. */
  #change<R>(
    owner: ServerOwner,
    options: CallOptions | undefined,
    work: (folder: MachineFolder, signal: AbortSignal) => Promise<R>,
  ): Promise<R> {
    const folder = this.#state.machineOf(owner);
    return this.#scope.run(options, async (signal) => {
      const earlier = this.#changes.get(folder.id);
      const change = (async () => {
        await earlier;
        signal.throwIfAborted();
        return asDriverErrors(owner, signal, () => work(folder, signal));
      })();
      const ended = change.then(
        () => {},
        () => {},
      );
      this.#changes.set(folder.id, ended);
      try {
        return await change;
      } finally {
        if (this.#changes.get(folder.id) === ended) this.#changes.delete(folder.id);
      }
    });
  }

  async #create(
    folder: MachineFolder,
    owner: ServerOwner,
    { image: reference, nanoCpus, memoryBytes }: ServerSpec,
    signal: AbortSignal,
  ): Promise<MachineRecord> {
    const { cluster, imageFolder } = this.#options;
    const spec = { image: reference, nanoCpus, memoryBytes };
    sizeOf(spec);
    const image = await readManifest(imageFolder, reference);
    const record = { cluster, owner, spec, image };
    this.#scope.checkFence();
    this.#cleanUp ??= this.#state
      .removeUnused(this.#openedAt)
      .catch((error: unknown) => this.#logger.warn('cannot remove old folders', { error }));
    await this.#cleanUp;
    await folder.create(record, async (target) => {
      await copyImage(imageFolder, image, target, signal);
      // The copy may have taken minutes.
      this.#scope.checkFence();
    });
    this.#events.notify(owner);
    return record;
  }

  /** Starts the process, or resumes a paused guest. */
  async #start(machine: Machine, signal: AbortSignal): Promise<void> {
    const { folder, owner } = machine;
    if ((await folder.findProcess()) !== undefined) {
      const state = await this.#stateOf(machine, signal);
      if (state === 'running') return;
      if (RESUMABLE.includes(state)) {
        this.#scope.checkFence();
        await this.#ask(machine, signal, (monitor) => monitor.execute('cont', {}, signal));
        return;
      }
      // Such as after an internal error, from which a guest cannot continue.
      await this.#powerOff(machine, signal);
    }
    this.#accelerator ??= await findAccelerator(this.#binary);
    const args = qemuArguments(folder, machine, this.#accelerator);
    await this.#monitors.drop(folder.id);
    signal.throwIfAborted();
    this.#scope.checkFence();
    this.#monitors.poweredOff.delete(folder.id);
    const started = await startQemu(this.#binary, args, () => this.#events.notify(owner));
    await this.#record(machine, started.pid, signal);
    const endMs = this.#clock.nowMs() + START_TIMEOUT_MS;
    for (;;) {
      try {
        await this.#monitors.of(machine);
        return;
      } catch (cause) {
        signal.throwIfAborted();
        if (started.hasEnded()) {
          // The guest may have powered off at once, which is not a failed start.
          if (this.#monitors.poweredOff.has(folder.id)) return;
          throw notStarted(owner, started.stderr(), cause);
        }
        if (this.#clock.nowMs() > endMs) {
          await this.#powerOff(machine, signal);
          throw notStarted(owner, `no answer within ${START_TIMEOUT_MS / 1_000} s`, cause);
        }
      }
      await sleep(POLL_MS, { clock: this.#clock, signal });
    }
  }

  /** Records a started process. Kills it if that fails: on a full disk, qemu could not write its PID for a search either. */
  async #record({ folder }: Machine, pid: number, signal: AbortSignal): Promise<void> {
    const started = await identifyProcess(pid);
    try {
      await folder.recordProcess(started);
    } catch (error) {
      if (started !== undefined) {
        await killProcess(started);
        await this.#ends(started, QUIT_MS, signal);
      }
      throw error;
    }
  }

  /** Ends the process: asks the guest to power off, then ends qemu, then kills it. */
  async #powerOff(machine: Machine, signal: AbortSignal): Promise<void> {
    const { folder } = machine;
    const found = await folder.findProcess();
    if (found !== undefined) {
      // A paused guest does not react to the power button.
      if (await this.#try(machine, 'cont', signal)) {
        await this.#powerDown(machine, found, signal);
        await this.#try(machine, 'quit', signal);
      }
      await this.#kill(machine, found, signal);
    }
    await folder.recordProcess(undefined);
  }

  /** Presses the power button until the guest has powered off or the time has passed. */
  async #powerDown(machine: Machine, found: ProcessIdentity, signal: AbortSignal): Promise<void> {
    const endMs = this.#clock.nowMs() + (this.#options.powerDownMs ?? POWER_DOWN_MS);
    for (;;) {
      const leftMs = endMs - this.#clock.nowMs();
      if (leftMs <= 0 || !(await this.#try(machine, 'system_powerdown', signal))) return;
      if (await this.#ends(found, Math.min(leftMs, PRESS_INTERVAL_MS), signal)) return;
    }
  }

  async #kill({ owner }: Machine, found: ProcessIdentity, signal: AbortSignal): Promise<void> {
    if (await this.#ends(found, QUIT_MS, signal)) return;
    this.#scope.checkFence();
    await killProcess(found);
    if (await this.#ends(found, QUIT_MS, signal)) return;
    throw unkillable(owner, found.pid);
  }

  /** Returns whether a process ends within the time. */
  async #ends(found: ProcessIdentity, withinMs: number, signal: AbortSignal): Promise<boolean> {
    const endMs = this.#clock.nowMs() + withinMs;
    while (await isRunning(found)) {
      if (this.#clock.nowMs() >= endMs) return false;
      await sleep(POLL_MS, { clock: this.#clock, signal });
    }
    return true;
  }

  /** Executes a command of a shutdown. Returns whether the machine has accepted it. */
  async #try(machine: Machine, command: string, signal: AbortSignal): Promise<boolean> {
    this.#scope.checkFence();
    try {
      const monitor = await this.#monitors.of(machine);
      await monitor.execute(command, {}, signal);
      return true;
    } catch (error) {
      signal.throwIfAborted();
      // Without a free descriptor, nothing is known about the machine, which must not be killed.
      if (hasCode(error, 'EMFILE', 'ENFILE')) throw error;
      return error instanceof QmpCommandError;
    }
  }

  /** Returns the state of the guest; `stopped` or `failed` if its process has ended. */
  async #stateOf(machine: Machine, signal: AbortSignal): Promise<string> {
    const { folder } = machine;
    const status = await this.#ask(machine, signal, (monitor) =>
      monitor.execute('query-status', {}, signal),
    );
    if (isMapping(status) && typeof status['status'] === 'string') {
      // The field `running` is true while virtual CPUs run.
      return status['running'] === true ? 'running' : status['status'];
    }
    const wasEnded =
      this.#monitors.poweredOff.has(folder.id) || !(await folder.hasRecordedProcess());
    return wasEnded ? 'stopped' : 'failed';
  }

  /** Returns the answer of a machine, or undefined if its process has ended. */
  async #ask<T>(
    machine: Machine,
    signal: AbortSignal,
    question: (monitor: QmpClient) => Promise<T>,
  ): Promise<T | undefined> {
    const found = await machine.folder.findProcess();
    if (found === undefined) return undefined;
    try {
      return await question(await this.#monitors.of(machine));
    } catch (cause) {
      signal.throwIfAborted();
      // A process that ends closes its sockets first.
      if (await this.#ends(found, END_MS, signal)) return undefined;
      throw commandError(machine.owner, cause);
    }
  }
}
