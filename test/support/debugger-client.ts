import { EventEmitter, once } from 'node:events';
import { WebSocket } from 'ws';

/** A call frame of a paused program. */
interface CallFrame {
  readonly callFrameId: string;
  readonly functionName: string;
  readonly url: string;
  readonly location: { readonly lineNumber: number };
  readonly scopeChain: readonly {
    readonly type: string;
    readonly object: { readonly objectId: string };
  }[];
}

/** A pause of the program. */
interface Paused {
  readonly callFrames: readonly CallFrame[];
  readonly hitBreakpoints?: readonly string[];
}

/** A debugger that is attached to a process of Node by the inspector protocol. */
export class DebuggerClient {
  readonly #socket: WebSocket;
  readonly #messages = new EventEmitter();
  readonly #pauses: Paused[] = [];
  #calls = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', (event) => {
      const { id, method, params, result } = JSON.parse(String(Reflect.get(event, 'data'))) as {
        readonly id?: number;
        readonly method?: string;
        readonly params?: unknown;
        readonly result?: unknown;
      };
      if (id !== undefined) this.#messages.emit(`answer ${id}`, result);
      if (method !== 'Debugger.paused') return;
      // The protocol defines its fields.
      this.#pauses.push(params as Paused);
      this.#messages.emit('paused');
    });
  }

  /** Connects to the address that Node prints. */
  static async attach(url: string): Promise<DebuggerClient> {
    const socket = new WebSocket(url);
    await new Promise((resolve) => socket.addEventListener('open', resolve));
    return new DebuggerClient(socket);
  }

  /** Calls a method of the protocol. The result has the fields that the protocol defines. */
  async call<R>(method: string, params: object = {}): Promise<R> {
    const id = ++this.#calls;
    const answer = once(this.#messages, `answer ${id}`) as Promise<[R]>;
    this.#socket.send(JSON.stringify({ id, method, params }));
    return (await answer)[0];
  }

  /** Resolves when the program is paused again. */
  async paused(): Promise<Paused> {
    while (this.#pauses.length === 0) await once(this.#messages, 'paused');
    return this.#pauses.shift() ?? this.paused();
  }

  /** Returns the values of the local variables of a paused function. Objects are their descriptions. */
  async locals({ scopeChain }: CallFrame): Promise<Record<string, unknown>> {
    const values: Record<string, unknown> = {};
    for (const { type, object } of scopeChain) {
      if (type !== 'local' && type !== 'block') continue;
      const { objectId } = object;
      const { result } = await this.call<{
        readonly result: readonly {
          readonly name: string;
          readonly value?: { readonly value?: unknown; readonly description?: string };
        }[];
      }>('Runtime.getProperties', { objectId, ownProperties: true });
      for (const { name, value } of result) values[name] ??= value?.value ?? value?.description;
    }
    return values;
  }

  /** Evaluates an expression in a paused function. */
  async evaluate({ callFrameId }: CallFrame, expression: string): Promise<unknown> {
    const { result } = await this.call<{ readonly result: { readonly value?: unknown } }>(
      'Debugger.evaluateOnCallFrame',
      { callFrameId, expression, returnByValue: true },
    );
    return result.value;
  }

  close(): void {
    this.#socket.close();
  }
}
