import type { Edit, Diagnostic, SourcePosition } from './diagnostic.js';

/** A position with its source line; the file is relative to the working directory. */
export interface LocatedPlace {
  /** Undefined for a diagnostic without a position in a file. */
  readonly position?: SourcePosition | undefined;
  /** The complete source line of the position. */
  readonly sourceLine?: string | undefined;
}

/** A related position with its source line. */
export interface LocatedRelation extends LocatedPlace {
  /** Explains the position in the context of the diagnostic. */
  readonly label: string;
}

/** A diagnostic with everything that is needed to print it. */
export interface LocatedDiagnostic extends LocatedPlace {
  /** Errors prevent all output; warnings do so only in strict runs. */
  readonly severity: Diagnostic['severity'];
  /** The code, such as `VMGEN4001`. */
  readonly code: Diagnostic['code'];
  /** The problem as a phrase in lower case. */
  readonly message: string;
  /** The fix as a phrase; undefined without a suggestion. */
  readonly remedy?: string | undefined;
  /** Other positions that explain the diagnostic. */
  readonly related?: readonly LocatedRelation[] | undefined;
  /** File names are relative to the working directory. */
  readonly edits?: readonly Edit[] | undefined;
}
