/** A longer line comes in pieces of this many characters. */
const MAX_LINE_LENGTH = 2 ** 20;

/**
 * The lines of a log, empty ones included, without their ends; the last one also where it was not
 * ended. Chunks may be cut anywhere, also within a character.
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
