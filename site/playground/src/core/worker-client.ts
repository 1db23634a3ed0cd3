import { type Timer, type Timers, TIMERS } from './timers.js';

/** A worker must answer or report within this time, in milliseconds. */
export const SILENCE_MS = 3_000;

/** A worker must have loaded its script within this time, in milliseconds. */
export const START_MS = 60_000;

/** While a call without a time limit runs, the worker is asked at this interval whether it still works. */
const PING_MS = 1_000;

/** A message to a worker. */
export interface CallMessage {
  readonly id: number;
  readonly name: string;
  readonly args: readonly unknown[];
}

/** A message of a worker: that it has started, the end of a call, or what it reports in between. */
export type WorkerMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly type: 'failure'; readonly id: number; readonly message: string }
  | { readonly type: 'event'; readonly event: unknown };

/** What a client uses of a `Worker`. */
export interface WorkerLike {
  postMessage(message: CallMessage): void;
  terminate(): void;
  onmessage: ((event: { data: WorkerMessage }) => void) | null;
  onerror: ((event: { message?: string }) => void) | null;
}

/** The worker was replaced before it answered. */
export class WorkerReplacedError extends Error {
  override readonly name = 'WorkerReplacedError';
}

/** The functions of a worker. */
export type Calls<C> = { readonly [Name in keyof C]: (...args: never[]) => unknown };

interface WorkerClientOptions<Event> {
  /** Starts a worker. */
  readonly start: () => WorkerLike;
  /** Receives what the worker reports during calls. Defaults to nothing. */
  readonly onEvent?: (event: Event) => void;
  /** Called after a worker was replaced, with the reason as a phrase. */
  readonly onReplaced: (reason: string) => void;
  readonly timers?: Timers;
}

interface Pending {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  /** Whether the call may take as long as it wants, as long as the worker answers pings. */
  readonly isUnlimited: boolean;
}

/**
 * Calls functions of a worker. A worker that is silent for {@link SILENCE_MS} while it should answer is replaced, and so
 * is one that fails. Its calls reject with a {@link WorkerReplacedError}.
 */
export class WorkerClient<C extends Calls<C>, Event = never> {
  readonly #options: WorkerClientOptions<Event>;
  readonly #timers: Timers;
  readonly #pending = new Map<number, Pending>();
  #worker: WorkerLike | undefined;
  #isReady = false;
  #lastId = 0;
  #deadline: Timer | undefined;
  #ping: Timer | undefined;

  constructor(options: WorkerClientOptions<Event>) {
    this.#options = options;
    this.#timers = options.timers ?? TIMERS;
  }

  /** Loads the worker, which the first call does otherwise. */
  start(): void {
    this.#worker ??= this.#create();
    this.#watch();
  }

  /** Loads the worker, and resolves when it has answered all calls, or was replaced. */
  async ready(): Promise<void> {
    await this.#send('ping', [], true).catch(() => undefined);
  }

  /** Calls a function that answers within {@link SILENCE_MS}. */
  call<Name extends keyof C & string>(
    name: Name,
    ...args: Parameters<C[Name]>
  ): Promise<Awaited<ReturnType<C[Name]>>> {
    return this.#send(name, args, false) as Promise<Awaited<ReturnType<C[Name]>>>;
  }

  /** Calls a function that may run for any time without blocking the worker. */
  run<Name extends keyof C & string>(
    name: Name,
    ...args: Parameters<C[Name]>
  ): Promise<Awaited<ReturnType<C[Name]>>> {
    return this.#send(name, args, true) as Promise<Awaited<ReturnType<C[Name]>>>;
  }

  #send(name: string, args: readonly unknown[], isUnlimited: boolean): Promise<unknown> {
    this.#worker ??= this.#create();
    const worker = this.#worker;
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject, isUnlimited });
      worker.postMessage({ id, name, args });
      this.#watch();
    });
  }

  #create(): WorkerLike {
    const worker = this.#options.start();
    this.#isReady = false;
    worker.onmessage = ({ data }) => {
      if (worker === this.#worker) this.#receive(data);
    };
    worker.onerror = ({ message }) => {
      if (worker !== this.#worker) return;
      this.#replace(`failed${message === undefined || message === '' ? '' : ` (${message})`}`);
    };
    return worker;
  }

  #receive(message: WorkerMessage): void {
    this.#stopWatching();
    if (message.type === 'ready') this.#isReady = true;
    else if (message.type === 'event') this.#options.onEvent?.(message.event as Event);
    else {
      const pending = this.#pending.get(message.id);
      this.#pending.delete(message.id);
      if (message.type === 'answer') pending?.resolve(message.value);
      else pending?.reject(new Error(message.message));
    }
    this.#watch();
  }

  /** Sets the deadline for the next message, if there has to be one. */
  #watch(): void {
    if (this.#deadline !== undefined || this.#worker === undefined) return;
    const pending = [...this.#pending.values()];
    if (!this.#isReady) this.#expect(START_MS, 'did not start');
    else if (pending.some(({ isUnlimited }) => !isUnlimited)) {
      this.#expect(SILENCE_MS, `did not answer for ${SILENCE_MS / 1000} s`);
    } else if (pending.length > 0) {
      this.#ping ??= this.#timers.setTimer(PING_MS, () => {
        this.#ping = undefined;
        // An answer or a replacement settles it, and neither matters here.
        this.#send('ping', [], false).catch(() => undefined);
      });
    }
  }

  #expect(ms: number, reason: string): void {
    this.#deadline = this.#timers.setTimer(ms, () => this.#replace(reason));
  }

  #stopWatching(): void {
    this.#deadline?.cancel();
    this.#ping?.cancel();
    this.#deadline = undefined;
    this.#ping = undefined;
  }

  #replace(reason: string): void {
    const hadStarted = this.#isReady;
    this.#discard(reason);
    // A worker whose script cannot be loaded would fail again at once: the next call tries again.
    if (hadStarted) this.start();
    this.#options.onReplaced(reason);
  }

  #discard(reason: string): void {
    this.#stopWatching();
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#isReady = false;
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of pending) reject(new WorkerReplacedError(`the worker ${reason}`));
  }
}
