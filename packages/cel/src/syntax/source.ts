import { byteLength } from '@vmgen/base/bytes';
import { runeCount } from '@vmgen/base/text';

/** The text of an expression and its positions, formatted as cel-go's `common` package does. */

/** An error in an expression. */
export interface Issue {
  readonly offset: number | undefined;
  readonly message: string;
}

interface Place {
  /** Starts at 1. -1 if the issue has no position. */
  readonly line: number;
  /** Starts at 0, in code points. -1 if the issue has no position. */
  readonly column: number;
}

const MAX_ISSUES = 100;
const MAX_SNIPPET_BYTES = 16384;

/**
 * Formats all issues in the order of their positions, each with its line and a marker below the
 * position.
 */
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
