import type { Edit, Diagnostic, SourcePosition } from './diagnostic.js';

/** A place with its source; the file is as the working directory sees it. */
export interface LocatedPlace {
  readonly position?: SourcePosition | undefined;
  /** The whole line of the source that the position is in. */
  readonly sourceLine?: string | undefined;
}

/** A related place with its source. */
export interface LocatedRelation extends LocatedPlace {
  readonly label: string;
}

/** A diagnostic with all that is needed to show it. */
export interface LocatedDiagnostic extends LocatedPlace {
  readonly severity: Diagnostic['severity'];
  readonly code: Diagnostic['code'];
  readonly message: string;
  readonly remedy?: string | undefined;
  readonly related?: readonly LocatedRelation[] | undefined;
  /** The files are as the working directory sees them. */
  readonly edits?: readonly Edit[] | undefined;
}
