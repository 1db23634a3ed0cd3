import type { Edit, Finding, SourcePosition } from './finding.js';

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

/** A finding with all that is needed to show it. */
export interface LocatedFinding extends LocatedPlace {
  readonly severity: Finding['severity'];
  readonly code: Finding['code'];
  readonly message: string;
  readonly remedy?: string | undefined;
  readonly related?: readonly LocatedRelation[] | undefined;
  /** The files are as the working directory sees them. */
  readonly edits?: readonly Edit[] | undefined;
}
