import { randomUUID } from 'node:crypto';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { digestOf } from './digest.js';
import { makeFolder } from './make-folder.js';

/** Names of ours; half-written files have a second part. */
const NAME = /^[\w-]{43}(?:\.[\w-]+\.tmp)?$/;

/** Reads a text that was cached under a key; undefined without a text, and for a damaged one. */
export function readCached(key: string): string | undefined {
  try {
    const root = cacheFolder();
    if (root === undefined) return undefined;
    const whole = readFileSync(join(root, 'runs', digestOf(key)), 'utf8');
    const end = whole.indexOf('\n');
    const text = whole.slice(end + 1);
    return whole.slice(0, end) === sealOf(key, text) ? text : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Caches a text atomically, and removes the oldest texts beyond `keptCount`. Does nothing on failure: the cache only
 * saves time.
 */
export function writeCached(key: string, text: string, keptCount: number): void {
  try {
    const folder = makeCacheFolder('runs');
    if (folder === undefined) return;
    writeWhole(join(folder, digestOf(key)), `${sealOf(key, text)}\n${text}`);
    dropOldest(folder, keptCount);
  } catch {
    // Another run drops texts at the same time, or the cache cannot be written to.
  }
}

const sealOf = (key: string, text: string): string => digestOf(`${digestOf(key)}${digestOf(text)}`);

function writeWhole(path: string, text: string): void {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    writeFileSync(temporary, text, { flag: 'wx', mode: 0o600 });
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
 * Creates a folder of the cache that only the user can read: `runs` for records of runs, `code` for compiled code.
 * Undefined if the environment defines no cache, or if the folder cannot be created.
 */
export function makeCacheFolder(name: 'runs' | 'code'): string | undefined {
  try {
    const root = cacheFolder();
    if (root === undefined) return undefined;
    makeFolder(dirname(root));
    const folder = join(root, name);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return folder;
  } catch {
    return undefined;
  }
}

/**
 * The folder that makes runs fast; it may be deleted at any time. It is in the user's cache folder, never in the output.
 * Undefined if the environment does not define one (relative paths count as undefined, as in the XDG base directory
 * specification), and if other users can write to it: what it contains is trusted, and Node executes compiled code
 * from it.
 */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const system = systemCacheFolder(env);
  if (!isAbsolute(system)) return undefined;
  const folder = join(system, 'vmgen');
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  if (stat === undefined) return folder;
  if (!stat.isDirectory()) return undefined;
  const isOwn = !process.getuid || (stat.uid === process.getuid() && (stat.mode & 0o022) === 0);
  return isOwn ? folder : undefined;
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
