/**
 * Encodes headers for node: one character per byte of their UTF-8, as the API encodes warnings.
 * Node rejects characters above U+00FF, which names in a request can add to a warning. All other
 * headers are ASCII.
 */
export function wireHeaders(
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const { warning } = headers;
  if (warning === undefined) return headers;
  return { ...headers, warning: Buffer.from(warning).toString('latin1') };
}
