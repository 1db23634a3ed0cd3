import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';

/** The lines of a stream until it ends or the signal does; a broken stream ends it too. */
export async function* readLines(
  stream: NodeJS.ReadableStream,
  signal: AbortSignal,
): AsyncIterable<string> {
  const lines = createInterface({ input: stream, crlfDelay: Infinity });
  // readline does not pass its input's errors on; without a listener they would end the process.
  stream.once('error', () => lines.close());
  const close = (): void => lines.close();
  signal.addEventListener('abort', close, { once: true });
  try {
    for await (const line of lines) if (line !== '') yield line;
  } finally {
    signal.removeEventListener('abort', close);
    lines.close();
    if (stream instanceof Readable) stream.destroy();
  }
}
