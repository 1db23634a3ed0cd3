import { ObservedDisk } from '../cache/observed-disk.js';
import { recordRun } from '../cache/record-run.js';
import { generate } from '../generate.js';
import type { GenerateCommand } from './options.js';
import { outcomeOf, type Outcome } from './outcome.js';

/** Generates, and keeps a record when the output is now as it should be. */
export function run({ options }: GenerateCommand): Outcome {
  const disk = new ObservedDisk();
  const outcome = outcomeOf(generate(options, disk), options.check);
  const { exitCode, findings, written, unchangedCount = 0 } = outcome;
  if (exitCode === 0) {
    recordRun(options, disk, { findings, fileCount: unchangedCount + written.length });
  }
  return outcome;
}
