import type { Edit, Diagnostic, SourcePosition } from './diagnostic.js';

/** A position with its source line; the file is relative to the working directory. */
export interface LocatedPlace {
  readonly position?: SourcePosition | undefined;
  /** The complete source line of the position. */
  readonly sourceLine?: string | undefined;
}

/** A related position with its source line. */
export interface LocatedRelation extends LocatedPlace {
  readonly label: string;
}

/** A diagnostic with everything that is needed to print it. */
export interface LocatedDiagnostic extends LocatedPlace {
  readonly severity: Diagnostic['severity'];
  readonly code: Diagnostic['code'];
  readonly message: string;
  readonly remedy?: string | undefined;
  readonly related?: readonly LocatedRelation[] | undefined;
  /** File names are relative to the working directory. */
  readonly edits?: readonly Edit[] | undefined;
}
