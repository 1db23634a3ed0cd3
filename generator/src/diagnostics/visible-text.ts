import { unicodeEscape } from '../text/escape.js';

/**
 * Characters that a terminal may interpret or combine with their neighbours: control, format and
 * bidirectional characters, lone surrogates, line separators, combining marks and emoji modifiers.
 */
const UNSAFE = /[\p{C}\p{Zl}\p{Zp}\p{M}\p{Emoji_Modifier}\p{Regional_Indicator}]/u;

/** Characters that take two cells of a terminal; the half-width forms of their scripts take one. */
const WIDE =
  /(?![\uff61-\uffdc])[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/u;

/**
 * Text that is safe to print on one line: an unsafe character is replaced by its number, a tab by a space.
 */
export function visibleText(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? text : Array.from(text, visibleCharacter).join('');
}

/** Select Graphic Rendition of ECMA-48, the only control sequence that vmgen prints itself. */
const SGR = /(\u001b\[[\d;]*m)/;

/** A line of output that is safe to print whatever its content; colours that vmgen added are kept. */
export function visibleLine(line: string, hasColours: boolean): string {
  if (!hasColours) return visibleText(line);
  return line
    .split(SGR)
    .map((part, index) => (index % 2 === 1 ? part : visibleText(part)))
    .join('');
}

/** The lines of a JSON document that is safe to print: unsafe characters are escaped. */
export function jsonLines(document: unknown): string[] {
  const lines = JSON.stringify(document, undefined, 2).split('\n');
  return lines.map((line) => line.replace(new RegExp(UNSAFE, 'gu'), unicodeEscape));
}

/** One character (code point) as {@link visibleText} shows it. */
export function visibleCharacter(character: string): string {
  if (character === '\t') return ' ';
  if (!UNSAFE.test(character)) return character;
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** The number of terminal cells that a visible text takes. */
export function widthOf(visible: string): number {
  let width = 0;
  for (const character of visible) width += WIDE.test(character) ? 2 : 1;
  return width;
}
