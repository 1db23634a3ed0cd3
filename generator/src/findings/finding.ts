import type { FindingCode } from './code.js';

/** A place in a source file; line and column count from 1, columns in UTF-16 units. */
export interface SourcePosition {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The column after the last one, where the extent is known and ends on the same line. */
  readonly endColumn?: number;
}

/** Another place that a finding is about, such as where a name was declared first. */
export interface RelatedPlace {
  readonly position: SourcePosition;
  /** What is there, in a few words: `first declared here`. */
  readonly label: string;
}

/** A change of the source that mends a finding; it counts only where the source is as it says. */
export interface Mend {
  readonly position: SourcePosition;
  /** What stands there; empty to add something. */
  readonly old: string;
  readonly text: string;
  /** What stands there may start anywhere from the position to the end of the line. */
  readonly isBehind?: boolean;
  /** A type of @vmgen/runtime that the change needs. */
  readonly imports?: string;
  /**
   * `line-above`: the text goes into a line of comment above the one that the position is in;
   * `move-to-top`: the marker there, all of its line, becomes one of the whole file.
   */
  readonly how?: 'line-above' | 'move-to-top';
}

/** A change of the source; `length` units from `position` on, of its line and its end, become `text`. */
export interface Edit {
  readonly position: SourcePosition;
  readonly length: number;
  readonly text: string;
}

/** What a finding may say beside its message. */
export interface FindingDetails {
  readonly related?: readonly RelatedPlace[] | undefined;
  /** The one change that mends it, where there is no other. */
  readonly mend?: Mend | undefined;
}

/** Something in the input that vmgen refuses (error), doubts (warning) or passes over (remark). */
export interface Finding extends FindingDetails {
  readonly severity: 'error' | 'warning' | 'remark';
  readonly code: FindingCode;
  /** Undefined when no line of the input is to blame, such as for a missing folder. */
  readonly position: SourcePosition | undefined;
  /** What is wrong, in lower case. */
  readonly message: string;
  /** The edit that mends it. */
  readonly remedy: string | undefined;
}
