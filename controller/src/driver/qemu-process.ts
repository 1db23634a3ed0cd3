import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { availableParallelism, totalmem } from 'node:os';
import { errorText, printable } from '@vmgen/runtime/observability';
import { hasCode } from './machine-error.js';
import type { MachineFolder, MachineRecord } from './machine-folder.js';
import { DriverError, type ServerSpec } from './vm-driver.js';

const MIB = 2 ** 20;
/** The memory of a machine without a limit. */
const DEFAULT_MEMORY_BYTES = 256 * MIB;
const MAX_STDERR_LENGTH = 2_000;
const PROBE_TIMEOUT_MS = 10_000;

/** The id of the balloon device, which reports the memory of the guest. */
export const BALLOON = 'balloon';

const CONFINED = [
  ...['-nodefaults', '-no-user-config', '-display', 'none'],
  // Seccomp filters: qemu cannot start programs or change its privileges.
  '-sandbox',
  'on,obsolete=deny,elevateprivileges=deny,spawn=deny,resourcecontrol=deny',
];

/** The emulation of the processor: by KVM, or by qemu itself. */
export type Accelerator = 'kvm' | 'tcg';

/** A started process of qemu. */
interface QemuProcess {
  readonly pid: number;
  /** Whether the process has ended. */
  hasEnded(): boolean;
  /** The end of what it wrote to standard error. */
  stderr(): string;
}

/**
 * Returns the size of a machine. A fraction of a CPU counts as a whole one.
 *
 * @throws DriverError of kind `refused` if the host is smaller
 */
export function sizeOf({ nanoCpus, memoryBytes }: Omit<ServerSpec, 'running'>): {
  readonly cpus: number;
  readonly memoryMib: number;
} {
  const cpus = Math.max(1, Math.ceil(nanoCpus / 1e9));
  const memoryMib = Math.ceil((memoryBytes === 0 ? DEFAULT_MEMORY_BYTES : memoryBytes) / MIB);
  if (cpus > availableParallelism()) {
    throw tooSmall('InsufficientCpu', `${cpus} CPUs; the host has ${availableParallelism()}`);
  }
  if (memoryMib * MIB > totalmem()) {
    const hostMib = Math.floor(totalmem() / MIB);
    throw tooSmall('InsufficientMemory', `${memoryMib} MiB of memory; the host has ${hostMib} MiB`);
  }
  return { cpus, memoryMib };
}

function tooSmall(reason: string, what: string): DriverError {
  return new DriverError(`the machine needs ${what}`, { kind: 'refused', reason });
}

/**
 * Returns the arguments of qemu. Texts of objects occur only as whole arguments, in JSON, or with
 * {@link escaped} commas.
 */
export function qemuArguments(
  folder: MachineFolder,
  { owner, spec, image }: MachineRecord,
  accelerator: Accelerator,
): string[] {
  const { cpus, memoryMib } = sizeOf(spec);
  const boot = [
    ...(image.kernel === undefined ? [] : ['-kernel', folder.file('kernel')]),
    ...(image.initrd === undefined ? [] : ['-initrd', folder.file('initrd')]),
    ...(image.commandLine === undefined ? [] : ['-append', image.commandLine]),
  ];
  // Always raw: other formats can name further files of the host.
  const file = { driver: 'file', filename: folder.file('disk') };
  const disk = ['-blockdev', JSON.stringify({ driver: 'raw', 'node-name': 'disk', file })];
  return [
    ...CONFINED,
    ...['-name', `guest=${escaped(printable(`${owner.namespace}/${owner.name}`))}`],
    ...['-machine', 'q35', '-accel', accelerator, '-cpu', 'max'],
    ...['-smp', String(cpus), '-m', `${memoryMib}M`],
    // A guest that restarts, such as after a panic, ends the process, and the controller reacts.
    '-no-reboot',
    ...['-pidfile', folder.pidFile],
    ...['-chardev', `socket,id=qmp,path=${escaped(folder.socket)},server=on,wait=off`],
    ...['-mon', 'chardev=qmp,mode=control'],
    // The console, limited to its last 64 KiB.
    ...['-chardev', 'ringbuf,id=console,size=65536', '-serial', 'chardev:console'],
    ...['-device', `virtio-balloon-pci,id=${BALLOON}`],
    ...boot,
    ...(image.disk === undefined ? [] : [...disk, '-device', 'virtio-blk-pci,drive=disk']),
  ];
}

/** Escapes a value of qemu's option syntax, in which a comma starts the next option. */
function escaped(value: string): string {
  return value.replaceAll(',', ',,');
}

/**
 * Starts qemu in a session of its own, so that it continues to run after this process. It inherits
 * neither files nor environment variables except PATH. Calls `onExit` when it ends.
 *
 * @throws DriverError of kind `refused` if there is no such program, or an Error of the system
 */
export async function startQemu(
  binary: string,
  args: readonly string[],
  onExit: () => void,
): Promise<QemuProcess> {
  const child = spawn(binary, args, {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env['PATH'] },
  });
  child.once('exit', onExit);
  child.unref();
  await spawned(child, binary);
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-MAX_STDERR_LENGTH);
  });
  if (child.stderr instanceof Socket) child.stderr.unref();
  return {
    pid: child.pid ?? 0,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    stderr: () => stderr.trim(),
  };
}

/** Waits for the start of a program. Without a free descriptor, the process has no streams before. */
async function spawned(child: ChildProcess, binary: string): Promise<void> {
  try {
    await once(child, 'spawn');
  } catch (cause) {
    if (!hasCode(cause, 'ENOENT', 'EACCES')) throw cause;
    throw new DriverError(
      `cannot start ${binary}: ${errorText(cause)}; install qemu for x86-64, or set the path of the program`,
      { kind: 'refused', reason: 'QemuNotFound', cause },
    );
  }
}

/**
 * Returns whether KVM works. It is not sufficient that /dev/kvm exists. A module that provides it
 * without the virtualization of the processor does not run all kernels: some guests never start. In
 * nested virtualization, qemu can fail only when it sets up a CPU. So a paused machine without
 * content is started once.
 *
 * @throws Error if that process cannot be started
 */
export async function findAccelerator(binary: string): Promise<Accelerator> {
  try {
    accessSync('/dev/kvm', constants.R_OK | constants.W_OK);
  } catch {
    return 'tcg';
  }
  if (!hasVirtualization(await readFile('/proc/cpuinfo', 'utf8'))) return 'tcg';
  const args = [...CONFINED, '-machine', 'q35', '-accel', 'kvm', '-cpu', 'max', '-m', '16M', '-S'];
  const child = spawn(binary, [...args, '-qmp', 'stdio'], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { PATH: process.env['PATH'] },
    timeout: PROBE_TIMEOUT_MS,
    killSignal: 'SIGKILL',
  });
  await spawned(child, binary);
  // A process that fails early does not read the commands.
  child.stdin.on('error', () => {});
  child.stdin.end('{"execute":"qmp_capabilities"}\n{"execute":"quit"}\n');
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0 ? 'kvm' : 'tcg';
}

/** Returns whether the flags of the processor, as in /proc/cpuinfo, contain Intel's VT-x or AMD's SVM. */
export function hasVirtualization(cpuInfo: string): boolean {
  return /^flags\s*:.*\b(?:vmx|svm)\b/m.test(cpuInfo);
}
