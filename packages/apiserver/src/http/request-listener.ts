import { ServerResponse, type IncomingMessage, type RequestListener } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TransportRequest, TransportResponse } from '@vmgen/runtime';
import { ApiError } from '@vmgen/runtime/client';
import { inTurn } from '@vmgen/runtime/internal';
import { WorkLimitError } from '@vmgen/base/json';
import { errorMessage } from '@vmgen/base/text';
import { parseRequestInfo } from '../request/request-info.js';
import {
  forbidden,
  internalError,
  methodNotAllowed,
  statusError,
  timedOut,
} from '../errors/status-error.js';
import {
  impersonatedUser,
  impersonationIn,
  isImpersonation,
  type Impersonation,
} from '../request/impersonation.js';
import type { ServerAddress } from '../request/server-address.js';
import type { RequestUser } from '../request/request-user.js';
import type { Authenticator, Caller } from './authenticator.js';
import { createProtobufDecoder, PROTOBUF_TYPE, type ProtobufDecoder } from './protobuf-body.js';
import { heldMemoryOf } from '../response/held-response.js';
import type { HttpLimits } from './http-limits.js';
import { parseMediaType } from '../response/media-type.js';
import { MemoryBudget } from '../storage/memory-budget.js';
import { readBody, tooManyRequests } from './read-body.js';
import { sendBody } from './send-body.js';
import { sendStream } from './send-stream.js';
import { errorInForm } from '../response/pretty-response.js';
import { statusResponse } from '../response/status-response.js';
import { textResponse } from '../response/text-response.js';
import { sendWebSocketWatch, isWebSocketUpgrade } from './web-socket-watch.js';

/** The handler of the requests: an ApiServer. */
export interface RequestHandler {
  /**
   * Answers a request. Rejects only with the reason of the request's signal. `user` is undefined for
   * the only user of the server.
   */
  handle(request: TransportRequest, user?: RequestUser): Promise<TransportResponse>;
  /** Returns the user of a token that this handler issued. Defaults to none. */
  userOfToken?(token: string): RequestUser | undefined;
  /** @throws ApiError 403 if a user may not impersonate another. Defaults to nothing */
  checkImpersonation?(impersonation: Impersonation, sender: RequestUser | undefined): void;
  /** Whether HEAD is answered as GET, and not with 405. Defaults to true. */
  allowsHead?(path: string): boolean;
  /** Called when a server listens for this handler. Defaults to nothing. */
  listening?(address: ServerAddress): void;
}

/** The paths of upstream's `system:public-info-viewer`, which need no authentication. */
const PUBLIC_PATHS = ['/healthz', '/livez', '/readyz', '/version', '/version/'];

/** The listeners of a node server. */
interface RequestListeners {
  readonly onRequest: RequestListener;
  /**
   * Called for a request with an `Upgrade` header. Node does not pass such requests to `onRequest`.
   */
  readonly onUpgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
}

/**
 * Passes node's requests of authenticated users to the handler. Anonymous clients can read health and
 * version, as in a cluster. Other anonymous requests get 401, as with `--anonymous-auth=false`.
 */
export function createRequestListeners(
  handler: RequestHandler,
  authenticate: Authenticator,
  limits: HttpLimits,
): RequestListeners {
  const context: Context = {
    handler,
    decodeProtobuf: createProtobufDecoder(),
    bodies: new MemoryBudget(limits.bodyBytes),
  };
  const sending = { ...limits, memory: new MemoryBudget(limits.answerBytes) };
  return {
    onRequest: inTurn((request, response) => {
      // Only reads can wait. Creating a signal takes longer than the rest of the listener.
      const isRead = methodOf(request.method) === 'GET';
      const aborted = isRead ? new AbortController() : undefined;
      response.on('error', () => response.destroy());
      if (aborted !== undefined) {
        response.once('close', () => {
          // The body of a watch that HEAD requests is never read, so the watch must end with the
          // response's head.
          const isReceived = response.writableFinished && request.method !== 'HEAD';
          if (!isReceived) aborted.abort(new Error('the client closed the connection'));
        });
      }
      const caller = authenticate(request);
      // An anonymous client cannot retain its connection. Only authenticated ones can use many.
      if (isUnknown(caller)) response.setHeader('connection', 'close');
      answer(context, request, caller, aborted?.signal)
        .then((result) => sendWithin(sending, request, response, result))
        .catch(() => response.destroy());
    }),
    onUpgrade(request, socket, head) {
      const aborted = new AbortController();
      socket.on('error', () => socket.destroy());
      socket.once('close', () => aborted.abort(new Error('the client closed the connection')));
      answer(context, request, authenticate(request), aborted.signal)
        .then((result) =>
          isWebSocketUpgrade(request) && isStream(request, result)
            ? sendWebSocketWatch({ request, socket, head }, result.body, sending)
            : sendPlainly(sending, request, socket, result),
        )
        .catch(() => socket.destroy());
    },
  };
}

/** Answers a request without following its upgrade, and closes the connection. */
async function sendPlainly(
  sending: Sending,
  request: IncomingMessage,
  socket: Duplex,
  result: TransportResponse,
): Promise<void> {
  if (!(socket instanceof Socket)) throw new Error('the connection is not a socket');
  const response = new ServerResponse(request);
  response.assignSocket(socket);
  response.shouldKeepAlive = false;
  response.once('finish', () => socket.end());
  await sendWithin(sending, request, response, result);
}

interface Context {
  readonly handler: RequestHandler;
  readonly decodeProtobuf: ProtobufDecoder;
  /** The memory of the bodies that are being read. */
  readonly bodies: MemoryBudget;
}

function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return error instanceof WorkLimitError ? timedOut(error) : internalError(errorMessage(error));
}

/** Answers a request. An error becomes a Status. */
async function answer(
  { handler, decodeProtobuf, bodies }: Context,
  request: IncomingMessage,
  caller: Caller,
  signal: AbortSignal | undefined,
): Promise<TransportResponse> {
  const path = pathOf(request);
  if (hasInvalidEscape(path)) return textResponse(400, PLAIN_TEXT, '400 Bad Request');
  let headers = plainHeaders(request);
  const refused = (error: ApiError): Promise<TransportResponse> =>
    errorInForm({ method: 'GET', path, headers }, statusResponse(error));
  if (!isServed(caller, path)) return refused(statusError(401, 'Unauthorized', 'Unauthorized'));
  const method = methodOf(request.method);
  const isRefused = request.method === 'HEAD' && handler.allowsHead?.(path) === false;
  if (method === undefined || isRefused) return refused(methodNotAllowed());
  if (!path.startsWith('/')) return notFound();
  let body: Uint8Array | string | undefined;
  try {
    // The server does not read the bodies of anonymous requests.
    if (hasBody(request) && !isUnknown(caller)) {
      const received = await readBody(request, lengthOf(request), bodies);
      const isProtobuf = parseMediaType(headers['content-type'] ?? '') === PROTOBUF_TYPE;
      const json = isProtobuf ? decodeProtobuf(received) : undefined;
      // A body that cannot be decoded is passed unchanged. The handler returns 404 or 415.
      body = json ?? received;
      if (json !== undefined) headers = { ...headers, 'content-type': 'application/json' };
    }
    const passed: TransportRequest = {
      method,
      path,
      headers,
      ...(body === undefined ? undefined : { body }),
      ...(signal === undefined ? undefined : { signal }),
    };
    return await handler.handle(passed, userOf(handler, request, caller));
  } catch (error) {
    return refused(asApiError(error));
  }
}

/** Whether a request has a body, as HTTP defines it. */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/** Returns the Content-Length of a request; undefined for a chunked body. */
function lengthOf({ headers }: IncomingMessage): number | undefined {
  const length = headers['content-length'];
  return length === undefined ? undefined : Number(length);
}

/**
 * Returns the user of a request: the one whom it impersonates, or its sender. Groups may contain
 * commas, so that only separate headers are exact.
 *
 * @throws ApiError if the impersonation is invalid, or the sender is unknown
 */
function userOf(
  handler: RequestHandler,
  request: IncomingMessage,
  caller: Caller,
): RequestUser | undefined {
  const isImpersonating = Object.keys(request.headers).some(isImpersonation);
  const impersonation = isImpersonating ? impersonationIn(request.headersDistinct) : undefined;
  if (!isUnknown(caller)) {
    if (impersonation === undefined) return caller.user;
    handler.checkImpersonation?.(impersonation, caller.user);
    return impersonatedUser(impersonation);
  }
  if (impersonation === undefined) return undefined;
  const why = 'system:anonymous cannot impersonate other users';
  throw forbidden({ group: '', plural: 'users' }, impersonation.username, why);
}

type Unknown = Exclude<Caller, object>;

const isUnknown = (caller: Caller): caller is Unknown => typeof caller === 'string';

function isServed(caller: Caller, path: string): boolean {
  if (caller === 'anonymous') return PUBLIC_PATHS.includes(path.split('?')[0] ?? '');
  return caller !== 'rejected';
}

function methodOf(method: string | undefined): TransportRequest['method'] | undefined {
  switch (method) {
    case 'HEAD':
      return 'GET';
    case 'GET':
    case 'POST':
    case 'PUT':
    case 'PATCH':
    case 'DELETE':
      return method;
    default:
      return undefined;
  }
}

/** Returns the headers without the token and the impersonated user, which the handler does not need. */
function plainHeaders(request: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name in request.headers) {
    const value = request.headers[name];
    if (value === undefined || name === 'authorization' || isImpersonation(name)) continue;
    headers[name] = Array.isArray(value) ? value.join(', ') : value;
    // Of several, kube-apiserver reads the first.
    if (name === 'accept') headers[name] = request.headersDistinct['accept']?.[0] ?? '';
  }
  return headers;
}

interface Sending extends HttpLimits {
  /** The memory of the responses that are being sent. */
  readonly memory: MemoryBudget;
}

/** Sends a response. Rejects it, or closes the connection, if it exceeds the memory limit. */
async function sendWithin(
  { memory, clock, readMs }: Sending,
  request: IncomingMessage,
  response: ServerResponse,
  answer: TransportResponse,
): Promise<void> {
  if (response.destroyed) return;
  const headers = wireHeaders(answer.headers);
  const result = headers === answer.headers ? answer : { ...answer, headers };
  if (isStream(request, result)) {
    response.writeHead(result.status, { ...result.headers });
    // A watch may send nothing for long, so the client must receive the head at once.
    response.flushHeaders();
    if (request.method === 'HEAD') response.end();
    else await sendStream(response, result.body, { memory, clock, readMs });
    return;
  }
  const held = heldMemoryOf(result);
  if (held?.reserve(memory, () => response.destroy()) === false) {
    await sendBody(request, response, statusResponse(tooManyRequests()));
    return;
  }
  // After the event loop was blocked, timers run before the client's progress is known.
  const timer = clock.setTimer(readMs, () =>
    setImmediate(() => {
      if (!response.writableFinished) response.destroy();
    }),
  );
  response.on('close', () => {
    timer.cancel();
    held?.release();
  });
  await sendBody(request, response, result);
}

function isStream(request: IncomingMessage, result: TransportResponse): boolean {
  if (result.status !== 200 || methodOf(request.method) !== 'GET') return false;
  return parseRequestInfo('GET', pathOf(request))?.verb === 'watch';
}

/** Returns the path of a request with its query. A request for a proxy has a whole URL. */
const pathOf = ({ url = '' }: IncomingMessage): string =>
  url.startsWith('/') ? url : url.replace(/^[a-z][\w+.-]*:\/\/[^/?#]*/i, '');

/** Go rejects such a request before anything else. */
const hasInvalidEscape = (path: string): boolean =>
  path.includes('%') && /^[^?]*%(?![\da-f]{2})/i.test(path);

const PLAIN_TEXT = { 'content-type': 'text/plain; charset=utf-8' };

function notFound(): TransportResponse {
  const headers = { ...PLAIN_TEXT, 'x-content-type-options': 'nosniff' };
  return textResponse(404, headers, '404 page not found\n');
}

/**
 * Encodes headers for node: one character per byte of their UTF-8, as the API encodes warnings.
 * Node rejects characters above U+00FF, which names in a request can add to a warning. All other
 * headers are ASCII.
 */
function wireHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { warning } = headers;
  if (warning === undefined) return headers;
  return { ...headers, warning: Buffer.from(warning).toString('latin1') };
}
