import assert from 'node:assert/strict';
import files, { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import net, { Socket } from 'node:net';
import path from 'node:path';
import { afterEach, before, beforeEach, describe, test, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createQemuDriver, type QemuDriver, type ServerOwner } from '@vmgen/controller';
import { endsAfterTests } from '../support/ends-after.js';
import { createQemuHost, writeScriptedQemu, type QemuHost } from '../support/qemu-subject.js';
import { waitFor } from '../support/wait-for.js';

const FAULTS = [
  ...[
    'fails',
    'short',
    'mute',
    'silent',
    'garbage',
    'flood',
    'refusing',
    'paused',
    'broken',
    'full',
  ],
  ...['deaf', 'stubborn', 'liar', 'lingers', 'busy'],
];
const owner: ServerOwner = { namespace: 'default', name: 'a,b', uid: 'u1' };
const spec = { image: 'works', nanoCpus: 1e9, memoryBytes: 64 << 20, running: true };

const atEnd = endsAfterTests();
let scripted: Awaited<ReturnType<typeof writeScriptedQemu>>;
let host: QemuHost;
let driver: QemuDriver;

before(async () => {
  scripted = await writeScriptedQemu(FAULTS);
  atEnd(scripted.close);
});

beforeEach(async () => {
  host = await createQemuHost(scripted.binary, scripted.imageFolder);
  driver = host.open();
});

afterEach(async () => {
  await driver.close();
  await host.close();
});

const create = (image: string, by = driver) => by.createServer(owner, { ...spec, image });

async function argumentsOf(pid: number): Promise<string[]> {
  return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
}

describe('the process of a machine', () => {
  test('is confined, and its options contain the texts of objects only escaped', async () => {
    await create('works');
    const args = await argumentsOf(await host.pidOf(owner));
    const valueOf = (name: string) => args[args.indexOf(name) + 1];
    assert.equal(valueOf('-name'), 'guest=default/a,,b');
    assert.equal(valueOf('-smp'), '1');
    assert.equal(valueOf('-m'), '64M');
    assert.equal(valueOf('-append'), 'quiet works');
    assert.match(valueOf('-sandbox') ?? '', /^on,.*spawn=deny/);
    assert.ok(args.includes('-nodefaults') && args.includes('-no-user-config'));
    assert.equal((await stat(host.stateFolder)).mode & 0o777, 0o700);
  });

  test('is not started with a size that the host does not have', async () => {
    const huge = { ...spec, memoryBytes: 2 ** 50 };
    await assert.rejects(driver.createServer(owner, huge), { reason: 'InsufficientMemory' });
    const wide = { ...spec, nanoCpus: 1e15 };
    await assert.rejects(driver.createServer(owner, wide), { reason: 'InsufficientCpu' });
    assert.deepEqual(await readdir(host.stateFolder), []);
  });

  test('reports why it did not start', async () => {
    await assert.rejects(create('fails'), {
      kind: 'refused',
      reason: 'StartFailed',
      message: 'cannot start the machine default/a,b: scripted: failed to set up the machine',
    });
    const missing = host.open({ binary: '/nowhere/qemu' });
    await assert.rejects(missing.createServer({ ...owner, uid: 'u2' }, spec), {
      kind: 'refused',
      reason: 'QemuNotFound',
    });
  });

  test('is found by its PID file if it was not recorded', async () => {
    await create('works');
    const pid = await host.pidOf(owner);
    await driver.close();
    // As after a SIGKILL between the start and the record.
    await rm(path.join(await host.folderOf(owner), 'process.json'));
    driver = host.open();
    assert.equal((await driver.getServerStatus(owner))?.state, 'running');
    assert.equal(await host.pidOf(owner), pid);
  });

  test('is identified by its start time, and never by its PID alone', async () => {
    await create('works');
    const pid = await host.pidOf(owner);
    const folder = await host.folderOf(owner);
    const record = JSON.parse(await readFile(path.join(folder, 'process.json'), 'utf8')) as object;
    process.kill(pid, 'SIGKILL');
    await waitFor('it is reported', 60_000, async () =>
      (await driver.getServerStatus(owner))?.state === 'failed' ? true : undefined,
    );
    // The PID belongs to another process now: this one.
    const reused = JSON.stringify({ ...record, pid: process.pid });
    await writeFile(path.join(folder, 'process.json'), reused);
    await writeFile(path.join(folder, 'qemu.pid'), String(process.pid));
    assert.equal((await driver.getServerStatus(owner))?.state, 'failed');
    assert.equal(await driver.getServerUsage(owner), undefined);
    await driver.deleteServer(owner);
    assert.deepEqual(await readdir(host.stateFolder), []);
  });
});

/** Lets reads of processes, or connections to monitors, fail as without a free file descriptor, until the result is called. */
function withoutDescriptors(t: TestContext, what: 'processes' | 'monitors'): () => void {
  const cause = { code: 'EMFILE', syscall: 'open' };
  const error = Object.assign(new Error('EMFILE: too many open files'), cause);
  const { readFile: read } = files;
  if (what === 'monitors') t.mock.method(net, 'connect', () => new Socket().destroy(error));
  else
    t.mock.method(files, 'readFile', (file: string, encoding: 'utf8') =>
      file.startsWith('/proc/') ? Promise.reject(error) : read(file, encoding),
    );
  syncBuiltinESMExports();
  const restore = (): void => {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  };
  t.after(restore);
  return restore;
}

describe('without a free file descriptor', () => {
  const isHostError = { kind: 'refused', reason: 'HostError' };

  test('a process counts as running, and its machine is not removed', async (t) => {
    await create('works');
    const pid = await host.pidOf(owner);
    const restore = withoutDescriptors(t, 'processes');
    await assert.rejects(driver.deleteServer(owner), isHostError);
    restore();
    assert.equal(await host.pidOf(owner), pid);
    assert.equal((await driver.getServerStatus(owner))?.state, 'running');
  });

  test('a guest is not killed', async (t) => {
    await create('works');
    await using next = host.open();
    await driver.close();
    const restore = withoutDescriptors(t, 'monitors');
    await assert.rejects(next.updateServer(owner, { ...spec, running: false }), isHostError);
    restore();
    assert.equal((await next.getServerStatus(owner))?.state, 'running');
  });
});

describe('a machine with a faulty monitor', () => {
  for (const fault of ['silent', 'garbage', 'flood']) {
    test(`is unreachable, and can be deleted: ${fault}`, async () => {
      await create(fault);
      await assert.rejects(driver.getServerStatus(owner), {
        kind: 'unreachable',
        reason: 'MachineUnresponsive',
      });
      await driver.deleteServer(owner);
      assert.deepEqual(await readdir(host.stateFolder), []);
    });
  }

  test('is connected to again after it was busy for too long', async () => {
    await create('busy');
    assert.equal((await driver.getServerStatus(owner))?.state, 'running');
  });

  test('rejects the call if it answers with an error', async () => {
    await create('refusing');
    await assert.rejects(driver.getServerStatus(owner), {
      kind: 'refused',
      reason: 'QemuError',
      message: 'the machine default/a,b rejected a command: not now',
    });
  });

  test('reports the memory of the process instead of an impossible one', async () => {
    await create('liar');
    const usage = await driver.getServerUsage(owner);
    assert.ok(usage !== undefined && usage.memory > 0 && usage.memory <= 100);
  });

  test('that ignores the power button is ended, and then killed', async () => {
    for (const fault of ['deaf', 'stubborn']) {
      await create(fault);
      const pid = await host.pidOf(owner);
      await driver.deleteServer(owner);
      // Until its parent, this process, has read its exit code, it is a zombie.
      await waitFor(`the end of ${fault}`, 60_000, () =>
        stat(`/proc/${pid}`).then(
          () => undefined,
          () => true,
        ),
      );
    }
  });
});

describe('the state of a machine', () => {
  test('is stopped after its guest has powered off', async () => {
    await create('short');
    await waitFor('it is stopped', 60_000, async () =>
      (await driver.getServerStatus(owner))?.state === 'stopped' ? true : undefined,
    );
  });

  for (const [image, state] of [
    ['paused', 'paused'],
    ['full', 'io-error'],
  ] as const) {
    test(`is ${state} until an update resumes it`, async () => {
      await driver.createServer(owner, { ...spec, image, running: false });
      await driver.updateServer(owner, spec);
      const pid = await host.pidOf(owner);
      const paused = await driver.getServerStatus(owner);
      assert.deepEqual([paused?.state, paused?.spec.running], [state, false]);
      await driver.updateServer(owner, spec);
      assert.equal((await driver.getServerStatus(owner))?.state, 'running');
      assert.equal(await host.pidOf(owner), pid);
    });
  }

  test('leads to a new process if the guest cannot continue', async () => {
    await create('broken');
    const pid = await host.pidOf(owner);
    assert.equal((await driver.getServerStatus(owner))?.state, 'internal-error');
    await driver.updateServer(owner, spec);
    assert.notEqual(await host.pidOf(owner), pid);
  });

  test('is that of the new process while the sockets of the killed one are still open', async () => {
    await create('lingers');
    assert.equal((await driver.getServerStatus(owner))?.spec.running, true);
    process.kill(await host.pidOf(owner), 'SIGKILL');
    await waitFor('the end', 10_000, async () => {
      const state = await driver.getServerStatus(owner);
      return state?.state === 'failed' || undefined;
    });
    await driver.updateServer(owner, { ...spec, image: 'lingers' });
    assert.equal((await driver.getServerStatus(owner))?.spec.running, true);
  });

  test('is refused if the description is damaged, and other machines are listed', async () => {
    await create('works');
    const other = { ...owner, uid: 'u2' };
    await driver.createServer(other, { ...spec, running: false });
    const folder = await host.folderOf(other);
    await writeFile(path.join(folder, 'machine.json'), '{"cluster":"c1"');
    await assert.rejects(driver.getServerStatus(other), {
      kind: 'refused',
      reason: 'InvalidMachineState',
    });
    assert.deepEqual(await driver.listServers(), [owner]);
  });
});

describe('the state folder', () => {
  test('is cleaned of incomplete machines by the next creation', async () => {
    const name = `${'0'.repeat(32)}.tmp`;
    await mkdir(path.join(host.stateFolder, name));
    await writeFile(path.join(host.stateFolder, name, 'disk'), '');
    await mkdir(path.join(host.stateFolder, 'foreign.tmp'));
    // Dates have whole milliseconds.
    await wait(5);
    await using next = host.open();
    await create('works', next);
    const left = await readdir(host.stateFolder);
    assert.equal(left.length, 2);
    assert.ok(left.includes('foreign.tmp'));
    await rm(path.join(host.stateFolder, 'foreign.tmp'), { recursive: true });
    await next.deleteServer(owner);
    assert.deepEqual(await readdir(host.stateFolder), []);
  });

  test('gets no machine whose files were copied for longer than the lease', async () => {
    let checks = 0;
    const fence = (): void => assert.equal(checks++, 0, 'the lease was lost');
    await using late = host.open({ fence });
    await assert.rejects(late.createServer(owner, spec), /the lease was lost/);
    assert.deepEqual(await readdir(host.stateFolder), []);
  });

  const open = (stateFolder: string) => () =>
    createQemuDriver({ cluster: 'c1', stateFolder, imageFolder: scripted.imageFolder });

  test('must be short enough for sockets', () => {
    const long = path.join(host.stateFolder, 'x'.repeat(100));
    assert.throws(open(long), /is \d+ bytes too long for the sockets in it; use a shorter path/);
  });

  test('must not be accessible to other users', async () => {
    const shared = path.join(host.stateFolder, 'shared');
    await mkdir(shared);
    await chmod(shared, 0o755);
    assert.throws(open(shared), /other users have access to the state folder/);
    await rm(shared, { recursive: true });
  });

  test('needs a folder of images beside it', () => {
    const options = { cluster: 'c1', stateFolder: host.stateFolder, imageFolder: '/nowhere' };
    assert.throws(() => createQemuDriver(options), /the image folder \/nowhere does not exist/);
  });
});
