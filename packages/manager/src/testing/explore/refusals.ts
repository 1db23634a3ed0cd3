import type { TransportResponse } from '@vmgen/runtime/transport';
import type { Fault } from './effects.js';

const REFUSALS: Partial<Record<Fault, readonly [code: number, reason: string, message: string]>> = {
  'server error': [500, 'InternalError', 'Internal error occurred: the server is overloaded'],
  conflict: [
    409,
    'Conflict',
    'the object has been modified; apply your changes to the latest version',
  ],
};

/** Returns how the API server answers at a fault instead of executing a write; undefined if it executes it. */
export function refusal(fault: Fault): TransportResponse | undefined {
  const found = REFUSALS[fault];
  if (found === undefined) return undefined;
  const [code, reason, message] = found;
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', code };
  const text = JSON.stringify({ ...status, reason, message });
  return responseOf({ status: code, headers: { 'content-type': 'application/json' } }, text);
}

/** Returns an answer with a text that was read. */
export function responseOf(
  { status, headers }: Pick<TransportResponse, 'status' | 'headers'>,
  text: string,
): TransportResponse {
  return {
    status,
    headers,
    body: (async function* () {
      yield new TextEncoder().encode(text);
    })(),
    text: async () => text,
  };
}

/** A connection that ended without an answer, as `fetch` reports it. */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError';

  /** The cause is for a program that does not handle the error. */
  constructor(effect: string, fault: Fault) {
    super('socket hang up', {
      cause: `the fault ${JSON.stringify(fault)} of an exploration, at ${effect}`,
    });
  }
}
