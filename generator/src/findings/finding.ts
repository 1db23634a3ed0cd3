import type { FindingCode } from './code.js';

/** A place in a source file; line and column count from 1, columns in UTF-16 units. */
export interface SourcePosition {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The column after the last one, where the extent is known and ends on the same line. */
  readonly endColumn?: number;
}

/** Something in the input that vmgen refuses (error) or doubts (warning). */
export interface Finding {
  readonly severity: 'error' | 'warning';
  readonly code: FindingCode;
  /** Undefined when no line of the input is to blame, such as for a missing folder. */
  readonly position: SourcePosition | undefined;
  /** What is wrong, in lower case. */
  readonly message: string;
  /** The edit that mends it. */
  readonly remedy: string | undefined;
}
