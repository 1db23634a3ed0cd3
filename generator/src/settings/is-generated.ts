import { HEADER_LINE } from './generated-file.js';

/** A comment of one line, in any of the forms that emitters may write. */
const COMMENT = /^(?:\/\/|#|--|;|<!--)\s?(.*?)\s*(?:-->)?\s*$/;

/** JSON has no comments: its first value replaces the header. */
const JSON_COMMENT = /^\s*\{\s*"[\w$-]*"\s*:\s*"([^"\\]*)"/;

/** Whether the comments at a file's start carry vmgen's header line. */
export function isGenerated(text: string): boolean {
  if (JSON_COMMENT.exec(text)?.[1] === HEADER_LINE) return true;
  for (const line of text.split('\n')) {
    const comment = COMMENT.exec(line);
    if (comment?.[1]?.trim() === HEADER_LINE) return true;
    if (!comment && line.trim() !== '') return false;
  }
  return false;
}
