import type { Clock, Transport } from '@vmgen/runtime';
import type { ClockTimer } from '@vmgen/runtime/async';
import type { TransportRequest, TransportResponse } from '@vmgen/runtime/transport';

/**
 * Connects a manager with its API server and its clock as the process in which it would run, so that a
 * test can end or suspend that process: what is sent to it then does not arrive, and what it sends is
 * not sent.
 */
export class SimulatedProcess {
  readonly clock: Clock;
  readonly transport: Transport;
  readonly #ended = new AbortController();
  /** The timers that have not fired. */
  readonly #timers = new Set<ClockTimer>();
  /** The callbacks of timers that were due during the pause. */
  readonly #due = new Set<() => void>();
  #pause: { readonly over: Promise<void>; readonly end: () => void } | undefined;

  constructor(transport: Transport, clock: Clock) {
    this.clock = {
      nowMs: () => clock.nowMs(),
      date: () => clock.date(),
      setTimer: (delayMs, callback) => this.#setTimer(clock, delayMs, callback),
    };
    const { freezeObjects } = transport;
    this.transport = {
      request: (request) => this.#send(transport, request),
      ...(freezeObjects !== undefined && { freezeObjects }),
    };
  }

  get isCrashed(): boolean {
    return this.#ended.signal.aborted;
  }

  /** Whether nothing can happen in the process. */
  get isStopped(): boolean {
    return this.isCrashed || this.#pause !== undefined;
  }

  crash(): void {
    this.#ended.abort();
    for (const timer of this.#timers) timer.cancel();
    this.#timers.clear();
    this.#due.clear();
  }

  pause(): void {
    if (this.isStopped) return;
    let end = (): void => {};
    const over = new Promise<void>((resolve) => (end = resolve));
    this.#pause = { over, end };
  }

  resume(): void {
    this.#pause?.end();
    this.#pause = undefined;
    for (const fire of this.#due) {
      // A callback may pause the process again.
      if (this.isStopped) return;
      this.#due.delete(fire);
      fire();
    }
  }

  /** Resolves while the process runs: at the end of a pause, and never after a crash. */
  async #running(): Promise<void> {
    if (this.isCrashed) await new Promise<never>(() => {});
    if (this.#pause === undefined) return;
    await this.#pause.over;
    await this.#running();
  }

  #setTimer(clock: Clock, delayMs: number, callback: () => void): ClockTimer {
    // The code of a process that has ended may still run until its next await.
    if (this.isCrashed) return { cancel: () => {} };
    // Two timers may have the same callback.
    const fire = (): void => callback();
    const timer = clock.setTimer(delayMs, () => {
      this.#timers.delete(timer);
      if (this.#pause === undefined) fire();
      else this.#due.add(fire);
    });
    this.#timers.add(timer);
    return {
      cancel: () => {
        timer.cancel();
        this.#timers.delete(timer);
        this.#due.delete(fire);
      },
    };
  }

  async #send(transport: Transport, request: TransportRequest): Promise<TransportResponse> {
    await this.#running();
    // The connections of a process end with it.
    const ended = this.#ended.signal;
    const signal = request.signal === undefined ? ended : AbortSignal.any([request.signal, ended]);
    const response = await this.#received(transport.request({ ...request, signal }));
    const { status, headers } = response;
    return {
      status,
      headers,
      body: this.#stream(response.body),
      text: () => this.#received(response.text()),
    };
  }

  async #received<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } finally {
      await this.#running();
    }
  }

  async *#stream(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of body) {
        await this.#running();
        yield chunk;
      }
    } finally {
      await this.#running();
    }
  }
}
