/** What all warnings may say together before they are cut, and each of them then (as upstream). */
const MAX_TOTAL = 4096;
const MAX_EACH = 256;

/**
 * The Warning header of an answer, each text once. Where they are longer together than clients read
 * of a header, each is cut, and the last ones are left out.
 */
export function warningHeader(warnings: readonly string[]): { warning?: string } {
  if (warnings.length === 0) return {};
  const lines = fitting([...new Set(warnings)]).map((text) => `299 - ${quoteHeader(text)}`);
  return { warning: lines.join(', ') };
}

function fitting(texts: readonly string[]): readonly string[] {
  const total = texts.reduce((sum, text) => sum + text.length, 0);
  if (total < MAX_TOTAL) return texts;
  let length = 0;
  const cut = texts.map((text) => text.slice(0, MAX_EACH));
  const end = cut.findIndex((text) => (length += text.length) > MAX_TOTAL);
  return end === -1 ? cut : cut.slice(0, end);
}

function quoteHeader(text: string): string {
  const oneLine = text.replace(/[\x00-\x1f\x7f]+/g, ' ');
  return `"${oneLine.replace(/[\\"]/g, (character) => `\\${character}`)}"`;
}
