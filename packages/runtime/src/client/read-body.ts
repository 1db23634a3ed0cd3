import { VmgenError } from '../errors/vmgen-error.js';
import type { TransportResponse } from '../transport/transport.js';

/** Parses a body as the caller's type. The shape is not validated here. */
export function readBody<R>(text: string, parse: (text: string) => unknown = JSON.parse): R {
  try {
    return parse(text) as R;
  } catch (cause) {
    throw notJson(text, cause);
  }
}

/** Returns the received chunks of a response. */
export async function receive({ body }: TransportResponse): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return chunks;
}

/** Like {@link readBody}, for readers of bytes. */
export function readChunks(
  chunks: readonly Uint8Array[],
  read: (chunks: readonly Uint8Array[]) => unknown,
): unknown {
  try {
    return read(chunks);
  } catch (cause) {
    throw notJson(Buffer.concat(chunks).toString('utf8', 0, 80), cause);
  }
}

function notJson(text: string, cause: unknown): VmgenError {
  return new VmgenError(
    'ERR_VMGEN_ANSWER',
    `the API server's response is not JSON: ${text.slice(0, 80)}`,
    { cause },
  );
}
