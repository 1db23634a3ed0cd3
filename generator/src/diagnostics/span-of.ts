import type { LocatedPlace } from './located-diagnostic.js';

/** A part of a line, in UTF-16 units from 0; `end` is the first one that no longer belongs to it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A marker, a quoted string, a type name with its arguments, or a number. */
const TOKEN = /\+?[\p{L}\p{N}_$@][\p{L}\p{N}_$:./-]*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`[^`]*`/uy;

/** The span that a diagnostic underlines: the extent of its position, otherwise the word at the position. */
export function spanOf({ position, sourceLine }: LocatedPlace): Span | undefined {
  if (!position || sourceLine === undefined) return undefined;
  const start = Math.min(position.column - 1, sourceLine.length);
  const end =
    position.endColumn === undefined ? wordEnd(sourceLine, start) : position.endColumn - 1;
  return { start, end: Math.min(Math.max(end, start + 1), sourceLine.length + 1) };
}

/** Longer words are cut at this length. */
const LONGEST = 1000;

function wordEnd(line: string, start: number): number {
  const token = new RegExp(TOKEN);
  const found = token.exec(line.slice(start, start + LONGEST))?.[0] ?? '';
  // A character that ends a phrase or introduces a value is not part of the word.
  return start + found.replace(/[:./-]+$/, '').length;
}
