/** Texts and values as Go's `fmt` prints them, for messages that equal the API server's. */

/** Characters that Go writes behind a backslash. */
export const shortEscapes: Readonly<Record<string, string>> = {
  '\u0007': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '"': '\\"',
  '\\': '\\\\',
};
const NEEDS_ESCAPE = /["\\]|[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu;

/** Go's `%q`: a quoted string in which what cannot be printed is escaped. */
export function goQuote(text: string): string {
  const escaped = text.replace(NEEDS_ESCAPE, (char) => shortEscapes[char] ?? escapeRune(char));
  return `"${escaped}"`;
}

function escapeRune(char: string): string {
  const rune = char.codePointAt(0) ?? 0;
  if (rune < 0x20 || rune === 0x7f) return `\\x${hex(rune, 2)}`;
  return rune < 0x10000 ? `\\u${hex(rune, 4)}` : `\\U${hex(rune, 8)}`;
}

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

/** A string's length in code points. */
export function runeCount(text: string): number {
  let pairs = 0;
  for (let i = 0; i < text.length - 1; i++) {
    const high = text.charCodeAt(i);
    if (high >= 0xd800 && high < 0xdc00 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) pairs++;
  }
  return text.length - pairs;
}
