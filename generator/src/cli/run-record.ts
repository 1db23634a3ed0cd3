import type { GenerateOptions } from '../settings/generate-options.js';
import type { LocatedDiagnostic } from '../diagnostics/located-diagnostic.js';
import { answersAsBefore, type Question, type ObservedDisk } from '../disk/observed-disk.js';
import { stampOf, isSettled } from '../disk/stamp.js';
import { readCached, writeCached } from '../disk/cached-text.js';

/**
 * The record of a successful run: what it read, wrote and reported. While all of that is unchanged, another
 * run would change nothing and is skipped.
 */
export interface RunRecord {
  /** The observations of the run, with the output after it. */
  readonly seen: readonly (readonly [Question, string])[];
  readonly diagnostics: readonly LocatedDiagnostic[];
  readonly fileCount: number;
}

/** The record of an equal run, if everything that it observed is unchanged; does not load the parser. */
export function recallRun(
  options: GenerateOptions,
  ownFiles: readonly string[],
): RunRecord | undefined {
  try {
    const text = readCached(recordKey(options, ownFiles));
    if (text === undefined) return undefined;
    const record = JSON.parse(text) as RunRecord;
    return answersAsBefore(new Map(record.seen)) ? record : undefined;
  } catch {
    // The run itself encounters any problem of the record or the disk again, and reports it.
    return undefined;
  }
}

/**
 * The cache key of the record: everything that affects a run except the disk. `check` uses the same key.
 *
 * @param ownFiles the files of this vmgen; replacing them makes it a different version
 */
export function recordKey(options: GenerateOptions, ownFiles: readonly string[]): string {
  const { version, execArgv, env } = process;
  const node = [version, execArgv, env['NODE_OPTIONS']];
  const tool = ownFiles.map((path) => [path, stampOf(path)]);
  const asked = { ...options, check: undefined };
  return JSON.stringify([process.cwd(), node, tool, asked]);
}

/** More records than this are dropped, the oldest first. */
const KEPT_RECORDS = 100;

/**
 * Saves the inputs and the result of a successful run for the next run; if that is impossible, the next run
 * is slower.
 *
 * @param disk the disk with the observations of the run
 * @param output the state of the output in which the run has nothing to do
 * @param ownFiles the files of vmgen itself
 */
export function recordRun(
  options: GenerateOptions,
  disk: ObservedDisk,
  output: readonly (readonly [Question, string])[],
  result: Pick<RunRecord, 'diagnostics' | 'fileCount'>,
  ownFiles: readonly string[],
): void {
  try {
    if (!disk.isSteady || !ownFiles.map(stampOf).every(isSettled)) return;
    const record: RunRecord = { seen: [...disk.observations, ...output], ...result };
    writeCached(recordKey(options, ownFiles), JSON.stringify(record), KEPT_RECORDS);
  } catch {
    // A file of vmgen that was removed meanwhile.
  }
}
