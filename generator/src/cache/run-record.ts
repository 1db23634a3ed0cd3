import type { GenerateOptions } from '../settings/generate-options.js';
import type { LocatedDiagnostic } from '../diagnostics/located-diagnostic.js';
import { answersAsBefore, type Question } from '../disk/observed-disk.js';
import { stampOf } from '../disk/stamp.js';
import { readSealed, type SealedName } from '../disk/sealed-file.js';

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
    const text = readSealed(recordName(options, ownFiles));
    if (text === undefined) return undefined;
    const record = JSON.parse(text.toString()) as RunRecord;
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
export function recordName(options: GenerateOptions, ownFiles: readonly string[]): SealedName {
  const { version, execArgv, env } = process;
  const node = [version, execArgv, env['NODE_OPTIONS']];
  const tool = ownFiles.map((path) => [path, stampOf(path)]);
  const asked = { ...options, check: undefined };
  return { folder: 'runs', key: JSON.stringify([process.cwd(), node, tool, asked]) };
}
