import type { MarkerOption } from './marker-language.js';

/** A part of a file. Offsets count UTF-16 units from 0. */
export interface EditorRange {
  /** An absolute path. */
  readonly path: string;
  readonly start: number;
  /** The offset after the last unit. */
  readonly end: number;
}

/** A problem of the project that no file causes. */
export interface EditorProblem {
  /** Errors prevent all output; informational messages are hints. */
  readonly severity: 'error' | 'warning' | 'info';
  /** Such as `VMGEN4001`. */
  readonly code: string;
  /** The problem as a phrase in lower case. */
  readonly message: string;
  /** The fix as a phrase; empty without a suggestion. */
  readonly remedy: string;
}

/** A diagnostic of a file. */
export interface EditorDiagnostic extends EditorRange, EditorProblem {
  /** Whether there are edits that remove it. They may not match the file any more. */
  readonly isFixable: boolean;
  /** Other places that explain it. */
  readonly related: readonly (EditorRange & { readonly message: string })[];
}

/** A change of a file: `text` replaces the part. */
export interface EditorEdit extends EditorRange {
  readonly text: string;
}

/** The edits that remove a diagnostic. */
export interface EditorFix {
  /** A phrase, such as `write Int64`. */
  readonly title: string;
  readonly diagnostic: EditorDiagnostic;
  /** Sorted by offset, without overlaps. */
  readonly edits: readonly EditorEdit[];
}

/** What may replace the text from `start` to `end`. */
export interface EditorCompletions {
  readonly start: number;
  readonly end: number;
  readonly options: readonly MarkerOption[];
}

/** What is known of the name at an offset. */
export interface EditorHover {
  readonly start: number;
  readonly end: number;
  /** One line of plain text. */
  readonly title: string;
  /** The details as Markdown. Texts of the project are in blocks of code. */
  readonly markdown: string;
}
