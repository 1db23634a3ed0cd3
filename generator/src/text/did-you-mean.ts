/**
 * The fix for a misspelled word. If two words look alike, it names the character that differs.
 *
 * @param shown the suggested word as it is written, if different
 */
export function didYouMean(word: string, meant: string, shown = meant): string {
  const stranger = Array.from(word).find(
    (character) => character > '\u007e' && !meant.includes(character),
  );
  const question = `did you mean ${shown}?`;
  if (stranger === undefined) return question;
  const code = (stranger.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `${question} the character U+${code} in it is another one than it looks like`;
}
