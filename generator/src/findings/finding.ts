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

/** A change of one line of the source; `length` units from `position` on become `text`. */
export interface Edit {
  readonly position: SourcePosition;
  readonly length: number;
  readonly text: string;
}

/** What a finding may say beside its message. */
export interface FindingDetails {
  readonly related?: readonly RelatedPlace[] | undefined;
  /** Only where they mend the finding whatever else stands in the file. */
  readonly edits?: readonly Edit[] | undefined;
}

/** Something in the input that vmgen refuses (error) or doubts (warning). */
export interface Finding extends FindingDetails {
  readonly severity: 'error' | 'warning';
  readonly code: FindingCode;
  /** Undefined when no line of the input is to blame, such as for a missing folder. */
  readonly position: SourcePosition | undefined;
  /** What is wrong, in lower case. */
  readonly message: string;
  /** The edit that mends it. */
  readonly remedy: string | undefined;
}
