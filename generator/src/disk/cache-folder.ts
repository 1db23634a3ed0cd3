import { lstatSync, mkdirSync, type Stats } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { makeFolder } from './make-folder.js';

/**
 * Where vmgen keeps what makes the next run fast; all of it may be deleted at any time. The user's own
 * cache folder: never in the output. Undefined where the environment names none: as the XDG base
 * directory specification has it, a relative path counts as none.
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
  // Without a home, what is joined to it would be below the working folder.
  if (!isAbsolute(home)) return '';
  return join(home, process.platform === 'darwin' ? 'Library/Caches' : '.cache');
}

/**
 * Whether the user alone can have written what has this `stat`: what vmgen keeps is believed and, as
 * compiled code, run.
 */
export function isOwn(stat: Stats): boolean {
  if (!process.getuid) return true;
  return stat.uid === process.getuid() && (stat.mode & 0o022) === 0;
}

/** A folder of the cache, of one kind of what is kept. Undefined where it is not the user's alone. */
export function trustedFolder(name: string): string | undefined {
  const root = cacheFolder();
  if (root === undefined) return undefined;
  const folder = join(root, name);
  return [root, folder].every((path) => isOwnFolder(path) !== false) ? folder : undefined;
}

/** Makes a folder of the cache that none but the user can look into. */
export function makeTrustedFolder(name: string): string | undefined {
  const folder = trustedFolder(name);
  if (folder === undefined || isOwnFolder(folder)) return folder;
  makeFolder(join(folder, '../..'));
  for (const path of [join(folder, '..'), folder]) {
    if (isOwnFolder(path) === undefined) mkdirSync(path, 0o700);
  }
  return trustedFolder(name);
}

/** Undefined where nothing is; a link is no folder of the user's, wherever it leads. */
function isOwnFolder(path: string): boolean | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat && stat.isDirectory() && isOwn(stat);
}
