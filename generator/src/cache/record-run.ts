import type { GenerateOptions } from '../settings/generate-options.js';
import type { ObservedDisk, Question } from '../disk/observed-disk.js';
import { recordName, type RunRecord } from './run-record.js';
import { isSettled, stampOf } from '../disk/stamp.js';
import { keepSealed } from '../disk/sealed-file.js';

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
    keepSealed(recordName(options, ownFiles), JSON.stringify(record), KEPT_RECORDS);
  } catch {
    // A file of vmgen that was removed meanwhile.
  }
}
