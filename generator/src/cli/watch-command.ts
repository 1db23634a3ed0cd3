import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { Compiler, type CompileSettings } from '../compile.js';
import { answersAsBefore, ObservedDisk, type Question } from '../disk/observed-disk.js';
import { deepEqualJson } from '@vmgen/base/json';
import { onAbort } from '@vmgen/runtime/async';
import { hasSameElements } from '../text/has-same-elements.js';
import { isBelow } from '../write/source-guard.js';
import { FolderWatcher, type WatchedFolders } from './folder-watcher.js';
import type { GenerateCommand } from './options.js';
import type { Outcome } from './outcome.js';
import { run } from './run-generate.js';

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
