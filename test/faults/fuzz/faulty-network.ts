import {
  TransportTimeoutError,
  VmgenError,
  type Clock,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from '@vmgen/runtime';
import { onAbort } from '@vmgen/runtime/async';
import { ByteStream, refusal, response, textResponse } from '../model/byte-stream.js';
import type { ModelServer } from '../model/model-server.js';
import { WIDGET_API_VERSION } from '../model/widget.js';

/** The fault of a request, instead of its response. */
export const REQUEST_FAULTS = [
  'refused',
  'reset',
  'silent',
  'slow',
  'half',
  'stale',
  '403',
  '404',
  '410',
  '429',
  '500',
  '503',
  'status with 200',
  'page of HTML',
  'list of another kind',
  'list without items',
] as const;
type RequestFault = (typeof REQUEST_FAULTS)[number];

/** How a response that is being read is interrupted. A silent one remains open. */
export const CUTS = ['end', 'reset', 'silent', 'half line'] as const;
type Cut = (typeof CUTS)[number];

/** The timeout of the HTTP transport. */
const TIMEOUT_MS = 65_000;
const SLOW_MS = 700;

/** The network between one informer and the server, in which a test causes faults. */
export class FaultyNetwork implements Transport {
  readonly #server: ModelServer;
  readonly #clock: Clock;
  readonly #armed: RequestFault[] = [];
  readonly #open = new Set<{ readonly stream: ByteStream; isSilent: boolean }>();
  /** The responses of lists by path, with the number of restores at that time. */
  readonly #listed = new Map<string, { readonly text: string; readonly restores: number }>();
  readonly #lines: Uint8Array[] = [];
  /** The number of restores when they were received. */
  #linesOf = 0;
  /** The number of restores at the last list. */
  #knownRestores = 0;
  /** The start version of the watch, if that was after a restore and no list followed. */
  #watchedFrom: number | undefined;

  constructor(server: ModelServer, clock: Clock) {
    this.#server = server;
    this.#clock = clock;
  }

  get openStreams(): number {
    return this.#open.size;
  }

  /**
   * Whether the client watches from a version that the restored store has assigned again. It cannot
   * detect this before the next list.
   */
  get missesRestore(): boolean {
    return this.#watchedFrom !== undefined && this.#watchedFrom <= this.#server.store.version;
  }

  /** The faults of the next requests. */
  arm(fault: RequestFault, times: number): void {
    for (let time = 0; time < times; time++) this.#armed.push(fault);
  }

  cut(how: Cut): void {
    for (const open of this.#open) {
      const line = this.#lines.at(-1);
      if (how === 'half line' && line !== undefined && !open.isSilent) {
        open.stream.push(line.subarray(0, line.length / 2));
      }
      if (how === 'silent') open.isSilent = true;
      else if (how === 'reset') open.stream.fail(failure('ECONNRESET'));
      else open.stream.end();
    }
  }

  /** Inserts bytes into the response that is being read. */
  inject(text: string): void {
    for (const { stream, isSilent } of this.#open) if (!isSilent) stream.push(text);
  }

  /** Sends an earlier line again, as a faulty proxy does. */
  replay(roll: number): void {
    // Versions from before a restore may be newer than all current ones, which is undetectable.
    if (this.#linesOf !== this.#server.store.restores) return;
    const line = this.#lines[Math.floor(roll * this.#lines.length)];
    if (line !== undefined) this.inject(Buffer.from(line).toString());
  }

  /** Ends the faults of new requests. Silent responses remain silent. */
  heal(): void {
    this.#armed.length = 0;
  }

  request = async (request: TransportRequest): Promise<TransportResponse> => {
    request.signal?.throwIfAborted();
    const fault = this.#armed.shift();
    const isWatch = request.path.includes('watch=true');
    switch (fault) {
      case undefined:
        return this.#pass(request, isWatch);
      case 'slow':
        await this.#untilOver(request.signal, SLOW_MS);
        return this.#pass(request, isWatch);
      case 'silent':
        await this.#untilOver(request.signal, isWatch ? undefined : TIMEOUT_MS);
        throw new TransportTimeoutError(`no response from the API server within ${TIMEOUT_MS} ms`);
      case 'refused':
        throw failure('ECONNREFUSED');
      case 'reset':
        throw failure('ECONNRESET');
      case 'half':
        return isWatch ? this.#pass(request, isWatch) : this.#half(request);
      case 'stale':
        return isWatch ? this.#pass(request, isWatch) : this.#stale(request);
      default:
        return answerOf(fault);
    }
  };

  async #pass(request: TransportRequest, isWatch: boolean): Promise<TransportResponse> {
    const { restores } = this.#server.store;
    const { path } = request;
    const answer = await this.#server.request(request);
    if (answer.status !== 200) return answer;
    const isFromState = !isWatch || path.includes('sendInitialEvents=true');
    // A client that requests one object reads only the version.
    const isProbe = /[?&]limit=1(&|$)/.test(path);
    if (isFromState && !isProbe) this.#knownRestores = restores;
    const asked = /[?&]resourceVersion=([0-9]+)/.exec(path)?.[1];
    if (!isProbe) this.#watchedFrom = this.#knownRestores < restores ? Number(asked) : undefined;
    if (isWatch) return response(200, this.#follow(answer.body, request.signal));
    const text = await answer.text();
    if (!path.includes('continue=')) this.#listed.set(scopeIn(path), { text, restores });
    return textResponse(200, text);
  }

  /** Ends in the middle of the response. */
  async #half(request: TransportRequest): Promise<TransportResponse> {
    const text = await (await this.#server.request(request)).text();
    const stream = new ByteStream();
    const body = (async function* () {
      yield Buffer.from(text.slice(0, text.length / 2));
      throw failure('ECONNRESET');
    })();
    stream.end();
    return response(200, body);
  }

  /** The response of a server that lags behind. Requests for the newest state are not affected. */
  async #stale(request: TransportRequest): Promise<TransportResponse> {
    const known = this.#listed.get(scopeIn(request.path));
    const mayBeOld = /[?&]resourceVersion=/.test(request.path);
    // Versions from before a restore may be newer than all current ones, which is undetectable.
    const isOfThisLife = known?.restores === this.#server.store.restores;
    if (!isOfThisLife || !mayBeOld) return this.#pass(request, false);
    return textResponse(200, known.text);
  }

  /** The response of a watch, as a separate stream. */
  #follow(body: AsyncIterable<Uint8Array>, signal: AbortSignal | undefined): ByteStream {
    const stream: ByteStream = new ByteStream(() => this.#open.delete(open));
    const open = { stream, isSilent: false };
    this.#open.add(open);
    // The same signal also ends the request at the server.
    onAbort(signal, () => stream.fail(signal?.reason));
    const pump = async (): Promise<void> => {
      for await (const line of body) {
        if (open.isSilent) continue;
        if (stream.isEnded) return;
        this.#remember(line);
        stream.push(line);
      }
      if (!open.isSilent) stream.end();
    };
    pump().catch((error: unknown) => stream.fail(error));
    return stream;
  }

  #remember(line: Uint8Array): void {
    const { restores } = this.#server.store;
    if (this.#linesOf !== restores) this.#lines.length = 0;
    this.#linesOf = restores;
    this.#lines.push(line);
    if (this.#lines.length > 100) this.#lines.shift();
  }

  /** Waits for a time or forever. Rejects with the signal's reason. */
  #untilOver(signal: AbortSignal | undefined, ms: number | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = ms === undefined ? undefined : this.#clock.setTimer(ms, resolve);
      onAbort(signal, () => {
        timer?.cancel();
        reject(signal?.reason);
      });
    });
  }
}

/** The path without the parameters that differ between lists of the same objects. */
function scopeIn(path: string): string {
  return path.replaceAll(/&?(resourceVersion|limit)=[^&]*/g, '');
}

function failure(code: string): VmgenError {
  const cause = Object.assign(new Error(code), { code });
  return new VmgenError('ERR_VMGEN_CONNECTION', `cannot reach the API server: ${code}`, { cause });
}

function answerOf(
  fault: Exclude<RequestFault, 'refused' | 'reset' | 'silent' | 'slow' | 'half' | 'stale'>,
): TransportResponse {
  const metadata = { resourceVersion: '999999' };
  switch (fault) {
    case '403':
      return refusal(403, 'Forbidden');
    case '404':
      return textResponse(404, '404 page not found\n', { 'content-type': 'text/plain' });
    case '410':
      return refusal(410, 'Expired');
    case '429':
      return refusal(429, 'TooManyRequests', { retryAfterSeconds: 2 });
    case '500':
      return refusal(500, 'InternalError');
    case '503':
      return refusal(503, 'ServiceUnavailable');
    case 'status with 200': {
      const status = { kind: 'Status', apiVersion: 'v1', metadata, status: 'Failure', code: 500 };
      return textResponse(200, `${JSON.stringify(status)}\n`);
    }
    case 'page of HTML':
      return textResponse(200, '<html>\n<body>log in</body>\n</html>\n');
    case 'list of another kind': {
      const list = { kind: 'GadgetList', apiVersion: WIDGET_API_VERSION, metadata, items: [] };
      return textResponse(200, `${JSON.stringify(list)}\n`);
    }
    case 'list without items': {
      const list = { kind: 'WidgetList', apiVersion: WIDGET_API_VERSION, metadata };
      return textResponse(200, `${JSON.stringify(list)}\n`);
    }
  }
}
