import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { removePrivateFile, writePrivateFile } from './write-private-file.js';

const folder = await mkdtemp(join(tmpdir(), 'vmgen-private-file-test-'));
after(() => rm(folder, { recursive: true }));

describe('a private file', () => {
  test('replaces a file of any mode, and is readable by its owner only', async () => {
    const path = join(folder, 'old');
    await writeFile(path, 'old', { mode: 0o644 });
    await writePrivateFile(path, 'new');
    assert.equal(await readFile(path, 'utf8'), 'new');
    assert.equal((await stat(path)).mode & 0o777, 0o600);
  });

  test('can have a name of maximum length', async () => {
    const path = join(folder, 'n'.repeat(255));
    await writePrivateFile(path, 'x');
    assert.equal(await readFile(path, 'utf8'), 'x');
  });

  test('replaces only regular files, and reports the type of any other existing file', async () => {
    const here = join(folder, 'here');
    await mkdir(here);
    await writeFile(join(here, 'target'), 'kept');
    await mkdir(join(here, 'sub'));
    await symlink('target', join(here, 'link'));
    await symlink('nowhere', join(here, 'dangling'));
    execFileSync('mkfifo', [join(here, 'pipe')]);
    const socket = createServer().listen(join(here, 'socket'));
    await new Promise((resolve) => socket.once('listening', resolve));
    const before = (await readdir(here)).sort();
    const cases: [string, string][] = [
      [join(here, 'sub'), 'a folder'],
      [join(here, 'link'), 'a link'],
      [join(here, 'dangling'), 'a link'],
      [join(here, 'pipe'), 'a pipe'],
      [join(here, 'socket'), 'a socket'],
    ];
    for (const [path, kind] of cases) {
      const { ino } = await lstat(path);
      await assert.rejects(writePrivateFile(path, 'x'), {
        message: `cannot write the kubeconfig ${path}: the path is ${kind}; specify a file in an existing writable folder`,
      });
      assert.equal((await lstat(path)).ino, ino, path);
    }
    assert.deepEqual((await readdir(here)).sort(), before);
    assert.equal(await readFile(join(here, 'target'), 'utf8'), 'kept');
    await new Promise((resolve) => socket.close(resolve));
  });

  test('never replaces a device', async (t) => {
    // Not the /dev/null of the machine, which a defect would replace.
    const device = join(folder, 'null');
    try {
      execFileSync('mknod', [device, 'c', '1', '3'], { stdio: 'ignore' });
    } catch {
      t.skip('only root can create a device');
      return;
    }
    await assert.rejects(
      writePrivateFile(device, 'x'),
      /null: the path is a device; specify a file/,
    );
    assert.ok((await lstat(device)).isCharacterDevice());
  });

  test('is reported if it cannot be written', async () => {
    await writeFile(join(folder, 'file'), '');
    for (const path of [join(folder, 'absent', 'a'), join(folder, 'file', 'a')]) {
      await assert.rejects(writePrivateFile(path, 'x'), (error: Error) =>
        error.message.startsWith(`cannot write the kubeconfig ${path}: `),
      );
    }
  });
});

describe('the removal of a private file', () => {
  const path = join(folder, 'removed');

  test('removes the written file', async () => {
    await writePrivateFile(path, 'ours');
    await removePrivateFile(path, 'ours');
    await assert.rejects(lstat(path), { code: 'ENOENT' });
    await removePrivateFile(path, 'ours');
  });

  test('does not remove a link, a folder or a file with different content', async () => {
    await writeFile(path, 'ours, and a context that the user added');
    await writeFile(join(folder, 'copy'), 'ours');
    await symlink('copy', join(folder, 'link-to-copy'));
    await mkdir(join(folder, 'taken'));
    for (const name of ['removed', 'link-to-copy', 'taken']) {
      await removePrivateFile(join(folder, name), 'ours');
      await lstat(join(folder, name));
    }
    assert.equal(await readFile(join(folder, 'copy'), 'utf8'), 'ours');
  });
});
