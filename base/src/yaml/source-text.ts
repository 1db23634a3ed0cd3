/** A text with documents in it, and what messages call the place that it is from. */
export interface SourceText {
  /** Such as `crds/widgets.yaml`, or `standard input`. */
  readonly source: string;
  readonly text: string;
}

/** Where a document stands. */
export interface DocumentPlace {
  readonly source: string;
  /** Counted from 1 over those that say anything; undefined where the place has but one. */
  readonly document?: number;
}

/** Why a source or one of its documents is of no use. */
export interface SourceProblem extends DocumentPlace {
  readonly reason: string;
}

/** `SOURCE document N`. */
export function formatPlace({ source, document }: DocumentPlace): string {
  return document === undefined ? source : `${source} document ${document}`;
}

/** `SOURCE document N: reason`. */
export function formatProblem(problem: SourceProblem): string {
  return `${formatPlace(problem)}: ${problem.reason}`;
}
