import { byteLength, runeCount } from '../text/go-text.js';

/** An expression's text and the places in it, shown as cel-go's `common` package shows them. */

/** A finding: where (UTF-16 offset into the text; undefined for the text as a whole) and what. */
export interface Issue {
  readonly offset: number | undefined;
  readonly message: string;
}

interface Place {
  /** From 1; -1 where there is none. */
  readonly line: number;
  /** From 0, in code points; -1 where there is none. */
  readonly column: number;
}

const MAX_ISSUES = 100;
const MAX_SNIPPET_BYTES = 16384;

/** All findings in the order of their places, each with its line and a mark under the place. */
export function formatIssues(text: string, issues: readonly Issue[]): string {
  const placed = issues.slice(0, MAX_ISSUES).map((issue) => ({
    message: issue.message,
    place: placeOf(text, issue.offset),
  }));
  placed.sort((a, b) => a.place.line - b.place.line || a.place.column - b.place.column);
  const lines = text.split('\n');
  const shown = placed.map(({ message, place }) => formatIssue(lines, message, place));
  const surplus = issues.length - MAX_ISSUES;
  if (surplus > 0) shown.push(`${surplus} more errors were truncated`);
  return shown.join('\n');
}

function placeOf(text: string, offset: number | undefined): Place {
  if (offset === undefined) return { line: -1, column: -1 };
  const before = text.slice(0, offset);
  const start = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: runeCount(before.slice(start)) };
}

function formatIssue(lines: readonly string[], message: string, { line, column }: Place): string {
  const head = `ERROR: <input>:${line}:${column + 1}: ${message}`;
  const snippet = lines[line - 1]?.replaceAll('\t', ' ');
  if (snippet === undefined || byteLength(snippet) > MAX_SNIPPET_BYTES) return head;
  const chars = Array.from(snippet);
  const dots = chars.slice(0, column).map((char) => (isWide(char) ? '\uff0e' : '.'));
  const mark = isWide(chars[column]) ? '\uff3e' : '^';
  return `${head}\n | ${snippet}\n | ${dots.join('')}${mark}`;
}

const isWide = (char: string | undefined): boolean => char !== undefined && char > '\u007f';
