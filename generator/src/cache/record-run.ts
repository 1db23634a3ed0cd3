import type { GenerateOptions } from '../generate.js';
import type { ObservedDisk, Question } from './observed-disk.js';
import { isSettled, recordName, stampOf, type RunRecord } from './run-record.js';
import { keepSealed } from './sealed-file.js';

/** Records beyond these, the oldest first, are dropped. */
const KEPT_RECORDS = 100;

/** What vmgen is made of. */
export interface Tool {
  /** The files of vmgen itself. */
  readonly ownFiles: readonly string[];
  readonly compiler: string;
}

/**
 * Keeps what a good run saw and said for the next one; where that cannot be, the next one is slow.
 *
 * @param disk what the run read
 * @param output how the output must stand for the run to have nothing to do
 */
export function recordRun(
  options: GenerateOptions,
  disk: ObservedDisk,
  output: readonly (readonly [Question, string])[],
  said: Pick<RunRecord, 'findings' | 'fileCount'>,
  { ownFiles, compiler }: Tool,
): void {
  try {
    const tool = [[compiler, stampOf(compiler)]] as const;
    const stamps = [...ownFiles, compiler].map(stampOf);
    if (!disk.isSteady || !stamps.every(isSettled)) return;
    const record: RunRecord = { seen: [...disk.observations, ...output], tool, ...said };
    keepSealed(recordName(options, ownFiles), JSON.stringify(record), KEPT_RECORDS);
  } catch {
    // A file of the tool that went meanwhile.
  }
}
