import type { Span } from './span-of.js';
import { visibleCharacter, widthOf } from './visible-text.js';

/** A source line as it is printed, with the cells that are underlined. */
interface Excerpt {
  readonly text: string;
  readonly indent: number;
  readonly width: number;
}

/** How much of a long line is printed, in UTF-16 units. */
const LENGTH = 120;
/** How much of it may precede the span. */
const BEFORE = 60;

/** Cuts the context of a span out of its line, safe to print. */
export function excerpt(line: string, span: Span): Excerpt {
  const code = line.length - line.trimStart().length;
  const from = Math.max(Math.min(code, span.start), span.start - BEFORE);
  const to = Math.min(from + LENGTH, line.trimEnd().length);
  let text = '';
  let indent = 0;
  let width = 0;
  let offset = from;
  for (const character of line.slice(from, Math.max(from, to))) {
    const shown = visibleCharacter(character);
    text += shown;
    // A position inside a surrogate pair refers to the whole character.
    if (offset + character.length <= span.start) indent += widthOf(shown);
    else if (offset < span.end) width += widthOf(shown);
    offset += character.length;
  }
  if (span.start > offset) indent += span.start - offset;
  return { text, indent, width: Math.max(width, 1) };
}
