/**
 * The limits of all warnings together, and of each warning if that limit is exceeded (as upstream).
 */
const MAX_TOTAL = 4096;
const MAX_EACH = 256;

/**
 * Returns the Warning header of a response, with each text once. If the total length exceeds the
 * limit of clients, each text is truncated, and the last ones are omitted.
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
