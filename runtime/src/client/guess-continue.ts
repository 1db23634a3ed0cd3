/** A token has some 200 bytes. */
const EDGE_BYTES = 2048;
const TOKEN = /"continue":"([^"\\]+)"/;

/**
 * The token of a list's next page, by a look at both ends of its text: the metadata come first, or last
 * where fields are sorted by name. Undefined where none is seen; what is seen may still be something
 * else.
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
