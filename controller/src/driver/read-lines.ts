import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { onAbort } from '@vmgen/runtime/internal';

/** Yields the lines of a stream until it ends or fails, or the signal aborts. */
export async function* readLines(
  stream: NodeJS.ReadableStream,
  signal: AbortSignal,
): AsyncIterable<string> {
  const lines = createInterface({ input: stream, crlfDelay: Infinity });
  // readline does not forward errors of its input. Without a listener, they would end the process.
  stream.once('error', () => lines.close());
  const stopListening = onAbort(signal, () => lines.close());
  try {
    for await (const line of lines) if (line !== '') yield line;
  } finally {
    stopListening();
    lines.close();
    if (stream instanceof Readable) stream.destroy();
  }
}
