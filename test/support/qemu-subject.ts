import { createHash } from 'node:crypto';
import { mkdtemp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createQemuDriver, type QemuDriver, type QemuDriverOptions } from '@vmgen/controller';
import type { ServerOwner, ServerSpec } from '@vmgen/controller';
import type { DriverSubject } from './driver-behaviours.js';
import { inRepository } from './repository.js';

const FOREIGN = 'another-cluster';

/** A state folder with the machines of one test file. */
export interface QemuHost {
  readonly stateFolder: string;
  open(options?: Partial<QemuDriverOptions>): QemuDriver;
  /** The PID that was recorded for a machine. */
  pidOf(owner: Pick<ServerOwner, 'uid'>): Promise<number>;
  /** The folder of a machine. */
  folderOf(owner: Pick<ServerOwner, 'uid'>): Promise<string>;
  /** Ends all processes and removes the folder. */
  close(): Promise<void>;
}

/** Creates a host for a program and a folder of images. */
export async function createQemuHost(binary: string, imageFolder: string): Promise<QemuHost> {
  const stateFolder = await mkdtemp(path.join(tmpdir(), 'vmgen-qemu-'));
  const folders = async () =>
    (await readdir(stateFolder)).map((name) => path.join(stateFolder, name));
  async function folderOf({ uid }: Pick<ServerOwner, 'uid'>): Promise<string> {
    for (const folder of await folders()) {
      const text = await readFile(path.join(folder, 'machine.json'), 'utf8').catch(() => '{}');
      const { owner, cluster } = JSON.parse(text) as { owner?: ServerOwner; cluster?: string };
      if (owner?.uid === uid && cluster !== FOREIGN) return folder;
    }
    throw new Error(`there is no machine of ${uid}`);
  }
  async function recordedPid(folder: string): Promise<number> {
    const text = await readFile(path.join(folder, 'process.json'), 'utf8');
    return (JSON.parse(text) as { pid: number }).pid;
  }
  return {
    stateFolder,
    open: (options = {}) =>
      createQemuDriver({
        ...{ cluster: 'c1', stateFolder, imageFolder, binary },
        ...{ powerDownMs: 300 },
        ...options,
      }),
    folderOf,
    pidOf: async (owner) => recordedPid(await folderOf(owner)),
    async close() {
      for (const folder of await folders()) {
        const pid = await recordedPid(folder).catch(() => undefined);
        if (pid !== undefined && (await runsIn(pid, folder))) process.kill(pid, 'SIGKILL');
      }
      await rm(stateFolder, { recursive: true, force: true });
    },
  };
}

/** Returns whether a process was started for a machine. */
async function runsIn(pid: number, folder: string): Promise<boolean> {
  const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return text.includes(folder);
}

/** The table's subject on a host. */
export function qemuSubject(host: QemuHost, spec: ServerSpec): DriverSubject {
  return {
    open: (fence) => host.open(fence && { fence }),
    spec,
    badImage: 'missing',
    async crash(owner) {
      process.kill(await host.pidOf(owner), 'SIGKILL');
    },
    async disconnect(owner) {
      const pid = await host.pidOf(owner);
      process.kill(pid, 'SIGSTOP');
      return async () => void process.kill(pid, 'SIGCONT');
    },
    // The machine of another cluster in the same folder.
    async createForeign(owner) {
      const other = host.open({ cluster: FOREIGN });
      const { id } = await other.createServer(owner, spec);
      return async () => {
        const state = await other.getServerStatus(owner);
        await other.deleteServer(owner);
        await other.close();
        return state?.id === id && state.spec.running;
      };
    },
    close: () => host.close(),
  };
}

/** The program and the images of machines without qemu; see `scripted-qemu.ts`. */
export async function writeScriptedQemu(faults: readonly string[]): Promise<{
  readonly binary: string;
  readonly imageFolder: string;
  readonly close: () => Promise<void>;
}> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vmgen-scripted-'));
  const binary = path.join(folder, 'qemu');
  const script = inRepository('test/dist/test/support/scripted-qemu.js');
  const text = `#!/bin/sh\nexec '${process.execPath}' '${script}' "$@"\n`;
  await writeFile(binary, text, { mode: 0o755 });
  const imageFolder = path.join(folder, 'images');
  await mkdir(imageFolder);
  await writeFile(path.join(imageFolder, 'vmlinuz'), 'kernel');
  const kernel = { file: 'vmlinuz', sha256: createHash('sha256').update('kernel').digest('hex') };
  for (const fault of ['works', ...faults]) {
    const manifest = JSON.stringify({ kernel, commandLine: `quiet ${fault}` });
    await writeFile(path.join(imageFolder, `${fault}.json`), manifest);
  }
  return { binary, imageFolder, close: () => rm(folder, { recursive: true, force: true }) };
}

/** The program and the images of `hack/setup.sh qemu`. */
export function realQemu(): { readonly binary: string; readonly imageFolder: string } {
  const folder = process.env['VMGEN_QEMU'];
  if (folder === undefined) {
    throw new Error('VMGEN_QEMU is not set; run the suite with npm run suite qemu');
  }
  return {
    binary: path.join(folder, 'bin/qemu-system-x86_64'),
    imageFolder: path.join(folder, 'images'),
  };
}
