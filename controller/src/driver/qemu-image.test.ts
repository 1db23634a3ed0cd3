import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  chmod,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { copyImage, readManifest } from './qemu-image.js';

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex');
const kernel = { file: 'vmlinuz', sha256: digestOf('kernel') };
const { signal } = new AbortController();

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vmgen-images-'));
  await writeFile(path.join(folder, 'vmlinuz'), 'kernel');
  await mkdir(path.join(folder, 'copy'));
});

afterEach(() => rm(folder, { recursive: true }));

async function write(manifest: unknown, name = 'linux'): Promise<string> {
  const text = typeof manifest === 'string' ? manifest : JSON.stringify(manifest);
  await writeFile(path.join(folder, `${name}.json`), text);
  return digestOf(text);
}

async function copy(image: string): Promise<void> {
  const manifest = await readManifest(folder, image);
  await copyImage(folder, manifest, path.join(folder, 'copy'), signal);
}

test('copies the files of an image under the names of their parts, for reads and writes', async () => {
  await chmod(path.join(folder, 'vmlinuz'), 0o444);
  const digest = await write({ kernel, initrd: kernel, commandLine: 'quiet' });
  await copy('linux');
  assert.deepEqual(await readdir(path.join(folder, 'copy')), ['initrd', 'kernel']);
  assert.equal(await readFile(path.join(folder, 'copy', 'kernel'), 'utf8'), 'kernel');
  assert.equal((await stat(path.join(folder, 'copy', 'kernel'))).mode & 0o777, 0o600);
  assert.deepEqual(await readManifest(folder, `linux@sha256:${digest}`), {
    kernel,
    initrd: kernel,
    commandLine: 'quiet',
  });
});

test('rejects a manifest or a file with another digest', async () => {
  await write({ kernel });
  await assert.rejects(copy(`linux@sha256:${digestOf('other')}`), {
    kind: 'refused',
    reason: 'ImageDigestMismatch',
  });
  await writeFile(path.join(folder, 'vmlinuz'), 'changed');
  await assert.rejects(copy('linux'), {
    reason: 'ImageDigestMismatch',
    message: `image vmlinuz has the digest sha256:${digestOf('changed')}, and sha256:${kernel.sha256} is required`,
  });
});

test('reports a missing manifest and a missing file', async () => {
  const reason = 'ImageNotFound';
  await assert.rejects(copy('linux'), {
    reason,
    message: 'there is no file linux.json in the folder of images',
  });
  await write({ kernel: { ...kernel, file: 'absent' } });
  await assert.rejects(copy('linux'), { reason, message: /no file absent/ });
});

for (const image of [
  '',
  '../linux',
  '/etc/passwd',
  'a b',
  'a,b',
  'A',
  'a@sha256:12',
  '.a',
  'a\n',
  'é',
]) {
  test(`rejects the image name ${JSON.stringify(image)}`, async () => {
    await assert.rejects(readManifest(folder, image), { reason: 'InvalidImageName' });
  });
}

const manifests: [name: string, manifest: unknown, message: RegExp][] = [
  ['text that is not JSON', 'kernel', /not a JSON object/],
  ['nothing to boot', {}, /neither a kernel nor a disk/],
  ['an unknown field', { kernel, netdev: kernel }, /unknown field "netdev"/],
  ['a path', { kernel: { ...kernel, file: '../vmlinuz' } }, /the name of a file/],
  ['an invalid digest', { kernel: { ...kernel, sha256: 'x' } }, /its sha256/],
  ['a further field of a file', { kernel: { ...kernel, format: 'qcow2' } }, /the name of a file/],
  ['a command line with a line break', { kernel, commandLine: 'a\nb' }, /printable/],
  ['an initrd without a kernel', { disk: kernel, initrd: kernel }, /need a kernel/],
  ['a huge size', ' '.repeat(70_000), /exceeds 65536 bytes/],
];
for (const [name, manifest, message] of manifests) {
  test(`rejects a manifest with ${name}`, async () => {
    await write(manifest);
    await assert.rejects(readManifest(folder, 'linux'), { reason: 'InvalidImage', message });
  });
}

test('rejects links and folders instead of files', async () => {
  await write({ kernel: { ...kernel, file: 'link' } });
  await symlink('/etc/passwd', path.join(folder, 'link'));
  await assert.rejects(copy('linux'), { reason: 'InvalidImage', message: /not a regular file/ });
  await mkdir(path.join(folder, 'folder.json'));
  await assert.rejects(copy('folder'), { reason: 'InvalidImage', message: /not a regular file/ });
});
