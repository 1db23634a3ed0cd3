/** The searched part of each end. A token has about 200 bytes. */
const EDGE_BYTES = 2048;
const TOKEN = /"continue":"([^"\\]+)"/;

/**
 * Guesses the token of the next page from both ends of the text of a list: the metadata is at the
 * start, or at the end if fields are sorted by name. Undefined if no token is found. A found token
 * may be wrong.
 */
export function guessContinue(chunks: readonly Uint8Array[]): string | undefined {
  const start = edge(chunks.slice(0, 1), 0, EDGE_BYTES);
  const metadata = start.slice(0, start.indexOf('"items":['));
  const end = edge(chunks.slice(-2), -EDGE_BYTES);
  return (TOKEN.exec(metadata) ?? TOKEN.exec(end.slice(end.lastIndexOf(']'))))?.[1];
}

function edge(chunks: readonly Uint8Array[], from: number, to?: number): string {
  return Buffer.concat(chunks.map((chunk) => chunk.subarray(from, to)))
    .toString('utf8')
    .slice(from, to);
}
