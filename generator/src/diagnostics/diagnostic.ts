import type { DiagnosticCode } from './code.js';

/** A place in a source file; line and column count from 1, columns in UTF-16 units. */
export interface SourcePosition {
  /** The path of the file. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** Counted in UTF-16 units from 1. */
  readonly column: number;
  /** The column after the last character, if the extent is known and ends on the same line. */
  readonly endColumn?: number;
}

/** Another position that a diagnostic refers to, such as the first declaration of a name. */
export interface RelatedPlace {
  /** The other position. */
  readonly position: SourcePosition;
  /** A short description of the position: `first declared here`. */
  readonly label: string;
}

/**
 * A change of the source that removes a diagnostic. It is applied to the syntax tree, and only if the source
 * still matches the expected text.
 */
export type Fix = { readonly position: SourcePosition } & (
  | {
      /** Replaces `old` by another name or keyword. */
      readonly how: 'rename';
      readonly old: string;
      readonly text: string;
      /** `text` is a type of @vmgen/runtime: it is imported, or named as an existing import names it. */
      readonly isOfRuntime?: boolean;
    }
  /** Replaces the member after the last dot of a name, or a literal within a type. */
  | {
      readonly how: 'rename-member' | 'rename-literal';
      readonly old: string;
      readonly text: string;
    }
  /** Replaces text in a comment. */
  | { readonly how: 'rewrite-comment'; readonly old: string; readonly text: string }
  /** Replaces text in the value of the marker at the position. */
  | { readonly how: 'rewrite-value'; readonly old: string; readonly text: string }
  /** Adds or removes the `?` of a field. */
  | { readonly how: 'make-optional' | 'make-required' }
  /** Exports the declarations of a name. */
  | { readonly how: 'export'; readonly name: string }
  /** Adds a marker above the one at the position. */
  | { readonly how: 'add-marker'; readonly text: string }
  /** Converts the marker at the position, which takes its whole line, to a marker of the file. */
  | { readonly how: 'move-to-top' }
);

/** A change of a file: `text` replaces `length` units from `offset` on. */
export interface Edit {
  /** The position where the change starts. */
  readonly position: SourcePosition;
  /** The position where the replaced text ends. */
  readonly end: { readonly line: number; readonly column: number };
  /** The offset in the file in UTF-16 units. */
  readonly offset: number;
  /** The number of UTF-16 units to replace; 0 for an insertion. */
  readonly length: number;
  /** The replacement. */
  readonly text: string;
  /** The imported names, if the text is an import statement; several statements at one offset are merged. */
  readonly imports?: readonly string[] | undefined;
}

/** Optional details of a diagnostic beside its message. */
export interface DiagnosticDetails {
  /** Other positions that explain the diagnostic. */
  readonly related?: readonly RelatedPlace[] | undefined;
  /** The change that removes the diagnostic, if exactly one is possible. */
  readonly fix?: Fix | undefined;
  /** The changes of which each removes the diagnostic: editors offer them. */
  readonly choices?: readonly Fix[] | undefined;
}

/** A problem in the input (error), a suspicious construct (warning) or an informational message (info). */
export interface Diagnostic extends DiagnosticDetails {
  /** Errors prevent all output; warnings do so only in strict runs. */
  readonly severity: 'error' | 'warning' | 'info';
  /** The code, such as `VMGEN4001`. It never changes its meaning. */
  readonly code: DiagnosticCode;
  /** Undefined if no line of the input causes it, for example for a missing folder. */
  readonly position: SourcePosition | undefined;
  /** The problem as a phrase in lower case. */
  readonly message: string;
  /** How to fix it. */
  readonly remedy: string | undefined;
  /** An error that a marker may suppress with a reason, as for a warning. */
  readonly isSuppressible?: boolean;
}
