import { lineComment } from '../render/escape.js';
import { HEADER_LINE } from './generated-file.js';

/** How a format writes a comment of one line; `<!--` ends in `-->`. */
export const COMMENT_FORMS = ['//', '#', '--', ';', '<!--'] as const;
/** What a comment of one line starts with. */
export type CommentForm = (typeof COMMENT_FORMS)[number];

/** The comment that starts a generated file: `header`, where there is one, then the line of vmgen. */
export function headerComment(header: string, form: CommentForm): string {
  const line = comment(HEADER_LINE, form);
  return header === '' ? line : `${comment(header, form)}\n\n${line}`;
}

function comment(text: string, form: CommentForm): string {
  if (form !== '<!--') return lineComment(text, form);
  // Two dashes may stand in no comment of XML.
  const lines = lineComment(text.replace(/-(?=-)/g, '- '), '').split('\n');
  return lines.map((line) => (line === '' ? '' : `<!--${line} -->`)).join('\n');
}
