import { VmgenError, type CallOptions } from '@vmgen/runtime';
import { childAbort, within } from '@vmgen/runtime/async';
import type { DriverError } from './vm-driver.js';

/** The time limit of a call to an engine or an API server. */
const CALL_TIMEOUT_MS = 10_000;

/** Creates the error of a failed call; `what` is what was tried. */
type AsError = (what: string, error: unknown) => DriverError;

/** Limits the calls of a driver to the time until it is closed, and checks it before changes. */
export class DriverScope {
  readonly #name: string;
  readonly #fence: () => void;
  readonly #closing = new AbortController();

  /** `fence` throws if this process may no longer make changes. Defaults to no check. */
  constructor(name: string, fence: () => void = () => {}) {
    this.#name = name;
    this.#fence = fence;
  }

  /** Throws if this process may no longer make changes. Called directly before each change. */
  checkFence(): void {
    this.#fence();
  }

  /** Runs work with a signal that aborts with the caller's signal or when the driver is closed. */
  async run<R>(
    options: CallOptions | undefined,
    work: (signal: AbortSignal) => Promise<R>,
  ): Promise<R> {
    const ended = childAbort(options?.signal, this.#closing.signal);
    try {
      ended.signal.throwIfAborted();
      return await work(ended.signal);
    } finally {
      ended.abort();
    }
  }

  /**
   * Makes a call with a time limit, also if the call ignores its signal: Docker's client does after
   * an answer has ended early. A failure becomes a `DriverError`, unless the signal has aborted.
   */
  async call<T>(
    what: string,
    signal: AbortSignal,
    call: (signal: AbortSignal) => Promise<T>,
    asError: AsError,
  ): Promise<T> {
    signal.throwIfAborted();
    try {
      return await within({ timeoutMs: CALL_TIMEOUT_MS, signal }, timeoutError, call);
    } catch (error) {
      signal.throwIfAborted();
      throw asError(what, error);
    }
  }

  /** Like {@link run}, for a sequence of values. */
  async *iterate<T>(
    options: CallOptions | undefined,
    values: (signal: AbortSignal) => AsyncIterable<T>,
  ): AsyncGenerator<T, void, undefined> {
    const ended = childAbort(options?.signal, this.#closing.signal);
    try {
      yield* values(ended.signal);
    } finally {
      ended.abort();
    }
  }

  close(): void {
    this.#closing.abort(new VmgenError('ERR_VMGEN_CLOSED', `the ${this.#name} driver was closed`));
  }
}

function timeoutError(): VmgenError {
  const message = `no answer within ${CALL_TIMEOUT_MS / 1_000} s`;
  return new VmgenError('ERR_VMGEN_TIMEOUT', message);
}
