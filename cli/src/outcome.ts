import type { RunRecord } from '#generator/cache/run-record.js';
import type { LocatedDiagnostic } from '#generator/diagnostics/located-diagnostic.js';

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
  readonly diagnostics: readonly LocatedDiagnostic[];
  readonly written: readonly string[];
  readonly removed: readonly string[];
  readonly outdated: readonly Outdated[];
  /** Undefined when diagnostics kept the output from being made. */
  readonly unchangedCount: number | undefined;
}

/** The lists of an outcome that changed nothing. */
export const NOTHING = { written: [], removed: [], outdated: [] } as const;

/** What a run would come to, by the record of the last one. */
export function outcomeOfRecord(record: RunRecord, isCheck: boolean): Outcome {
  const { diagnostics, fileCount } = record;
  return { ...NOTHING, exitCode: 0, isCheck, diagnostics, unchangedCount: fileCount };
}
