/**
 * Headers as node sends them: a character for each byte of their UTF-8, as the API writes warnings.
 * Node refuses characters above U+00FF, which names in a request may bring into a warning.
 */
export function wireHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Buffer.from(value).toString('latin1')]),
  );
}
