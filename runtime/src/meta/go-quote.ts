const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\u0007', '\\a'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\v', '\\v'],
  ['"', '\\"'],
  ['\\', '\\\\'],
]);
const NEEDS_ESCAPE = /["\\]|[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu;

/** Quotes a text as Go's `%q` does, for messages that equal those of the API server. */
export function goQuote(text: string): string {
  const escaped = text.replace(
    NEEDS_ESCAPE,
    (character) => SHORT_ESCAPES.get(character) ?? escapeRune(character),
  );
  return `"${escaped}"`;
}

function escapeRune(character: string): string {
  const rune = character.codePointAt(0) ?? 0;
  const [letter, digits] =
    rune < 0x20 || rune === 0x7f ? ['x', 2] : rune < 0x10000 ? ['u', 4] : ['U', 8];
  return `\\${letter}${rune.toString(16).padStart(digits, '0')}`;
}
