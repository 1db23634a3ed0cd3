import type { DiagnosticCode } from './code.js';

/** A place in a source file; line and column count from 1, columns in UTF-16 units. */
export interface SourcePosition {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The column after the last one, where the extent is known and ends on the same line. */
  readonly endColumn?: number;
}

/** Another place that a diagnostic is about, such as where a name was declared first. */
export interface RelatedPlace {
  readonly position: SourcePosition;
  /** What is there, in a few words: `first declared here`. */
  readonly label: string;
}

/**
 * A change of the source that removes a diagnostic. It is made in the syntax of the file, and only where the source
 * is as the fix says.
 */
export type Fix = { readonly position: SourcePosition } & (
  | {
      /** Writes another name or keyword in the place of `old`. */
      readonly how: 'rename';
      readonly old: string;
      readonly text: string;
      /** `text` is a type of @vmgen/runtime: it is imported, or called what an import calls it. */
      readonly isOfRuntime?: boolean;
    }
  /** Writes another member behind the last dot of a name, or another literal within a type. */
  | {
      readonly how: 'rename-member' | 'rename-literal';
      readonly old: string;
      readonly text: string;
    }
  /** Writes another text into a comment. */
  | { readonly how: 'rewrite-comment'; readonly old: string; readonly text: string }
  /** Writes another text into the value of the marker at the position. */
  | { readonly how: 'rewrite-value'; readonly old: string; readonly text: string }
  /** Adds or removes the `?` of a field. */
  | { readonly how: 'make-optional' | 'make-required' }
  /** Exports the declarations of a name. */
  | { readonly how: 'export'; readonly name: string }
  /** Adds a marker above the one at the position. */
  | { readonly how: 'add-marker'; readonly text: string }
  /** Makes the marker at the position, all of its line, one of the whole file. */
  | { readonly how: 'move-to-top' }
);

/** A change of a file: `length` units from `offset` on become `text`. */
export interface Edit {
  /** Where the change starts. */
  readonly position: SourcePosition;
  /** Where what is replaced ends. */
  readonly end: { readonly line: number; readonly column: number };
  readonly offset: number;
  readonly length: number;
  readonly text: string;
  /** The names of an import statement that the text is; several at one offset become one. */
  readonly imports?: readonly string[] | undefined;
}

/** What a diagnostic may say beside its message. */
export interface DiagnosticDetails {
  readonly related?: readonly RelatedPlace[] | undefined;
  /** The change that removes it, where there is only one. */
  readonly fix?: Fix | undefined;
}

/** Something in the input that vmgen refuses (error), doubts (warning) or passes over (remark). */
export interface Diagnostic extends DiagnosticDetails {
  readonly severity: 'error' | 'warning' | 'remark';
  readonly code: DiagnosticCode;
  /** Undefined when no line of the input is to blame, such as for a missing folder. */
  readonly position: SourcePosition | undefined;
  /** What is wrong, in lower case. */
  readonly message: string;
  /** What to do about it. */
  readonly remedy: string | undefined;
  /** An error that a marker may silence with a reason, as it may a warning. */
  readonly canBeSilenced?: boolean;
}
