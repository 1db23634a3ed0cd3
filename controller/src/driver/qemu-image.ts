import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { chmod, copyFile, lstat, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isMapping } from '@vmgen/runtime/meta';
import { DriverError } from './vm-driver.js';
import { parseObject } from './qmp-client.js';

const IMAGE = /^(?<name>[a-z0-9]+(?:[._-][a-z0-9]+)*)(?:@sha256:(?<digest>[0-9a-f]{64}))?$/;
const MAX_NAME_LENGTH = 128;
/** Without separators of folders, and not starting with a dot. */
const FILE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;
const DIGEST = /^[0-9a-f]{64}$/;
const MAX_MANIFEST_BYTES = 64 << 10;

/** The files of an image. */
const PARTS = ['kernel', 'initrd', 'disk'] as const;
type ImagePart = (typeof PARTS)[number];

interface ImageFile {
  /** The name of a file in the folder of images. */
  readonly file: string;
  readonly sha256: string;
}

/** The manifest of an image: what a machine boots, each file with its digest. */
export interface ImageManifest extends Readonly<Partial<Record<ImagePart, ImageFile>>> {
  /** The command line of the kernel. */
  readonly commandLine?: string;
}

/**
 * Reads the manifest `NAME.json` of an image `NAME` or `NAME@sha256:DIGEST`, where the digest is
 * that of the manifest. As the manifest contains the digests of all files, the reference with a
 * digest identifies the whole image.
 *
 * @throws DriverError of kind `refused` for an invalid reference, a missing or invalid manifest, or
 *   another digest
 */
export async function readManifest(folder: string, image: string): Promise<ImageManifest> {
  const { name, digest } = IMAGE.exec(image)?.groups ?? {};
  if (name === undefined || name.length > MAX_NAME_LENGTH) {
    throw refused(
      'InvalidImageName',
      `${shown(image)} is not the name of an image; use NAME or NAME@sha256:DIGEST`,
    );
  }
  const file = `${name}.json`;
  await requireFile(folder, file, MAX_MANIFEST_BYTES);
  const bytes = await readFile(path.join(folder, file));
  const actual = createHash('sha256').update(bytes).digest('hex');
  if (digest !== undefined && digest !== actual) throw mismatch(file, digest, actual);
  return checkManifest(file, parseObject(bytes.toString('utf8')));
}

/**
 * Copies the files of an image into a folder, named by their parts, and verifies the digests of the
 * copies. So a file that changes afterwards has no effect on the machine.
 */
export async function copyImage(
  folder: string,
  manifest: ImageManifest,
  target: string,
  signal: AbortSignal,
): Promise<void> {
  for (const part of PARTS) {
    const source = manifest[part];
    if (source === undefined) continue;
    await requireFile(folder, source.file);
    const copy = path.join(target, part);
    // Shares the blocks of the file, if the file system supports it.
    await copyFile(path.join(folder, source.file), copy, constants.COPYFILE_FICLONE);
    // The copy has the mode of the file, which may be read-only.
    await chmod(copy, 0o600);
    const hash = createHash('sha256');
    await pipeline(createReadStream(copy), hash, { signal });
    const actual = hash.digest('hex');
    if (actual !== source.sha256) throw mismatch(source.file, source.sha256, actual);
  }
}

function checkManifest(file: string, value: Record<string, unknown> | undefined): ImageManifest {
  const invalid = (why: string): DriverError => refused('InvalidImage', `image ${file}: ${why}`);
  if (value === undefined) throw invalid('the manifest is not a JSON object');
  const { commandLine, ...parts } = value;
  for (const [part, content] of Object.entries(parts)) {
    if (!PARTS.some((known) => known === part)) {
      throw invalid(
        `unknown field ${shown(part)}; the allowed fields are commandLine, ${PARTS.join(', ')}`,
      );
    }
    const ok =
      isMapping(content) &&
      Object.keys(content).length === 2 &&
      FILE_NAME.test(String(content['file'])) &&
      DIGEST.test(String(content['sha256']));
    if (!ok) throw invalid(`${part} must be an object with the name of a file and its sha256`);
  }
  if (!('kernel' in parts) && !('disk' in parts)) throw invalid('neither a kernel nor a disk');
  if (!('kernel' in parts) && ('initrd' in parts || commandLine !== undefined)) {
    throw invalid('initrd and commandLine need a kernel');
  }
  if (commandLine !== undefined && (typeof commandLine !== 'string' || !isPlain(commandLine))) {
    throw invalid('commandLine must be at most 2048 printable characters');
  }
  return value;
}

function isPlain(text: string): boolean {
  return /^[\x20-\x7e]{0,2048}$/.test(text);
}

/** Rejects links, folders and devices: a read of a pipe would not end. */
async function requireFile(folder: string, file: string, maxBytes = Infinity): Promise<void> {
  const found = await lstat(path.join(folder, file)).catch((cause: unknown) => {
    throw refused('ImageNotFound', `there is no file ${file} in the folder of images`, cause);
  });
  if (!found.isFile()) throw refused('InvalidImage', `image ${file} is not a regular file`);
  if (found.size > maxBytes) {
    throw refused('InvalidImage', `image ${file} exceeds ${maxBytes} bytes`);
  }
}

function mismatch(file: string, expected: string, actual: string): DriverError {
  return refused(
    'ImageDigestMismatch',
    `image ${file} has the digest sha256:${actual}, and sha256:${expected} is required`,
  );
}

function refused(reason: string, message: string, cause?: unknown): DriverError {
  return new DriverError(message, { kind: 'refused', reason, cause });
}

function shown(text: string): string {
  return JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text);
}
