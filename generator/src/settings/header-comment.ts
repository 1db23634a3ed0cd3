import { lineComment } from '../text/escape.js';
import { HEADER_LINE } from './generated-file.js';

/** How a format writes a comment of one line; `<!--` ends in `-->`. */
export const COMMENT_FORMS = ['//', '#', '--', ';', '<!--'] as const;
/** The start of a line comment. */
export type CommentForm = (typeof COMMENT_FORMS)[number];

/** The comment that starts a generated file: `header`, where there is one, then the line of vmgen. */
export function headerComment(header: string, form: CommentForm): string {
  const line = comment(HEADER_LINE, form);
  return header === '' ? line : `${comment(header, form)}\n\n${line}`;
}

function comment(text: string, form: CommentForm): string {
  if (form !== '<!--') return lineComment(text, form);
  // XML comments cannot contain two dashes.
  const lines = lineComment(text.replace(/-(?=-)/g, '- '), '').split('\n');
  return lines.map((line) => (line === '' ? '' : `<!--${line} -->`)).join('\n');
}
