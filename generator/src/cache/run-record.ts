import type { GenerateOptions } from '../settings/generate-options.js';
import type { LocatedDiagnostic } from '../diagnostics/located-diagnostic.js';
import { answersAsBefore, type Question } from '../disk/observed-disk.js';
import { stampOf } from '../disk/stamp.js';
import { readSealed, type SealedName } from '../disk/sealed-file.js';

/**
 * What a run left behind when all was well: what it had read and written, and what it said. As long
 * as all of that is the same, another run would change nothing, and none is needed.
 */
export interface RunRecord {
  /** The observations of the run, with the output as it stood after it. */
  readonly seen: readonly (readonly [Question, string])[];
  readonly diagnostics: readonly LocatedDiagnostic[];
  readonly fileCount: number;
}

/** The record of the same run as this one, if all that it saw is unchanged; loads no parser. */
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
    // Whatever is wrong with the record or the disk, the real run meets it again and can say it.
    return undefined;
  }
}

/**
 * What the record of runs like this one is kept under: all that has a say in a run but for the disk.
 * `check` asks the same question.
 *
 * @param ownFiles the files of this vmgen, whose replacement makes another one
 */
export function recordName(options: GenerateOptions, ownFiles: readonly string[]): SealedName {
  const { version, execArgv, env } = process;
  const node = [version, execArgv, env['NODE_OPTIONS']];
  const tool = ownFiles.map((path) => [path, stampOf(path)]);
  const asked = { ...options, check: undefined };
  return { folder: 'runs', key: JSON.stringify([process.cwd(), node, tool, asked]) };
}
