import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { onAbort } from '@vmgen/runtime/internal';

/** The lines of a stream until it ends or the signal does; a broken stream ends it too. */
export async function* readLines(
  stream: NodeJS.ReadableStream,
  signal: AbortSignal,
): AsyncIterable<string> {
  const lines = createInterface({ input: stream, crlfDelay: Infinity });
  // readline does not pass its input's errors on; without a listener they would end the process.
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
