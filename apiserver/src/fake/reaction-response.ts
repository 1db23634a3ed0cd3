import type { ApiStatus, TransportResponse } from '@vmgen/runtime';
import { ApiError } from '@vmgen/runtime/client';
import { onAbort } from '@vmgen/runtime/internal';
import { textResponse } from '../http/text-response.js';
import type { FakeAction, FakeWatchEvent, FakeReaction } from './fake-action.js';

const JSON_TYPE = { 'content-type': 'application/json' };
const encoder = new TextEncoder();

/** Encodes the response of a reactor. */
export function reactionResponse(action: FakeAction, reaction: FakeReaction): TransportResponse {
  const body = reaction instanceof ApiError ? failureOf(reaction) : reaction;
  return textResponse(statusCode(action, body), JSON_TYPE, `${JSON.stringify(body)}\n`);
}

/** Returns the Status of an error. Tests may create errors with only a code and a reason. */
function failureOf({ status }: ApiError): ApiStatus {
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    code: 500,
    ...status,
  };
}

function statusCode(action: FakeAction, body: object): number {
  if ('kind' in body && body.kind === 'Status' && 'code' in body && typeof body.code === 'number') {
    return body.code;
  }
  return action.verb === 'create' ? 201 : 200;
}

/**
 * Encodes the events of a watch reactor. The stream ends with the events, or when the request is
 * aborted.
 */
export function watchResponse(
  events: AsyncIterable<FakeWatchEvent>,
  signal: AbortSignal | undefined,
): TransportResponse {
  const lines = eventLines(events, signal);
  return {
    status: 200,
    headers: JSON_TYPE,
    body: lines,
    text: async () => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of lines) chunks.push(chunk);
      return Buffer.concat(chunks).toString('utf8');
    },
  };
}

async function* eventLines(
  events: AsyncIterable<FakeWatchEvent>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  const iterator = events[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await orAborted(iterator.next(), signal);
      if (next.done === true) return;
      yield encoder.encode(`${JSON.stringify(next.value)}\n`);
    }
  } finally {
    // Not awaited, because an iterator that waits for its next event would never settle.
    void iterator.return?.().catch(() => undefined);
  }
}

function orAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      const reason: unknown = signal.reason;
      reject(reason instanceof Error ? reason : new Error('the request was aborted'));
    };
    if (signal.aborted) return abort();
    promise.then(resolve, reject).finally(onAbort(signal, abort));
  });
}
