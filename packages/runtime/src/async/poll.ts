import { checkNumber } from '../errors/check-number.js';
import { VmgenError } from '../errors/vmgen-error.js';
import { abortable } from './abortable.js';
import { sleep, systemClock, type Clock } from './clock.js';
import { onAbort } from './on-abort.js';
import type { WaitOptions } from './wait-options.js';

/** A time limit for an operation. */
export interface TimeLimit extends WaitOptions {
  /** The limit, in milliseconds. Defaults to no limit. */
  readonly timeoutMs?: number;
  /** Defaults to {@link systemClock}. */
  readonly clock?: Clock;
}

/** Options of {@link poll}. */
export interface PollOptions extends TimeLimit {
  /** The pause between the end of one attempt and the next, in milliseconds. */
  readonly intervalMs: number;
  /** Calls the condition immediately instead of after the first pause. Defaults to true. */
  readonly immediate?: boolean;
}

type Falsy = false | null | undefined | 0 | 0n | '';

/**
 * Calls `condition` until it returns a truthy value, and resolves with that value (client-go:
 * `wait.PollUntilContextTimeout`). An error that it throws ends the polling. Rejects with the
 * signal's reason, and with a `VmgenError` (`ERR_VMGEN_TIMEOUT`) after `timeoutMs`, even while an
 * attempt is running: the attempt's signal aborts then.
 *
 * To wait for a change of an API object, use `waitFor`, which watches instead of polling.
 *
 * @example
 * const ready = await poll(
 *   async ({ signal }) => (await fetch('http://127.0.0.1:8080/readyz', { signal })).ok,
 *   { intervalMs: 500, timeoutMs: 30_000 },
 * );
 */
export function poll<R>(
  condition: (options: { readonly signal: AbortSignal }) => R | Promise<R>,
  options: PollOptions,
): Promise<Exclude<R, Falsy>> {
  const { intervalMs, immediate = true, clock } = options;
  checkNumber('intervalMs', intervalMs, { min: 0 });
  const timeoutError = (): Error =>
    new VmgenError('ERR_VMGEN_TIMEOUT', `the condition was not met within ${options.timeoutMs} ms`);
  return within(options, timeoutError, async (signal) => {
    if (!immediate) await sleep(intervalMs, { clock, signal });
    for (;;) {
      const result = await condition({ signal });
      if (isTrue(result)) return result;
      await sleep(intervalMs, { clock, signal });
    }
  });
}

/**
 * Runs `work` until it has ended, the signal has aborted or the time is up. The signal that `work`
 * receives aborts then, and the promise rejects even if `work` ignores it. `timeoutError` creates
 * the error for an exceeded limit.
 */
export async function within<R>(
  { timeoutMs, signal, clock = systemClock }: TimeLimit,
  timeoutError: () => Error,
  work: (signal: AbortSignal) => Promise<R>,
): Promise<R> {
  signal?.throwIfAborted();
  if (timeoutMs !== undefined) checkNumber('timeoutMs', timeoutMs, { min: 0 });
  const controller = new AbortController();
  const stopListening = onAbort(signal, () => controller.abort(signal?.reason));
  const timeUp = (): void => controller.abort(timeoutError());
  const timer = timeoutMs === undefined ? undefined : clock.setTimer(timeoutMs, timeUp);
  try {
    return await abortable(work(controller.signal), controller.signal);
  } finally {
    timer?.cancel();
    stopListening();
  }
}

function isTrue<R>(value: R): value is Exclude<R, Falsy> {
  return Boolean(value);
}
