import { type FSWatcher, watch } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { codeOf, isMissing } from '../disk/file-error.js';

/** Changes that follow one another within this time are one change: editors and git write several files. */
const QUIET_MS = 50;
/** How often that time is waited for. */
const MOST_ROUNDS = 10;

/** The limits of Linux that errors are about, with sufficient values. */
const LIMITS: ReadonlyMap<string, string> = new Map([
  ['ENOSPC', 'max_user_watches=524288'],
  ['EMFILE', 'max_user_instances=1024'],
]);

/** The names of interest in a folder. */
type Names = ReadonlySet<string> | 'all';

/** The folders to watch, without the folders in them. */
export type WatchedFolders = ReadonlyMap<string, Names>;

/** Watches folders for changes of their entries. */
export class FolderWatcher {
  readonly #watchers = new Map<string, FSWatcher>();
  #folders: WatchedFolders = new Map();
  #eventCount = 0;
  #wake: () => void = () => undefined;

  /**
   * Replaces the watched folders. A folder that does not exist is omitted: its creation is a change of the
   * folder around it.
   *
   * @throws an Error with the folder, the reason and the fix
   */
  watch(folders: WatchedFolders): void {
    this.#folders = folders;
    for (const folder of this.#watchers.keys()) if (!folders.has(folder)) this.#unwatch(folder);
    for (const folder of folders.keys()) if (!this.#watchers.has(folder)) this.#add(folder);
  }

  /**
   * Resolves after the next change, once nothing has changed for 50 ms, or after half a second; at once after
   * an abort.
   */
  async changed(signal: AbortSignal): Promise<void> {
    let seen = this.#eventCount;
    await this.#nextEvent(signal);
    for (let round = 0; seen !== this.#eventCount && round < MOST_ROUNDS; round++) {
      seen = this.#eventCount;
      await setTimeout(QUIET_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  close(): void {
    for (const folder of this.#watchers.keys()) this.#unwatch(folder);
  }

  #nextEvent(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
      if (signal.aborted) resolve();
    });
  }

  /** Ends a waiting {@link changed}. */
  wake(): void {
    this.#eventCount++;
    this.#wake();
  }

  #add(folder: string): void {
    try {
      const watcher = watch(folder, (_, name) => {
        const names = this.#folders.get(folder) ?? 'all';
        // Also for the folder itself when it is removed or renamed.
        const isItself = name === basename(folder);
        if (name !== null && names !== 'all' && !names.has(name) && !isItself) return;
        this.#unwatch(name === null || isItself ? folder : join(folder, name));
        this.wake();
      });
      // The folder was removed.
      watcher.on('error', () => {
        this.#unwatch(folder);
        this.wake();
      });
      this.#watchers.set(folder, watcher);
    } catch (error) {
      if (isMissing(codeOf(error))) return;
      // Folders above the project, in which packages are searched, may be accessible without being readable.
      if (codeOf(error) === 'EACCES' && this.#folders.get(folder) !== 'all') return;
      throw unwatchable(folder, error);
    }
  }

  /** Ends to watch a folder, and those below it: later ones with the same paths are others. */
  #unwatch(folder: string): void {
    for (const [path, watcher] of this.#watchers) {
      if (path !== folder && !path.startsWith(folder + sep)) continue;
      watcher.close();
      this.#watchers.delete(path);
    }
  }
}

function unwatchable(folder: string, cause: unknown): Error {
  const code = codeOf(cause) ?? 'unknown error';
  const limit = LIMITS.get(code);
  const remedy =
    limit === undefined
      ? 'make the folder readable'
      : `the system watches no more files: raise the limit, on Linux with sysctl fs.inotify.${limit}`;
  return new Error(`--watch: ${folder} cannot be watched: ${code}; ${remedy}`, { cause });
}
