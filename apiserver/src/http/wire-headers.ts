/**
 * Headers as node sends them: a character for each byte of their UTF-8, as the API writes warnings.
 * Node refuses characters above U+00FF, which names in a request may bring into a warning. All other
 * headers are ASCII.
 */
export function wireHeaders(
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const { warning } = headers;
  if (warning === undefined) return headers;
  return { ...headers, warning: Buffer.from(warning).toString('latin1') };
}
