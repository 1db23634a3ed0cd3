import type { IncomingMessage } from 'node:http';

/** The largest request body, in bytes, as upstream. */
export const BODY_LIMIT = 3 * 1024 * 1024;

/** The whole body; undefined where it is larger than {@link BODY_LIMIT}: the rest is dropped. */
export function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= BODY_LIMIT) chunks.push(chunk);
      else resolve(undefined);
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', reject);
  });
}
