import type { GenerateOptions } from '../generate.js';
import type { Observations } from './observed-disk.js';
import { recordPath, stampOf, type RunRecord } from './run-record.js';
import { keepSealed } from './sealed-file.js';

/** Records beyond these, the oldest first, are dropped. */
const KEPT_RECORDS = 100;

/**
 * Keeps what a good run saw and said for the next one; where that cannot be, the next one is slow.
 *
 * @param toolFiles the files whose replacement makes another tool
 */
export function recordRun(
  options: GenerateOptions,
  seen: Observations,
  said: Pick<RunRecord, 'findings' | 'fileCount'>,
  toolFiles: readonly string[],
): void {
  try {
    const tool = toolFiles.map((path) => [path, stampOf(path)] as const);
    // What was replaced since this process started is not what ran.
    if (tool.some(([, stamp]) => Number.parseFloat(stamp) > performance.timeOrigin)) return;
    const record: RunRecord = {
      seen: [...seen],
      tool,
      ...said,
    };
    keepSealed(recordPath(options), JSON.stringify(record), KEPT_RECORDS);
  } catch {
    // A file of the tool that went meanwhile.
  }
}
