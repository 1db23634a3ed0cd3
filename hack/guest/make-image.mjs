// @ts-check
// Writes an initrd and the manifests of the guest's images. Equal inputs result in equal bytes: the archive contains no
// times, owners or inodes of this machine.
// Usage: node hack/guest/make-image.mjs IMAGES_FOLDER BUSYBOX MODULE...
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const [folder = '', busybox = '', ...modules] = process.argv.slice(2);

/** @type {readonly { name: string, mode: number, content?: Uint8Array | string }[]} */
const entries = [
  ...['bin', 'proc', 'sys', 'dev', 'modules'].map((name) => ({ name, mode: 0o040755 })),
  { name: 'bin/busybox', mode: 0o100755, content: readFileSync(busybox) },
  { name: 'bin/sh', mode: 0o120777, content: 'busybox' },
  {
    name: 'init',
    mode: 0o100755,
    content: readFileSync(path.join(import.meta.dirname, 'init')),
  },
  ...modules.map((file) => ({
    name: `modules/${path.basename(file)}`,
    mode: 0o100644,
    content: readFileSync(file),
  })),
  {
    name: 'modules/order',
    mode: 0o100644,
    content: `${modules.map((file) => path.basename(file)).join('\n')}\n`,
  },
];

/** Pads to a multiple of four bytes. @param {Buffer} bytes */
const padded = (bytes) => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);

/**
 * An entry of the archive format newc of cpio (Documentation/driver-api/early-userspace/buffer-format of Linux).
 * @param {string} name @param {number} inode @param {number} mode @param {Uint8Array | string} content
 */
function archived(name, inode, mode, content = '') {
  const bytes = Buffer.from(content);
  const fields = [inode, mode, 0, 0, 1, 0, bytes.length, 0, 0, 0, 0, name.length + 1, 0];
  const header = fields.map((field) => field.toString(16).padStart(8, '0')).join('');
  return Buffer.concat([padded(Buffer.from(`070701${header}${name}\0`)), padded(bytes)]);
}

const archive = entries.map(({ name, mode, content }, index) =>
  archived(name, index + 1, mode, content),
);
archive.push(archived('TRAILER!!!', 0, 0));
writeFileSync(path.join(folder, 'initrd.gz'), gzipSync(Buffer.concat(archive), { level: 9 }));

/** @param {string} file */
function digested(file) {
  const sha256 = createHash('sha256').update(readFileSync(path.join(folder, file)));
  return { file, sha256: sha256.digest('hex') };
}

const COMMAND_LINE = 'console=ttyS0 quiet panic=-1 mitigations=off';
writeFileSync(path.join(folder, 'data.raw'), Buffer.alloc(1 << 20));
const parts = { kernel: digested('vmlinuz'), initrd: digested('initrd.gz') };
const images = {
  busybox: { ...parts, commandLine: COMMAND_LINE, disk: digested('data.raw') },
  deaf: { ...parts, commandLine: `${COMMAND_LINE} deaf` },
  short: { ...parts, commandLine: `${COMMAND_LINE} short` },
};
for (const [name, image] of Object.entries(images)) {
  writeFileSync(path.join(folder, `${name}.json`), `${JSON.stringify(image, undefined, 2)}\n`);
}
