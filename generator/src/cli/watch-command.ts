import { existsSync, type FSWatcher, watch } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { Compiler, type CompileSettings } from '../compile.js';
import { answersAsBefore, ObservedDisk, type Question } from '../disk/observed-disk.js';
import { deepEqualJson } from '@vmgen/base/json';
import { onAbort } from '@vmgen/runtime/async';
import { hasSameElements } from '../text/has-same-elements.js';
import { isBelow } from '../write/source-guard.js';
import type { GenerateCommand } from './options.js';
import type { Outcome } from './outcome.js';
import { run } from './run-generate.js';
import { setTimeout } from 'node:timers/promises';
import { codeOf, isMissing } from '../disk/file-error.js';

/** The parts of a watching run that depend on the command line. */
interface WatchSession {
  /** Returns the command, with the config as it is now. */
  readonly configure: () => Promise<GenerateCommand>;
  /** Returns the paths of the config, and of the files that its last loads have imported; none without a config. */
  readonly configFiles: () => readonly string[];
  readonly report: (outcome: Outcome, command: GenerateCommand) => Promise<void>;
  readonly reportError: (error: unknown) => Promise<void>;
  /** The files of this vmgen; replacing them makes it a different version. */
  readonly ownFiles: readonly string[];
}

/** As {@link generateOnChange}, until SIGINT and SIGTERM. */
export async function runWatch(session: WatchSession): Promise<void> {
  const end = new AbortController();
  const stop = (): void => end.abort();
  process.on('SIGINT', stop).on('SIGTERM', stop);
  try {
    await generateOnChange(session, end.signal);
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}

/**
 * Generates, and generates again after each change of a file that the run has read. An error is reported, and
 * the run continues with the next change: of the config, if the error is in it. Ends when the signal aborts.
 */
export async function generateOnChange(session: WatchSession, signal: AbortSignal): Promise<void> {
  const watcher = new FolderWatcher();
  const stopListening = onAbort(signal, () => watcher.wake());
  try {
    await watchUntil(signal, watcher, session);
  } finally {
    stopListening();
    watcher.close();
  }
}

async function watchUntil(
  signal: AbortSignal,
  watcher: FolderWatcher,
  { configure, configFiles, report, reportError, ownFiles }: WatchSession,
): Promise<void> {
  const compilerOf = keptCompiler();
  const isEnded = (): boolean => signal.aborted;
  // Before the config is read: a change of it while it is read is a change.
  const observe = (): ObservedDisk => {
    const disk = new ObservedDisk();
    for (const file of configFiles()) disk.readText(file);
    return disk;
  };
  const readCommand = async (): Promise<GenerateCommand | undefined> => {
    try {
      return await configure();
    } catch (error) {
      await reportError(error);
      return undefined;
    } finally {
      // Its imports may be others.
      for (const file of configFiles()) disk.readText(file);
    }
  };
  let disk = observe();
  let command = await readCommand();
  while (!isEnded()) {
    try {
      // A run with the last config would report over its error.
      if (command !== undefined) {
        await report(await run(command, ownFiles, disk, compilerOf), command);
      }
    } catch (error) {
      await reportError(error);
    }
    watcher.watch(foldersOf(disk.observations.keys()));
    while (!isEnded() && isAsBefore(disk)) {
      await watcher.changed(signal);
      watcher.watch(foldersOf(disk.observations.keys()));
    }
    if (isEnded()) return;
    disk = observe();
    command = await readCommand();
  }
}

/** Returns the compiler of the last run while the settings are the same. */
function keptCompiler(): (settings: CompileSettings) => Compiler {
  let last: { readonly settings: CompileSettings; readonly compiler: Compiler } | undefined;
  return (settings) => {
    if (!last || !areSame(last.settings, settings)) {
      last = { settings, compiler: new Compiler(settings) };
    }
    return last.compiler;
  };
}

/** The methods of an emitter may be another version although its data is equal. */
const areSame = (a: CompileSettings, b: CompileSettings): boolean =>
  hasSameElements(a.emitters ?? [], b.emitters ?? []) && deepEqualJson(a, b);

/** A file that cannot be read now is a change. */
function isAsBefore(disk: ObservedDisk): boolean {
  try {
    return answersAsBefore(disk.observations);
  } catch {
    return false;
  }
}

/** The entries of folders whose change may give one of the questions another answer. */
function foldersOf(questions: Iterable<Question>): WatchedFolders {
  const folders = new Map<string, Set<string> | 'all'>();
  const project = resolve('.');
  const addEntry = (path: string): void => {
    const folder = dirname(path);
    if (folder === path) return;
    const known = folders.get(folder);
    const isThere = known !== undefined || existsSync(folder);
    // A folder that does not exist may be created, and one of the project may be replaced by another.
    if (!isThere || (known === undefined && isBelow(folder, project))) addEntry(folder);
    if (!isThere || known === 'all') return;
    folders.set(folder, (known ?? new Set()).add(basename(path)));
  };
  for (const question of questions) {
    const kind = question.slice(0, question.indexOf(':'));
    const path = resolve(question.slice(kind.length + 1));
    addEntry(path);
    if (kind === 'list' && existsSync(path)) folders.set(path, 'all');
  }
  return folders;
}

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
type WatchedFolders = ReadonlyMap<string, Names>;

/** Watches folders for changes of their entries. */
class FolderWatcher {
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
