/** A text with documents, and the name of its source for messages. */
export interface SourceText {
  /** A file such as `crds/widgets.yaml`, or `standard input`. */
  readonly source: string;
  readonly text: string;
}

/** The position of a document. */
export interface DocumentPlace {
  readonly source: string;
  /**
   * The number of the document, from 1, without empty documents. Undefined if the source has only
   * one.
   */
  readonly document?: number;
}

/** The reason why a source or one of its documents is invalid. */
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
