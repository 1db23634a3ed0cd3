import { connect, type Socket } from 'node:net';
import { systemClock, type Clock } from '@vmgen/runtime';
import { onAbort } from '@vmgen/runtime/async';
import { isMapping } from '@vmgen/runtime/meta';

/** A longer line is an error. The largest answer of a used command is a few KiB. */
const MAX_LINE_LENGTH = 1 << 20;
/** The time limit of the greeting and of each command. */
const ANSWER_TIMEOUT_MS = 5_000;

/** An event of a machine. */
export interface QmpEvent {
  /** The name, such as `SHUTDOWN`. */
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Options of {@link QmpClient.connect}. */
export interface QmpOptions {
  readonly signal: AbortSignal;
  readonly onEvent?: (event: QmpEvent) => void;
  /** Called once when the connection has ended for any reason. */
  readonly onEnd?: () => void;
  readonly clock?: Clock;
}

/** The machine responded with an error. The connection remains usable. */
export class QmpCommandError extends Error {
  override readonly name = 'QmpCommandError';
}

interface PendingCall {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/**
 * A connection to the monitor of a machine (QMP, docs/interop/qmp-spec of QEMU): JSON objects, one
 * per line. Any violation of the protocol ends the connection.
 */
export class QmpClient {
  readonly #socket: Socket;
  readonly #options: QmpOptions;
  readonly #clock: Clock;
  readonly #calls = new Map<number, PendingCall>();
  /** Settles the wait for the greeting, which is the first message. */
  #greeting: PendingCall | undefined;
  #nextId = 1;
  #line = '';
  #failure: Error | undefined;

  private constructor(path: string, options: QmpOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#socket = connect(path);
    // The connection alone does not keep the process running.
    this.#socket.unref();
    this.#socket.setEncoding('utf8');
    this.#socket.on('data', (text: string) => this.#receive(text));
    this.#socket.on('error', (error) => this.#end(error));
    this.#socket.on('close', () => this.#end(new Error('the monitor closed the connection')));
  }

  /** Connects, and resolves when commands are accepted. */
  static async connect(path: string, options: QmpOptions): Promise<QmpClient> {
    options.signal.throwIfAborted();
    const client = new QmpClient(path, options);
    try {
      await client.#answer('the greeting', options.signal, (call) => (client.#greeting = call));
      await client.execute('qmp_capabilities', {}, options.signal);
      return client;
    } catch (error) {
      client.close();
      throw error;
    }
  }

  /**
   * Executes a command, and resolves with its result. Rejects with a {@link QmpCommandError} if the
   * machine rejects the command, and with another error if the connection ends or there is no
   * answer within five seconds.
   */
  execute(
    command: string,
    values: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<unknown> {
    const id = this.#nextId++;
    return this.#answer(command, signal, (call) => {
      this.#calls.set(id, call);
      this.#socket.write(`${JSON.stringify({ execute: command, arguments: values, id })}\n`);
    }).finally(() => this.#calls.delete(id));
  }

  close(): void {
    this.#end(new Error('the connection to the monitor was closed'));
  }

  async #answer(
    what: string,
    signal: AbortSignal,
    start: (call: PendingCall) => void,
  ): Promise<unknown> {
    signal.throwIfAborted();
    if (this.#failure !== undefined) throw this.#failure;
    let cleanUp = (): void => {};
    try {
      return await new Promise((resolve, reject) => {
        const timer = this.#clock.setTimer(ANSWER_TIMEOUT_MS, () =>
          reject(new Error(`no answer to ${what} within ${ANSWER_TIMEOUT_MS / 1_000} s`)),
        );
        const stopListening = onAbort(signal, () => reject(signal.reason));
        cleanUp = () => {
          timer.cancel();
          stopListening();
        };
        start({ resolve, reject });
      });
    } finally {
      cleanUp();
    }
  }

  #receive(text: string): void {
    const lines = (this.#line + text).split('\n');
    this.#line = lines.pop() ?? '';
    if (this.#line.length > MAX_LINE_LENGTH) {
      this.#end(new Error(`a line of the monitor exceeds ${MAX_LINE_LENGTH} characters`));
      return;
    }
    for (const line of lines) {
      if (this.#failure === undefined && line.trim() !== '') this.#receiveLine(line);
    }
  }

  #receiveLine(line: string): void {
    const message = parseObject(line);
    if (message === undefined) {
      this.#end(new Error('the monitor sent a line that is not a JSON object'));
    } else if (this.#greeting !== undefined) {
      if (isMapping(message['QMP'])) this.#greeting.resolve(undefined);
      else this.#end(new Error('the monitor sent no greeting'));
      this.#greeting = undefined;
    } else if (typeof message['event'] === 'string') {
      const data = isMapping(message['data']) ? message['data'] : {};
      this.#options.onEvent?.({ event: message['event'], data });
    } else {
      this.#settle(message);
    }
  }

  /** Ignores answers to calls that have timed out. */
  #settle({ id, error, return: value }: Record<string, unknown>): void {
    const call = typeof id === 'number' ? this.#calls.get(id) : undefined;
    if (!isMapping(error)) call?.resolve(value);
    else call?.reject(new QmpCommandError(String(error['desc']).slice(0, 500)));
  }

  #end(error: Error): void {
    if (this.#failure !== undefined) return;
    this.#failure = error;
    this.#line = '';
    this.#socket.destroy();
    this.#greeting?.reject(error);
    for (const call of this.#calls.values()) call.reject(error);
    this.#options.onEnd?.();
  }
}

/** Returns undefined for a text that is not a JSON object. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isMapping(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
