import { readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { GenerateOptions } from '../generate.js';
import type { Observations } from './observed-disk.js';
import { recordPath, stampOf, type RunRecord } from './run-record.js';
import { writeSealed } from './sealed-file.js';
import { toolFiles } from './tool-files.js';

/** Records beyond these, the oldest first, are dropped. */
const KEPT_RECORDS = 100;

/** Keeps what a good run saw and said for the next one; where that cannot be, the next one is slow. */
export function recordRun(
  options: GenerateOptions,
  seen: Observations,
  said: Pick<RunRecord, 'findings' | 'fileCount'>,
): void {
  try {
    const tool = toolFiles().map((path) => [path, stampOf(path)] as const);
    // What was replaced since this process started is not what ran.
    if (tool.some(([, stamp]) => Number.parseFloat(stamp) > performance.timeOrigin)) return;
    const record: RunRecord = {
      seen: [...seen],
      tool,
      ...said,
    };
    const path = recordPath(options);
    writeSealed(path, JSON.stringify(record));
    prune(dirname(path));
  } catch {
    // A disk that cannot be written to, or a file that went meanwhile.
  }
}

function prune(folder: string): void {
  const paths = readdirSync(folder).map((name) => join(folder, name));
  if (paths.length <= KEPT_RECORDS) return;
  const byAge = paths.map((path) => ({ path, age: statSync(path).mtimeMs }));
  byAge.sort((a, b) => b.age - a.age);
  for (const { path } of byAge.slice(KEPT_RECORDS)) rmSync(path, { force: true });
}
