/** One document of a text, including its `---`. */
export interface DocumentText {
  readonly text: string;
  /** The line of the text at which it starts, from 1. */
  readonly firstLine: number;
}

/** What may follow `---` at the start of a document. */
const AFTER_MARK = ['', ' ', '\t', '\r', '\n'];

/** Matches documents that contain only blank lines, comments and the marker. */
const SAYS_NOTHING = /^(?:---(?=\s|$))?(?:\s|#[^\n]*)*$/;

/**
 * Splits a YAML text into its documents, without empty ones. As in kubectl, each line that starts
 * with `---` begins a document, so that an error in one document does not affect the others.
 */
export function splitDocuments(text: string): DocumentText[] {
  const documents: DocumentText[] = [];
  let start = 0;
  let firstLine = 1;
  while (start < text.length) {
    const end = nextMark(text, start);
    const own = text.slice(start, end);
    if (!SAYS_NOTHING.test(own)) documents.push({ text: own, firstLine });
    firstLine += own.split('\n').length - 1;
    start = end;
  }
  return documents;
}

function nextMark(text: string, start: number): number {
  let at = text.indexOf('\n---', start);
  while (at >= 0) {
    if (AFTER_MARK.includes(text.charAt(at + '\n---'.length))) return at + 1;
    at = text.indexOf('\n---', at + 1);
  }
  return text.length;
}
