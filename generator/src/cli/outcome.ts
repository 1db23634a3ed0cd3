import type { RunRecord } from '../cache/run-record.js';
import type { LocatedFinding } from '../findings/located-finding.js';

/** A file of the output that `--check` found not to be fresh. */
export interface Outdated {
  readonly file: string;
  readonly state:
    | 'missing'
    | 'out of date'
    | 'other line ends'
    | 'no longer generated'
    | 'left by a run that was killed';
}

/** What came of a run, before it is put into words; paths are as the working directory sees them. */
export interface Outcome {
  readonly exitCode: 0 | 1;
  readonly isCheck: boolean;
  readonly findings: readonly LocatedFinding[];
  readonly written: readonly string[];
  readonly removed: readonly string[];
  readonly outdated: readonly Outdated[];
  /** Undefined when findings kept the output from being made. */
  readonly unchangedCount: number | undefined;
}

/** The lists of an outcome that changed nothing. */
export const NOTHING = { written: [], removed: [], outdated: [] } as const;

/** What a run would come to, by the record of the last one. */
export function outcomeOfRecord(record: RunRecord, isCheck: boolean): Outcome {
  const { findings, fileCount } = record;
  return { ...NOTHING, exitCode: 0, isCheck, findings, unchangedCount: fileCount };
}
