import { checkNumber } from '../errors/check-number.js';
import { VmgenError } from '../errors/vmgen-error.js';
import { abortable } from './abortable.js';
import { sleep, systemClock, type Clock } from './clock.js';
import { onAbort } from './on-abort.js';
import type { WaitOptions } from './wait-options.js';

/** How long something may take altogether. */
export interface TimeLimit extends WaitOptions {
  /** For ever, or until the signal aborts, when left out. */
  readonly timeoutMs?: number;
  /** {@link systemClock} when left out. */
  readonly clock?: Clock;
}

/** How to poll. */
export interface PollOptions extends TimeLimit {
  /** The pause between the end of one look and the next. */
  readonly intervalMs: number;
  /** Looks at once, and not only after the first pause. True by default. */
  readonly immediate?: boolean;
}

type Falsy = false | null | undefined | 0 | 0n | '';

/**
 * Calls `condition` until it gives something that is true, and resolves with that (client-go:
 * `wait.PollUntilContextTimeout`). What it throws ends the polling. Rejects with the signal's reason,
 * and with a `VmgenError` (`ERR_VMGEN_TIMEOUT`) after `timeoutMs`, even while a look still runs: its
 * signal aborts then.
 *
 * For objects of the API, `waitFor` learns of changes without asking again and again.
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
  const late = (): Error =>
    new VmgenError(
      'ERR_VMGEN_TIMEOUT',
      `the condition did not hold within ${options.timeoutMs} ms`,
    );
  return within(options, late, async (signal) => {
    if (!immediate) await sleep(intervalMs, { clock, signal });
    for (;;) {
      const result = await condition({ signal });
      if (isTrue(result)) return result;
      await sleep(intervalMs, { clock, signal });
    }
  });
}

/**
 * Does `work` until it has ended, the signal has aborted or the time is up: the signal that it gets
 * aborts then, and the promise rejects even when it takes no notice. `late` makes the error of one whose
 * time is up.
 */
export async function within<R>(
  { timeoutMs, signal, clock = systemClock }: TimeLimit,
  late: () => Error,
  work: (signal: AbortSignal) => Promise<R>,
): Promise<R> {
  signal?.throwIfAborted();
  if (timeoutMs !== undefined) checkNumber('timeoutMs', timeoutMs, { min: 0 });
  const controller = new AbortController();
  const stopListening = onAbort(signal, () => controller.abort(signal?.reason));
  const timeUp = (): void => controller.abort(late());
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
