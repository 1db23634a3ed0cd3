import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { run } from '../support/child.js';
import { startEmbeddedCluster } from '../support/embedded-cluster.js';
import { fillDisk } from '../support/fill-disk.js';
import { realQemu } from '../support/qemu-subject.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { waitFor } from '../support/wait-for.js';
import type { ObservedEngine, ObservedServer } from './observer.js';
import { killsOr, randomKills, World } from './world.js';

const KILLS = killsOr(6);
/** The time until a guest has started, or has powered off, on a busy machine. */
const GUEST_MS = 60_000;
/** The time until a process that finds the PID file locked has ended, on a busy machine. */
const SECOND_ENDS_MS = 10_000;
/** How often it is looked for its end. */
const LOOK_MS = 100;

/** A world whose machines are processes of qemu. */
interface QemuWorld {
  readonly world: World;
  readonly host: QemuProcesses;
}

/** A row of the fault matrix for qemu. */
interface QemuRow {
  readonly row: number;
  readonly title: string;
  readonly run: (world: QemuWorld) => Promise<void>;
}

/** Runs a row with an embedded API server and a folder of machines on a file system of its own. */
export async function inQemuWorld(body: (world: QemuWorld) => Promise<void>): Promise<void> {
  const { binary, imageFolder } = realQemu();
  await using folder = await temporaryFolder('qemu');
  const state = path.join(folder.path, 's');
  await mkdir(state);
  await run('mount', ['-t', 'tmpfs', '-o', 'size=100m,mode=0700', 'tmpfs', state]);
  const cluster = await startEmbeddedCluster();
  const host = new QemuProcesses(state);
  const args = ['--vm-driver=qemu', `--vm-state-dir=${state}`, `--vm-image-dir=${imageFolder}`];
  const world = new World(cluster, host, {
    args: [...args, `--qemu-binary=${binary}`],
    spec: { image: 'busybox', resource: { cpu: 1, memory: '96Mi' } },
  });
  try {
    await world.observer.start();
    await body({ world, host });
    await world.finish();
  } finally {
    await world.close();
    for (const { pid } of await host.processes()) process.kill(pid, 'SIGKILL');
    await cluster.stop();
    await run('umount', ['--lazy', state]);
  }
}

/** Reads the folder of machines and the processes of the host. */
class QemuProcesses implements ObservedEngine {
  readonly folder: string;
  readonly #violations: string[] = [];

  constructor(folder: string) {
    this.folder = folder;
  }

  /** The processes whose arguments name a machine, with its id. */
  async processes(): Promise<{ readonly pid: number; readonly id: string }[]> {
    const found: { pid: number; id: string }[] = [];
    for (const pid of await readdir('/proc')) {
      if (!/^\d+$/.test(pid)) continue;
      const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      const [, id] = line.split(`${this.folder}/`);
      if (id !== undefined) found.push({ pid: Number(pid), id: id.slice(0, 32) });
    }
    return found;
  }

  async pidOf(id: string): Promise<number | undefined> {
    return (await this.processes()).find((each) => each.id === id)?.pid;
  }

  async servers(): Promise<readonly ObservedServer[]> {
    const processes = await this.processes();
    const machines: ObservedServer[] = [];
    for (const id of await readdir(this.folder)) {
      if (!/^[0-9a-f]{32}$/.test(id)) continue;
      const file = path.join(this.folder, id, 'machine.json');
      const { owner, spec } = JSON.parse(await readFile(file, 'utf8')) as {
        owner: { uid: string };
        spec: { image: string; nanoCpus: number; memoryBytes: number };
      };
      const own = processes.filter((each) => each.id === id);
      if (own.length > 1 && (await this.#remain(own))) {
        this.#violations.push(`I2: ${own.length} processes of ${id}`);
      }
      machines.push({ id, uid: owner.uid, isRunning: own.length > 0, ...spec });
    }
    for (const { id, pid } of processes) {
      if (!machines.some((each) => each.id === id)) {
        machines.push({ id: `process ${pid}`, uid: '', isRunning: true, image: '' });
      }
    }
    return machines;
  }

  violations(): readonly string[] {
    return this.#violations;
  }

  /**
   * Whether processes run beside one another. After a controller was killed, the next one may start a process before the
   * first one has written its PID. The second one ends, because the file is locked.
   */
  async #remain(found: readonly { readonly pid: number }[]): Promise<boolean> {
    for (let leftMs = SECOND_ENDS_MS; leftMs > 0; leftMs -= LOOK_MS) {
      const pids = new Set((await this.processes()).map(({ pid }) => pid));
      if (!found.every(({ pid }) => pids.has(pid))) return false;
      await wait(LOOK_MS);
    }
    return true;
  }
}

async function pidOf({ world, host }: QemuWorld, name: string): Promise<number> {
  const [server] = await world.serversOf(await world.machines.get(name));
  const pid = await host.pidOf(server?.id ?? '');
  assert.ok(pid !== undefined);
  return pid;
}

export const QEMU_ROWS: readonly QemuRow[] = [
  {
    row: 30,
    title: 'the process of a machine is stopped, and its monitor is not waited for',
    async run(qemu) {
      const { world } = qemu;
      world.controller();
      await world.active('a');
      await world.active('b');
      const pid = await pidOf(qemu, 'a');
      process.kill(pid, 'SIGSTOP');
      // Every 30 s, the usage is sampled. A monitor answers within 5 s, or counts as unresponsive.
      const { status } = await world.reports('a', 'MachineUnresponsive', 45_000);
      assert.equal(status?.phase, 'Unknown');
      assert.equal((await world.machines.get('b')).status?.phase, 'Active');
      process.kill(pid, 'SIGCONT');
      await world.observer.holds();
    },
  },
  {
    row: 32,
    title: 'a missing image is reported, and another image starts at once',
    async run({ world }) {
      world.controller();
      await world.create('a', { image: 'nope' });
      await world.reports('a', 'ImageNotFound');
      await world.machines.mergePatch('a', { spec: { image: 'busybox' } });
      await world.observer.holds({ withinMs: GUEST_MS });
    },
  },
  {
    row: 37,
    title: 'a killed process is replaced within 2 s',
    async run(qemu) {
      const { world, host } = qemu;
      world.controller();
      const vm = await world.active('a');
      const pid = await pidOf(qemu, 'a');
      process.kill(pid, 'SIGKILL');
      await waitFor('another process', 2_000, async () => {
        const next = await host.pidOf((await world.serversOf(vm))[0]?.id ?? '');
        return next !== undefined && next !== pid ? next : undefined;
      });
      await world.observer.holds();
    },
  },
  {
    row: 39,
    title: 'a machine that powers itself off is started again after 10 s',
    async run({ world, host }) {
      const starts = new Map<number, number>();
      world.controller();
      await world.create('a', { image: 'short' });
      await waitFor('the third start', 2 * GUEST_MS, async () => {
        for (const { pid } of await host.processes()) {
          if (!starts.has(pid)) starts.set(pid, performance.now());
        }
        return starts.size > 2 || undefined;
      });
      const [, second = 0, third = 0] = starts.values();
      assert.ok(third - second > 9_000, `${third - second} ms`);
      await world.machines.mergePatch('a', { spec: { image: 'busybox' } });
      await world.observer.holds({ withinMs: GUEST_MS });
    },
  },
  {
    row: 43,
    title: 'the disk of the machines is full, and the status contains the reason',
    async run({ world, host }) {
      const filler = path.join(host.folder, 'filler');
      await fillDisk(filler);
      world.controller();
      await world.create('a');
      const { status } = await world.reports('a', 'HostError');
      assert.match(status?.reason ?? '', /ENOSPC/);
      await rm(filler);
      await world.observer.holds({ withinMs: 25_000 });
    },
  },
  {
    row: 45,
    title: 'SIGTERM while a guest ignores its power button ends the process within 10 s',
    async run({ world }) {
      const first = world.controller();
      await world.active('a', { image: 'deaf' });
      await world.machines.delete('a');
      await world.reaches('a', 'Terminating');
      const begun = performance.now();
      assert.equal(await first.end('SIGTERM'), 0, first.stderr());
      assert.ok(performance.now() - begun < 10_000);
      world.controller();
      await world.isGone('a', GUEST_MS);
    },
  },
  {
    row: 46,
    title: `the controller is killed ${KILLS} times while machines are created, changed and deleted`,
    async run({ world, host }) {
      await randomKills(world, KILLS, async ({ id }) => {
        const pid = await host.pidOf(id);
        if (pid !== undefined) process.kill(pid, 'SIGKILL');
      });
      await world.observer.holds({ withinMs: GUEST_MS });
    },
  },
];
