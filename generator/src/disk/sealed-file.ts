import { hash, randomUUID } from 'node:crypto';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { readEntry } from './entry.js';
import { homedir } from 'node:os';
import { makeFolder } from './make-folder.js';

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

/**
 * The folder of the cache that makes runs fast; it may be deleted at any time. It is in the user's cache
 * folder, never in the output. Undefined if the environment does not define one: relative paths count as
 * undefined, as in the XDG base directory specification.
 */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const folder = systemCacheFolder(env);
  return isAbsolute(folder) ? join(folder, 'vmgen') : undefined;
}

function systemCacheFolder(env: NodeJS.ProcessEnv): string {
  const named = env['XDG_CACHE_HOME'] ?? '';
  if (isAbsolute(named)) return named;
  if (process.platform === 'win32' && env['LOCALAPPDATA']) return env['LOCALAPPDATA'];
  const home = homedir();
  // Without a home folder, the joined path would be below the working directory.
  if (!isAbsolute(home)) return '';
  return join(home, process.platform === 'darwin' ? 'Library/Caches' : '.cache');
}

/**
 * Whether only the user can have written a file with this `stat`: cached content is trusted and, as compiled
 * code, executed.
 */
function isOwn(stat: Stats): boolean {
  if (!process.getuid) return true;
  return stat.uid === process.getuid() && (stat.mode & 0o022) === 0;
}

/** Returns the folder of one kind of cached content. Undefined if other users can write to it. */
function trustedFolder(name: string): string | undefined {
  const root = cacheFolder();
  if (root === undefined) return undefined;
  const folder = join(root, name);
  return [root, folder].every((path) => isOwnFolder(path) !== false) ? folder : undefined;
}

/** Creates a folder of the cache that only the user can read. */
function makeTrustedFolder(name: string): string | undefined {
  const folder = trustedFolder(name);
  if (folder === undefined || isOwnFolder(folder)) return folder;
  makeFolder(join(folder, '../..'));
  for (const path of [join(folder, '..'), folder]) {
    if (isOwnFolder(path) === undefined) mkdirSync(path, 0o700);
  }
  return trustedFolder(name);
}

/** Undefined if there is nothing; a link is not a folder of the user. */
function isOwnFolder(path: string): boolean | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat && stat.isDirectory() && isOwn(stat);
}
