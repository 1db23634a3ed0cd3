import { hash, randomUUID } from 'node:crypto';
import { lstatSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOwn, makeTrustedFolder, trustedFolder } from './cache-folder.js';
import { readEntry } from './entry.js';

/** A digest that differs when the content does. */
export function digestOf(content: string | Uint8Array): string {
  return hash('sha256', content, 'base64url');
}

/** The name of cached content: the folder of its kind, and a key with all inputs. */
export interface SealedName {
  readonly folder: 'runs' | 'code' | 'syntax';
  readonly key: string;
}

/** The length of the header: the digest of key and content, and a line feed. */
const SEAL_LENGTH = digestOf('').length + 1;

/** More than the largest entry: the code of the compiler has about 10 MB. */
const LARGEST = 1 << 28;

/** Names of ours; half-written files have a second part. */
const NAME = /^[\w-]{43}(?:\.[\w-]+\.tmp)?$/;

/**
 * Reads cached content; undefined if it does not exist, is damaged, has another key, or may have been written
 * by another user.
 */
export function readSealed(name: SealedName): Buffer | undefined {
  try {
    const folder = trustedFolder(name.folder);
    if (folder === undefined) return undefined;
    const whole = readEntry(
      join(folder, digestOf(name.key)),
      (stat) => isOwn(stat) && stat.size <= LARGEST,
    );
    if (whole === undefined || typeof whole === 'string') return undefined;
    const content = whole.subarray(SEAL_LENGTH);
    const seal = whole.toString('latin1', 0, SEAL_LENGTH);
    return seal === sealOf(name, content) ? content : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Caches content atomically, and removes the oldest entries of the same kind beyond `keptCount`. Does nothing
 * on failure: the cache only saves time.
 */
export function keepSealed(
  name: SealedName,
  content: string | Uint8Array,
  keptCount: number,
): void {
  try {
    const folder = makeTrustedFolder(name.folder);
    if (folder === undefined) return;
    const path = join(folder, digestOf(name.key));
    const bytes = Buffer.from(content);
    writeWhole(path, Buffer.concat([Buffer.from(sealOf(name, bytes)), bytes]));
    dropOldest(folder, keptCount);
  } catch {
    // Another run drops them at the same time, or the cache cannot be written to.
  }
}

function sealOf({ key }: SealedName, content: Uint8Array): string {
  return `${digestOf(`${digestOf(key)}${digestOf(content)}`)}\n`;
}

function writeWhole(path: string, bytes: Uint8Array): void {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    writeFileSync(temporary, bytes, { flag: 'wx', mode: 0o600 });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Half-written files of runs that were killed are dropped with the oldest. */
function dropOldest(folder: string, keptCount: number): void {
  const paths = readdirSync(folder)
    .filter((name) => NAME.test(name))
    .map((name) => join(folder, name));
  if (paths.length <= keptCount) return;
  const byAge = paths.map((path) => ({ path, stat: lstatSync(path) }));
  byAge.sort((a, b) => b.stat.mtimeMs - a.stat.mtimeMs);
  for (const { path, stat } of byAge.slice(keptCount)) {
    if (stat.isFile()) rmSync(path, { force: true });
  }
}
