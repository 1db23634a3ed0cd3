import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import { copyFile, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import type { QemuDriver, ServerOwner } from '@vmgen/controller';
import { isNotFound, type Persisted } from '@vmgen/runtime';
import type { VirtualMachine } from '../../apis/cloudnative/v1alpha1/types.js';
import type { Child } from '../support/child.js';
import { startController } from '../support/controller-process.js';
import { startEmbeddedCluster, type EmbeddedCluster } from '../support/embedded-cluster.js';
import { createQemuHost, realQemu, type QemuHost } from '../support/qemu-subject.js';
import { waitFor } from '../support/wait-for.js';

/** A guest boots in 3 s, and in 10 s on a busy machine. */
const BOOT_MS = 60_000;
const owner: ServerOwner = { namespace: 'default', name: 'guest', uid: 'u1' };
const spec = { image: 'busybox', nanoCpus: 1e9, memoryBytes: 128 << 20, running: true };

let host: QemuHost;

beforeEach(async () => {
  const { binary, imageFolder } = realQemu();
  host = await createQemuHost(binary, imageFolder);
});

afterEach(() => host.close());

const isUp = (driver: QemuDriver, of = owner) =>
  waitFor('the guest is up', BOOT_MS, async () => {
    const console = await driver.readConsole(of);
    return console.includes('GUEST UP') ? console : undefined;
  });

/** Prints a measurement at the end of the run. */
function note(text: string): void {
  const file = process.env['VMGEN_NOTES'];
  if (file !== undefined) appendFileSync(file, `${text}\n`);
}

/** What emulates the processor: kvm, or tcg where KVM does not work. */
async function acceleratorOf(pid: number): Promise<string | undefined> {
  const args = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
  return args[args.indexOf('-accel') + 1];
}

async function residentMib(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
}

describe('a guest', () => {
  test('boots with its CPUs and disk, reports its memory, and powers off cleanly', async () => {
    await using driver = host.open({ powerDownMs: 30_000 });
    const begun = performance.now();
    await driver.createServer(owner, spec);
    const console = await isUp(driver);
    const bootSeconds = ((performance.now() - begun) / 1_000).toFixed(1);
    assert.match(console, /1 CPUs, disks:vda/);
    const pid = await host.pidOf(owner);
    // The guest reports every 5 s. Before, the memory is that of the process.
    const usage = await waitFor('a report', 20_000, async () => {
      const sample = await driver.getServerUsage(owner);
      return sample && sample.memory < 60 ? sample : undefined;
    });
    assert.ok(usage.memory > 5, String(usage.memory));
    note(
      `guest boot by ${await acceleratorOf(pid)} ${bootSeconds} s, resident ${await residentMib(pid)} MiB of 128 MiB`,
    );
    const ending = performance.now();
    await driver.updateServer(owner, { ...spec, running: false });
    note(`guest power-down ${((performance.now() - ending) / 1_000).toFixed(1)} s`);
    // Less than the time limit: the guest has reacted to the power button.
    assert.ok(performance.now() - ending < 25_000);
    const state = await driver.getServerStatus(owner);
    assert.deepEqual([state?.state, state?.spec.running], ['stopped', false]);
    // Until its parent has read its exit code, the process is a zombie without arguments.
    assert.equal(await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''), '');
  });

  test('that ignores the power button is ended after the time limit', async () => {
    await using driver = host.open({ powerDownMs: 1_000 });
    await driver.createServer(owner, { ...spec, image: 'deaf' });
    await isUp(driver);
    await driver.deleteServer(owner);
    assert.equal(await driver.getServerStatus(owner), undefined);
    assert.deepEqual(await readdir(host.stateFolder), []);
  });

  test('that powers itself off is stopped, and not failed', async () => {
    await using driver = host.open();
    await driver.createServer(owner, { ...spec, image: 'short' });
    await waitFor('it is stopped', BOOT_MS, async () =>
      (await driver.getServerStatus(owner))?.state === 'stopped' ? true : undefined,
    );
  });

  test('keeps its disk while it is resized', async () => {
    await using driver = host.open();
    await driver.createServer(owner, { ...spec, running: false });
    const disk = path.join(await host.folderOf(owner), 'disk');
    await writeFile(disk, 'written by the guest');
    await truncate(disk, 1 << 20);
    await driver.updateServer(owner, { ...spec, memoryBytes: 160 << 20 });
    await isUp(driver);
    assert.match(await readFile(disk, 'utf8'), /^written by the guest/);
  });

  test('does not start from an image that has changed', async (t) => {
    const { binary, imageFolder } = realQemu();
    const folder = await mkdtemp(path.join(tmpdir(), 'vmgen-images-'));
    t.after(() => rm(folder, { recursive: true }));
    for (const file of await readdir(imageFolder)) {
      await copyFile(path.join(imageFolder, file), path.join(folder, file));
    }
    await truncate(path.join(folder, 'initrd.gz'), 1_000);
    await using driver = host.open({ imageFolder: folder, binary });
    await assert.rejects(driver.createServer(owner, spec), {
      kind: 'refused',
      reason: 'ImageDigestMismatch',
    });
    assert.deepEqual(await readdir(host.stateFolder), []);
  });
});

describe('the controller with --vm-driver qemu', () => {
  let cluster: EmbeddedCluster;
  let controllers: Child[];

  beforeEach(async () => {
    cluster = await startEmbeddedCluster();
    controllers = [];
  });

  afterEach(async () => {
    for (const each of controllers) await each.end('SIGKILL');
    await cluster.stop();
  });

  const machines = () => cluster.clientset.cloudnativeV1alpha1.virtualMachines('default');

  function controller(): Child {
    const { binary, imageFolder } = realQemu();
    const child = startController(
      cluster.kubeconfig,
      ...['--leader-elect=false', '--vm-driver=qemu', `--vm-state-dir=${host.stateFolder}`],
      ...[`--vm-image-dir=${imageFolder}`, `--qemu-binary=${binary}`],
    );
    controllers.push(child);
    return child;
  }

  function create(name: string, image: string) {
    const resource = { cpu: 1, memory: '128Mi' };
    return machines().create({ metadata: { name }, spec: { resource, image } });
  }

  function reaches(name: string, phase: string): Promise<Persisted<VirtualMachine, 'Namespaced'>> {
    return waitFor(`${name} is ${phase}`, BOOT_MS, async () => {
      const vm = await machines().get(name);
      return vm.status?.phase === phase ? vm : undefined;
    });
  }

  function isGone(name: string): Promise<true> {
    return waitFor(`${name} is gone`, BOOT_MS, async () => {
      try {
        await machines().get(name);
        return undefined;
      } catch (error) {
        if (isNotFound(error)) return true;
        throw error;
      }
    });
  }

  /** The processes whose arguments refer to a machine of this test. */
  async function processes(): Promise<number[]> {
    const pids: number[] = [];
    for (const pid of await readdir('/proc')) {
      if (!/^\d+$/.test(pid)) continue;
      const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      if (line.includes(`${host.stateFolder}/`)) pids.push(Number(pid));
    }
    return pids;
  }

  test('adopts machines after SIGKILL, restarts them, and leaves nothing after deletion', async () => {
    const first = controller();
    await create('survivor', 'busybox');
    const { metadata } = await reaches('survivor', 'Active');
    await create('forgotten', 'busybox');
    await reaches('forgotten', 'Active');
    await first.end('SIGKILL');
    const pid = await host.pidOf(metadata);
    assert.equal((await processes()).length, 2);
    // While no controller runs, one machine loses its VirtualMachine without its finalizer.
    await machines().mergePatch('forgotten', { metadata: { finalizers: null } });
    await machines().delete('forgotten');
    const second = controller();
    await waitFor('the orphan is removed', BOOT_MS, () =>
      second.stderr().includes('deleted a server whose VirtualMachine no longer exists')
        ? true
        : undefined,
    );
    assert.deepEqual(await processes(), [pid]);
    assert.equal(await host.pidOf(metadata), pid);
    process.kill(pid, 'SIGKILL');
    await waitFor('it runs again', BOOT_MS, async () => {
      const [now] = await processes();
      return now !== undefined && now !== pid ? true : undefined;
    });
    await second.end('SIGKILL');
    controller();
    await machines().delete('survivor');
    await isGone('survivor');
    assert.deepEqual(await processes(), []);
    assert.deepEqual(await readdir(host.stateFolder), []);
  });
});
