import { lstatSync, mkdirSync, type Stats } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { makeFolder } from './make-folder.js';

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
export function isOwn(stat: Stats): boolean {
  if (!process.getuid) return true;
  return stat.uid === process.getuid() && (stat.mode & 0o022) === 0;
}

/** Returns the folder of one kind of cached content. Undefined if other users can write to it. */
export function trustedFolder(name: string): string | undefined {
  const root = cacheFolder();
  if (root === undefined) return undefined;
  const folder = join(root, name);
  return [root, folder].every((path) => isOwnFolder(path) !== false) ? folder : undefined;
}

/** Creates a folder of the cache that only the user can read. */
export function makeTrustedFolder(name: string): string | undefined {
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
