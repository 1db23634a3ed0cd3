import type { Readable } from 'node:stream';
import type { ApiError } from '@vmgen/runtime';
import { statusError } from '../errors/status-error.js';
import type { MemoryBudget } from '../storage/memory-budget.js';

/** The maximum size of a request body in bytes, as upstream. */
export const BODY_LIMIT = 3 * 1024 * 1024;

/** The initial size of the buffer for a longer body, or for one without a stated length. */
const FIRST_BYTES = 16 * 1024;

const EMPTY = Buffer.alloc(0);

/**
 * Reads the whole body. It is copied to one buffer as it arrives, so that clients that send very
 * small chunks need no more memory than others.
 *
 * @param declared the Content-Length of the request, in bytes
 * @param budget the memory limit of all bodies that are being read
 * @throws ApiError 413 if the body is larger than {@link BODY_LIMIT}, 429 if the budget is
 * exhausted; the rest is discarded
 */
export function readBody(
  request: Readable,
  declared: number | undefined,
  budget: MemoryBudget,
): Promise<Buffer> {
  const firstBytes = declared === undefined ? FIRST_BYTES : Math.min(declared, FIRST_BYTES);
  return new Promise<Buffer>((resolve, reject) => {
    let body: Buffer = EMPTY;
    let length = 0;
    let reserved = 0;
    let isRefused = false;
    const refuse = (error: ApiError): void => {
      isRefused = true;
      end();
      reject(error);
    };
    const end = (): void => {
      budget.release(reserved);
      reserved = 0;
      body = EMPTY;
    };
    request.on('data', (chunk: Buffer) => {
      if (isRefused) return;
      const needed = length + chunk.length;
      if (needed > BODY_LIMIT) {
        refuse(tooLarge());
        return;
      }
      if (chunk.length === declared) {
        // The usual case. The chunk is in memory already, and nobody waits for more of the body.
        body = chunk;
        length = needed;
        return;
      }
      if (needed > body.length) {
        const size = Math.min(BODY_LIMIT, Math.max(needed, 2 * body.length, firstBytes));
        if (!budget.reserve(size - reserved)) {
          refuse(tooManyRequests());
          return;
        }
        reserved = size;
        const larger = Buffer.allocUnsafe(size);
        body.copy(larger);
        body = larger;
      }
      chunk.copy(body, length);
      length = needed;
    });
    request.once('end', () => {
      resolve(body.subarray(0, length));
      end();
    });
    request.once('error', (error) => {
      reject(error);
      end();
    });
  });
}

function tooLarge(): ApiError {
  const message = `Request entity too large: limit is ${BODY_LIMIT}`;
  return statusError(413, 'RequestEntityTooLarge', message);
}

/** kube-apiserver's response to requests that exceed its limit of concurrent requests (429). */
export function tooManyRequests(): ApiError {
  const message = 'Too many requests, please try again later.';
  return statusError(429, 'TooManyRequests', message, { retryAfterSeconds: 1 });
}
