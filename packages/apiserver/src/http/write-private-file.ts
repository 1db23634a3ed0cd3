import { randomBytes } from 'node:crypto';
import { lstatSync, type Stats } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorMessage } from '@vmgen/base/text';

const REMEDY = 'specify a file in an existing writable folder';

/**
 * Writes a kubeconfig that only its owner can read (mode 0600). The write is atomic. It replaces
 * only regular files: a rename would also replace `/dev/null`, a pipe or a link.
 *
 * @throws Error with the path and the type of the existing file
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
 * Removes a file that {@link writePrivateFile} wrote. A file that is absent, was changed or cannot
 * be read remains.
 */
export async function removePrivateFile(path: string, text: string): Promise<void> {
  try {
    const isOurs = lstatSync(path).isFile() && (await readFile(path, 'utf8')) === text;
    if (isOurs) await rm(path);
  } catch {
    // The token in the text is no longer valid, so a remaining file is harmless.
  }
}

function requireReplaceable(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats !== undefined && !stats.isFile()) throw new Error(`the path is ${kindOf(stats)}`);
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder';
  if (stats.isSymbolicLink()) return 'a link';
  if (stats.isFIFO()) return 'a pipe';
  if (stats.isSocket()) return 'a socket';
  return 'a device';
}
