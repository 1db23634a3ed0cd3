import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { isMapping } from '@vmgen/runtime/meta';
import { argumentsOf, identifyProcess, isRunning, type ProcessIdentity } from './linux-process.js';
import { hasCode } from './machine-error.js';
import type { ImageManifest } from './qemu-image.js';
import { parseObject } from './qmp-client.js';
import { DriverError, type ServerOwner, type ServerSpec } from './vm-driver.js';

/** The longest path of a Unix socket on Linux, without the final NUL (unix(7)). */
const MAX_SOCKET_PATH_BYTES = 107;
const SOCKET = 'qmp.sock';
const ID = /^[0-9a-f]{32}$/;
/** The suffix of folders that are incomplete or are being removed. */
const UNUSED = '.tmp';

/** The description of a machine in its folder. */
export interface MachineRecord {
  readonly cluster: string;
  readonly owner: ServerOwner;
  readonly spec: Omit<ServerSpec, 'running'>;
  readonly image: ImageManifest;
}

/** The state folder: a folder per machine, named by a digest of its cluster and UID. */
export class StateFolder {
  readonly #folder: string;
  readonly #cluster: string;

  /**
   * Creates the folder if necessary.
   *
   * @throws Error if the path is too long, or other users have access to the folder
   */
  constructor(folder: string, cluster: string) {
    this.#folder = path.resolve(folder);
    this.#cluster = cluster;
    const { socket } = new MachineFolder(this.#folder, '0'.repeat(32));
    const excess = Buffer.byteLength(socket) - MAX_SOCKET_PATH_BYTES;
    if (excess > 0) {
      throw new Error(
        `the state folder ${this.#folder} is ${excess} bytes too long for the sockets in it; use a shorter path`,
      );
    }
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const found = lstatSync(this.#folder);
    if (!found.isDirectory()) throw new Error(`the state folder ${this.#folder} is not a folder`);
    if (found.uid !== process.getuid?.() || (found.mode & 0o077) !== 0) {
      throw new Error(
        `other users have access to the state folder ${this.#folder}; set its owner to this user and its mode to 0700`,
      );
    }
  }

  machineOf({ uid }: ServerOwner): MachineFolder {
    const id = createHash('sha256').update(`${this.#cluster}\0${uid}`).digest('hex').slice(0, 32);
    return new MachineFolder(this.#folder, id);
  }

  /**
   * Removes incomplete folders that are older than `before`: those of a driver that was killed
   * during a creation or a removal.
   */
  async removeUnused(before: Date): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const folder = path.join(this.#folder, name);
      const isUnused = name.endsWith(UNUSED) && ID.test(name.slice(0, -UNUSED.length));
      if (!isUnused || (await stat(folder)).mtime >= before) continue;
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Returns the owners of this cluster's machines. `onInvalid` receives unreadable folders. */
  async owners(onInvalid: (error: unknown) => void): Promise<ServerOwner[]> {
    const owners: ServerOwner[] = [];
    for (const id of await readdir(this.#folder)) {
      if (!ID.test(id)) continue;
      try {
        const record = await new MachineFolder(this.#folder, id).read();
        if (record?.cluster === this.#cluster) owners.push(record.owner);
      } catch (error) {
        onInvalid(error);
      }
    }
    return owners;
  }
}

/** The folder of one machine, which may be absent. */
export class MachineFolder {
  /** The name of the folder. */
  readonly id: string;
  readonly #folder: string;
  readonly #unused: string;

  constructor(parent: string, id: string) {
    this.id = id;
    this.#folder = path.join(parent, id);
    this.#unused = this.#folder + UNUSED;
  }

  /** The socket of the machine's monitor. */
  get socket(): string {
    return this.file(SOCKET);
  }

  /** The file that qemu locks while it runs, so that there is at most one process per machine. */
  get pidFile(): string {
    return this.file('qemu.pid');
  }

  file(name: string): string {
    return path.join(this.#folder, name);
  }

  /** Returns undefined if the machine does not exist. */
  async read(): Promise<MachineRecord | undefined> {
    const text = await readIfExists(this.file('machine.json'));
    if (text === undefined) return undefined;
    const record = asRecord(parseObject(text));
    if (record !== undefined) return record;
    throw new DriverError(
      `the description of the machine in ${this.#folder} is invalid; end its qemu process and remove the folder`,
      { kind: 'refused', reason: 'InvalidMachineState' },
    );
  }

  /** Creates the folder with the files that `fill` writes. It exists completely or not at all. */
  async create(record: MachineRecord, fill: (folder: string) => Promise<void>): Promise<void> {
    await rm(this.#unused, { recursive: true, force: true });
    await mkdir(this.#unused, { mode: 0o700 });
    try {
      await fill(this.#unused);
      await writeJson(path.join(this.#unused, 'machine.json'), record);
      await rename(this.#unused, this.#folder);
    } catch (error) {
      await rm(this.#unused, { recursive: true, force: true });
      throw error;
    }
  }

  /** Replaces the description. */
  update(record: MachineRecord): Promise<void> {
    return writeJson(this.file('machine.json'), record);
  }

  /** Removes the folder. A removal that is interrupted is completed by the next call. */
  async remove(): Promise<void> {
    await rm(this.#unused, { recursive: true, force: true });
    try {
      await rename(this.#folder, this.#unused);
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) throw error;
    }
    await rm(this.#unused, { recursive: true, force: true });
  }

  /** Records the process of a machine; undefined after a regular end. */
  async recordProcess(identity: ProcessIdentity | undefined): Promise<void> {
    if (identity === undefined) await rm(this.file('process.json'), { force: true });
    else await writeJson(this.file('process.json'), identity);
  }

  /** Returns whether a process was recorded, whether it runs or not. */
  async hasRecordedProcess(): Promise<boolean> {
    return (await this.#recordedProcess()) !== undefined;
  }

  /**
   * Returns the running process of the machine. If the controller was killed before it recorded
   * the process, the process is found by the PID that qemu wrote, and by its arguments.
   */
  async findProcess(): Promise<ProcessIdentity | undefined> {
    const recorded = await this.#recordedProcess();
    if (recorded !== undefined && (await isRunning(recorded))) return recorded;
    const pid = Number(await readIfExists(this.pidFile));
    if (!Number.isSafeInteger(pid) || pid < 2) return undefined;
    const found = await identifyProcess(pid);
    const args = found === undefined ? [] : await argumentsOf(pid);
    const isOurs = args.some((arg, at) => arg === '-pidfile' && args[at + 1] === this.pidFile);
    if (found === undefined || !isOurs || !(await isRunning(found))) return undefined;
    await this.recordProcess(found);
    return found;
  }

  async #recordedProcess(): Promise<ProcessIdentity | undefined> {
    const value = parseObject((await readIfExists(this.file('process.json'))) ?? '');
    const { pid, startTicks, bootId } = value ?? {};
    if (typeof pid !== 'number' || typeof startTicks !== 'number' || typeof bootId !== 'string') {
      return undefined;
    }
    return { pid, startTicks, bootId };
  }
}

function asRecord(value: Record<string, unknown> | undefined): MachineRecord | undefined {
  const { cluster, owner, spec, image } = value ?? {};
  if (typeof cluster !== 'string' || !isMapping(owner) || !isMapping(spec) || !isMapping(image)) {
    return undefined;
  }
  const { namespace, name, uid } = owner;
  if (typeof namespace !== 'string' || typeof name !== 'string' || typeof uid !== 'string') {
    return undefined;
  }
  const { image: reference, nanoCpus, memoryBytes } = spec;
  if (typeof reference !== 'string') return undefined;
  if (typeof nanoCpus !== 'number' || typeof memoryBytes !== 'number') return undefined;
  return {
    cluster,
    owner: { namespace, name, uid },
    spec: { image: reference, nanoCpus, memoryBytes },
    image,
  };
}

/** Writes another file and renames it, so that readers see the old or the new content. */
async function writeJson(file: string, value: object): Promise<void> {
  const written = await open(`${file}${UNUSED}`, 'w', 0o600);
  try {
    await written.writeFile(`${JSON.stringify(value)}\n`);
    await written.sync();
  } finally {
    await written.close();
  }
  await rename(`${file}${UNUSED}`, file);
}

async function readIfExists(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
