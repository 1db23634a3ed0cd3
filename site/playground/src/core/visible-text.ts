/** Characters that are invisible or change how others are shown: control, formatting and bidirectional characters. */
const UNSAFE = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Text of anybody that is safe to show: an unsafe character is replaced by its number, such as `\u{202e}`. */
export const visibleText = (text: string): string =>
  text.replace(UNSAFE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
