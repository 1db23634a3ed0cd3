/** Yields the lines of a stream, without empty ones. Throws if the stream fails, or has failed before the call. */
export async function* streamLines(
  stream: NodeJS.ReadableStream,
): AsyncGenerator<string, void, undefined> {
  let rest = '';
  for await (const text of stream.setEncoding('utf8')) {
    const lines = (rest + String(text)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines.filter((line) => line.trim() !== '');
  }
  if (rest !== '') yield rest;
}
