import type { RunRecord } from './run-record.js';
import type { LocatedDiagnostic } from '../diagnostics/located-diagnostic.js';

/** A file of the output that `--check` found to be stale. */
export interface Outdated {
  readonly file: string;
  readonly state: 'missing' | 'out of date' | 'other line ends' | 'no longer generated';
}

/** The outcome of a run, before it is formatted; paths are relative to the working directory. */
export interface Outcome {
  readonly exitCode: 0 | 1;
  readonly isCheck: boolean;
  readonly diagnostics: readonly LocatedDiagnostic[];
  readonly written: readonly string[];
  readonly removed: readonly string[];
  readonly outdated: readonly Outdated[];
  /** Undefined if diagnostics prevented the output. */
  readonly unchangedCount: number | undefined;
}

/** The lists of an outcome without changes. */
export const NOTHING = { written: [], removed: [], outdated: [] } as const;

/** The outcome of a run, as recorded by the previous one. */
export function outcomeOfRecord(record: RunRecord, isCheck: boolean): Outcome {
  const { diagnostics, fileCount } = record;
  return { ...NOTHING, exitCode: 0, isCheck, diagnostics, unchangedCount: fileCount };
}
