import type { GenerateOptions } from '../settings/generate-options.js';
import type { ObservedDisk, Question } from '../disk/observed-disk.js';
import { recordName, type RunRecord } from './run-record.js';
import { isSettled, stampOf } from '../disk/stamp.js';
import { keepSealed } from '../disk/sealed-file.js';

/** Records beyond these, the oldest first, are dropped. */
const KEPT_RECORDS = 100;

/**
 * Keeps what a good run saw and said for the next one; where that cannot be, the next one is slow.
 *
 * @param disk what the run read
 * @param output how the output must stand for the run to have nothing to do
 * @param ownFiles the files of vmgen itself
 */
export function recordRun(
  options: GenerateOptions,
  disk: ObservedDisk,
  output: readonly (readonly [Question, string])[],
  said: Pick<RunRecord, 'diagnostics' | 'fileCount'>,
  ownFiles: readonly string[],
): void {
  try {
    if (!disk.isSteady || !ownFiles.map(stampOf).every(isSettled)) return;
    const record: RunRecord = { seen: [...disk.observations, ...output], ...said };
    keepSealed(recordName(options, ownFiles), JSON.stringify(record), KEPT_RECORDS);
  } catch {
    // A file of the tool that went meanwhile.
  }
}
