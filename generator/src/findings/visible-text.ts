/**
 * What a terminal may read as a command or join with its neighbours: control, format and bidirectional
 * characters, lone surrogates, line separators, combining marks and what changes an emoji.
 */
const UNSAFE = /[\p{C}\p{Zl}\p{Zp}\p{M}\p{Emoji_Modifier}\p{Regional_Indicator}]/u;

/** What takes two cells of a terminal; the half-width forms of their scripts take one. */
const WIDE =
  /(?![\uff61-\uffdc])[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/u;

/** Text that is safe to print on one line: an unsafe character is shown by its number, a tab as a space. */
export function visibleText(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? text : Array.from(text, visibleCharacter).join('');
}

/** One character (code point) as {@link visibleText} shows it. */
export function visibleCharacter(character: string): string {
  if (character === '\t') return ' ';
  if (!UNSAFE.test(character)) return character;
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** How many cells of a terminal a visible text takes. */
export function widthOf(visible: string): number {
  let width = 0;
  for (const character of visible) width += WIDE.test(character) ? 2 : 1;
  return width;
}
