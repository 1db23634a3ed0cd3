import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Where vmgen keeps what makes the next run fast; all of it may be deleted at any time. The user's own
 * cache folder: never in the output, and not writable by others.
 */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  return join(systemCacheFolder(env), 'vmgen');
}

function systemCacheFolder(env: NodeJS.ProcessEnv): string {
  if (env['XDG_CACHE_HOME']) return env['XDG_CACHE_HOME'];
  if (process.platform === 'win32' && env['LOCALAPPDATA']) return env['LOCALAPPDATA'];
  return join(homedir(), process.platform === 'darwin' ? 'Library/Caches' : '.cache');
}
