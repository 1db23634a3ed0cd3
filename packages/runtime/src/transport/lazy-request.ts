import { LazyAbort } from '../async/lazy-abort.js';
import type { TransportRequest } from './transport.js';

/**
 * A request that `abort` ends. Its signal is created when it is read, such as by a copy of the request.
 * A class, because V8 takes a microsecond to create an object from a literal with a getter.
 */
export class LazyRequest implements TransportRequest {
  readonly method: TransportRequest['method'];
  readonly path: string;
  declare readonly headers?: Readonly<Record<string, string>>;
  declare readonly body?: string | Uint8Array;
  declare readonly signal: AbortSignal;
  readonly beforeSend: () => void;
  readonly onRejected: () => void;
  readonly #abort: AbortSignal | LazyAbort;

  constructor(
    { method, path, headers, body }: TransportRequest,
    abort: AbortSignal | LazyAbort,
    beforeSend: () => void,
    onRejected: () => void,
  ) {
    this.method = method;
    this.path = path;
    if (headers !== undefined) this.headers = headers;
    if (body !== undefined) this.body = body;
    this.beforeSend = beforeSend;
    this.onRejected = onRejected;
    this.#abort = abort;
    Object.defineProperty(this, 'signal', SIGNAL);
  }

  /** Returns what ends a request, without creating its signal. */
  static abortOf(request: TransportRequest): AbortSignal | LazyAbort | undefined {
    return #abort in request ? request.#abort : request.signal;
  }

  /** Returns the signal. */
  read(): AbortSignal {
    return this.#abort instanceof LazyAbort ? this.#abort.signal : this.#abort;
  }
}

/** A property of each request, so that copies of it contain the signal. */
const SIGNAL: PropertyDescriptor & ThisType<LazyRequest> = {
  enumerable: true,
  get() {
    return this.read();
  },
};
