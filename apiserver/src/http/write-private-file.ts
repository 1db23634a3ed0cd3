import { randomBytes } from 'node:crypto';
import { lstatSync, type Stats } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorMessage } from '@vmgen/base/text';

const REMEDY = 'name a file in a folder that exists and may be written';

/**
 * Writes a kubeconfig, which only its owner can read (mode 0600). It appears whole or not at all, and
 * replaces nothing but a file: a rename would as well put it in the place of `/dev/null`, of a pipe
 * that somebody reads, or of a link.
 *
 * @throws Error naming the file, and what stands there
 */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  const temporary = join(dirname(path), `.vmgen-${randomBytes(6).toString('hex')}`);
  try {
    requireReplaceable(path);
    await writeFile(temporary, text, { mode: 0o600, flag: 'wx' });
    await rename(temporary, path);
  } catch (cause) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw new Error(`cannot write the kubeconfig ${path}: ${errorMessage(cause)}; ${REMEDY}`, {
      cause,
    });
  }
}

/**
 * Removes a file that {@link writePrivateFile} wrote. A file that is absent by now, has another text or
 * cannot be read stays as it is: somebody else has written or moved it since.
 */
export async function removePrivateFile(path: string, text: string): Promise<void> {
  try {
    const isOurs = lstatSync(path).isFile() && (await readFile(path, 'utf8')) === text;
    if (isOurs) await rm(path);
  } catch {
    // The text holds a token that nothing accepts any more, so that a file left behind opens nothing.
  }
}

function requireReplaceable(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats !== undefined && !stats.isFile()) throw new Error(`it is ${kindOf(stats)}`);
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder';
  if (stats.isSymbolicLink()) return 'a link';
  if (stats.isFIFO()) return 'a pipe';
  if (stats.isSocket()) return 'a socket';
  return 'a device';
}
