/**
 * Headers as node sends them: a character for each byte of their UTF-8, as the API writes warnings.
 * Node refuses characters above U+00FF, which names in a request may bring into a warning.
 */
export function wireHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const sent: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name] ?? '';
    sent[name] = ASCII.test(value) ? value : Buffer.from(value).toString('latin1');
  }
  return sent;
}

const ASCII = /^[\x20-\x7e]*$/;
