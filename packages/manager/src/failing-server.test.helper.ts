import { interceptTransport, type Transport, type TransportResponse } from '@vmgen/runtime';
import type { FakeClock } from '@vmgen/runtime/testing';
import type { TransportRequest } from '@vmgen/runtime';

/** The ways in which a server fails, by name. */
export const FAILURES: Readonly<Record<string, () => TransportResponse>> = {
  '403': () => statusOf(403, 'Forbidden'),
  '404': () => statusOf(404, 'NotFound'),
  '410': () => statusOf(410, 'Expired'),
  '429': () => statusOf(429, 'TooManyRequests'),
  '500': () => statusOf(500, 'InternalError'),
  '503': () => statusOf(503, 'ServiceUnavailable'),
  'connection refused': () => fail('ECONNREFUSED'),
  'connection reset': () => fail('ECONNRESET'),
  'a malformed body': () => responseOf(200, '{"kind":'),
  'another kind': () =>
    responseOf(200, '{"kind":"PodList","apiVersion":"v1","metadata":{},"items":[{}]}'),
};

function fail(code: string): never {
  throw Object.assign(new Error(code), { code });
}

/** Returns an answer with a `Status`. */
export function statusOf(code: number, reason: string, message = reason): TransportResponse {
  const status = { kind: 'Status', apiVersion: 'v1', status: 'Failure', code, reason, message };
  return responseOf(code, JSON.stringify(status));
}

function responseOf(status: number, text: string): TransportResponse {
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: (async function* () {
      yield new TextEncoder().encode(text);
    })(),
    text: () => Promise.resolve(text),
  };
}

/** A connection whose requests to one kind fail while `failure` is set, and that records its lists. */
export interface FailingConnection {
  readonly transport: Transport;
  /** Answers lists of the kind, with `watches` also its watches. */
  failure: (() => TransportResponse) | undefined;
  watches: boolean;
  /** Answers the next write of the kind. It is executed before if `executes` is true. */
  answersWrite: (() => TransportResponse) | undefined;
  executes: boolean;
  /** Answers reads of single objects of the kind. */
  answersGet: (() => TransportResponse) | undefined;
  /** When lists, streaming ones included, were requested. */
  readonly listedMs: number[];
  /** When single objects were requested. */
  readonly readMs: number[];
  /** Ends the running watches of the kind. */
  endWatches(): void;
}

export function failingConnection(
  transport: Transport,
  clock: FakeClock,
  plural: string,
): FailingConnection {
  const isOfKind = new RegExp(`/${plural}([/?]|$)`);
  const isObject = new RegExp(`/${plural}/`);
  let ending = new AbortController();
  const connection: FailingConnection = {
    failure: undefined,
    watches: true,
    answersWrite: undefined,
    executes: false,
    answersGet: undefined,
    listedMs: [],
    readMs: [],
    endWatches() {
      ending.abort();
      ending = new AbortController();
    },
    transport: interceptTransport(transport, [
      async (request: TransportRequest, next) => {
        if (!isOfKind.test(request.path)) return next(request);
        request.beforeSend?.();
        if (request.method !== 'GET') {
          const { answersWrite } = connection;
          if (answersWrite === undefined) return next(request);
          if (connection.executes) await next(request);
          return answersWrite();
        }
        if (isObject.test(request.path)) {
          connection.readMs.push(clock.nowMs());
          return connection.answersGet?.() ?? next(request);
        }
        const isWatch = /[?&]watch=(true|1)(&|$)/.test(request.path);
        const isList = !isWatch || request.path.includes('sendInitialEvents=true');
        if (isList) connection.listedMs.push(clock.nowMs());
        if (connection.failure !== undefined && (isList || connection.watches)) {
          return connection.failure();
        }
        const response = await next(request);
        return isWatch ? { ...response, body: until(response.body, ending.signal) } : response;
      },
    ]),
  };
  return connection;
}

async function* until(
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const parts = body[Symbol.asyncIterator]();
  const ended = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  for (;;) {
    const part = await Promise.race([parts.next(), ended]);
    if (part === undefined || part.done === true) return;
    yield part.value;
  }
}
