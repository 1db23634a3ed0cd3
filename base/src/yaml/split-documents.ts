/** One document of a text, from its own `---` on. */
export interface DocumentText {
  readonly text: string;
  /** The line of the whole text that it starts at, from 1. */
  readonly firstLine: number;
}

/** What a line that starts a document goes on with. */
const AFTER_MARK = ['', ' ', '\t', '\r', '\n'];

/** Nothing but blank lines, comments and the mark itself. */
const SAYS_NOTHING = /^(?:---(?=\s|$))?(?:\s|#[^\n]*)*$/;

/**
 * The documents of a YAML text that say anything. As in kubectl, a line that starts with `---` begins
 * one wherever it stands, so that what is wrong with one document is not the others' fault.
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
