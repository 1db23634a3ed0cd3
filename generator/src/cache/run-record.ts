import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { GenerateOptions } from '../generate.js';
import type { LocatedFinding } from '../findings/located-finding.js';
import { cacheFolder } from './cache-folder.js';
import { answersAsBefore, type Question } from './observed-disk.js';
import { digestOf, readSealed } from './sealed-file.js';

/**
 * What a run left behind when all was well: what it had read and written, and what it said. As long
 * as all of that is the same, another run would change nothing, and none is needed.
 */
export interface RunRecord {
  /** The observations of the run, with the output as it stood after it. */
  readonly seen: readonly (readonly [Question, string])[];
  /** The files that vmgen itself is made of. */
  readonly tool: readonly (readonly [path: string, stamp: string])[];
  readonly findings: readonly LocatedFinding[];
  readonly fileCount: number;
}

/** The record of the same run as this one, if all that it saw is unchanged; loads no parser. */
export function recallRun(options: GenerateOptions): RunRecord | undefined {
  try {
    const text = readSealed(recordPath(options));
    if (text === undefined) return undefined;
    const record = JSON.parse(text.toString()) as RunRecord;
    const isCurrent = record.tool.every(([path, stamp]) => stampOf(path) === stamp);
    return isCurrent && answersAsBefore(new Map(record.seen)) ? record : undefined;
  } catch {
    // Whatever is wrong with the record or the disk, the real run meets it again and can say it.
    return undefined;
  }
}

/** Where the record of runs with these options is kept: `check` asks the same question. */
export function recordPath(options: GenerateOptions): string {
  const asked = { ...options, check: undefined };
  const key = digestOf(JSON.stringify([process.cwd(), process.version, asked]));
  return join(cacheFolder(), 'runs', key);
}

/** Differs when a file of the tool was replaced; cheaper than reading all of them. */
export function stampOf(path: string): string {
  const { size, ctimeMs, ino } = statSync(path);
  return `${ctimeMs}-${size}-${ino}`;
}
