/** Longer lines are split into pieces of this number of characters. */
const MAX_LINE_LENGTH = 2 ** 20;

/**
 * Yields the lines of a log without line breaks, including empty lines and an incomplete last line.
 * Chunks may end anywhere, also within a character.
 */
export async function* logLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let pending = '';
  for await (const chunk of chunks) {
    const lines = (pending + decoder.decode(chunk, { stream: true })).split('\n');
    pending = lines.pop() ?? '';
    yield* lines;
    for (; pending.length >= MAX_LINE_LENGTH; pending = pending.slice(MAX_LINE_LENGTH)) {
      yield pending.slice(0, MAX_LINE_LENGTH);
    }
  }
  pending += decoder.decode();
  if (pending !== '') yield pending;
}
