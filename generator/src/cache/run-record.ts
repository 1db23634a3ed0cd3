import { statSync } from 'node:fs';
import type { GenerateOptions } from '../generate.js';
import type { LocatedFinding } from '../findings/located-finding.js';
import { answersAsBefore, type Question } from './observed-disk.js';
import { readSealed, type SealedName } from './sealed-file.js';

/**
 * What a run left behind when all was well: what it had read and written, and what it said. As long
 * as all of that is the same, another run would change nothing, and none is needed.
 */
export interface RunRecord {
  /** The observations of the run, with the output as it stood after it. */
  readonly seen: readonly (readonly [Question, string])[];
  readonly findings: readonly LocatedFinding[];
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

/** Differs when a file of the tool was replaced; cheaper than reading all of them. */
export function stampOf(path: string): string {
  const { size, ctimeNs, ino } = statSync(path, { bigint: true });
  return `${ctimeNs}-${size}-${ino}`;
}

/**
 * Whether a stamp stands for the content that this process read of the file: one of a file that
 * changed shortly before the process started, or later, may have been there with another content.
 */
export function isSettled(stamp: string): boolean {
  const { timeOrigin } = performance;
  // A clock that was set back would make what is new look old.
  const drift = Date.now() - performance.now() - timeOrigin;
  return Math.abs(drift) < 1000 && Number.parseInt(stamp) / 1e6 < timeOrigin - 2000;
}
