/** Integers beyond 2^53 have sixteen digits or more. */
const MAYBE_LARGE = /\d{16}/;
/** A text, or an integer that may be beyond 2^53. */
const TOKENS = /"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])-?[1-9]\d{15,}(?![\d.eE])/g;

/** Begins the texts that represent bigints. No other text begins with it, because it is random. */
const createMark = (): string => `integer ${Math.random()} `;

/**
 * Parses JSON as the API server does: integers of 64 bits beyond 2^53 become bigints.
 *
 * @throws SyntaxError
 */
export function parseExactJson(text: string): unknown {
  if (!MAYBE_LARGE.test(text)) return JSON.parse(text);
  const mark = createMark();
  const marked = text.replace(TOKENS, (token) =>
    token.startsWith('"') || !isLarge(token) ? token : `"${mark}${token}"`,
  );
  return JSON.parse(marked, (_name, value: unknown) =>
    typeof value === 'string' && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value,
  );
}

function isLarge(digits: string): boolean {
  if (Number.isSafeInteger(Number(digits))) return false;
  const value = BigInt(digits);
  return BigInt.asIntN(64, value) === value;
}

/** Prints a value as JSON. Bigints are printed as integers. */
export function stringifyExactJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    // This is how JSON.stringify rejects bigints.
    if (!(error instanceof TypeError)) throw error;
  }
  const mark = createMark();
  const marked = JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'bigint' ? `${mark}${part}` : part,
  );
  return marked.replaceAll(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1');
}
