import { checkNumber } from '../errors/check-number.js';
import type { Clock, ClockTimer } from './clock.js';
import { onAbort } from './on-abort.js';

/**
 * How long work may take to end after its signal has aborted, in milliseconds. Shorter than the 30
 * s that Kubernetes gives a pod, so that the process can still report what did not end.
 */
const SHUTDOWN_MS = 25_000;

/** Validates the option `shutdownTimeoutMs`; 0 means no limit. */
export function checkShutdownTimeout(shutdownTimeoutMs: number = SHUTDOWN_MS): number {
  return checkNumber('shutdownTimeoutMs', shutdownTimeoutMs, { min: 0 });
}

/** The limit for work that must end after its signal has aborted. */
interface ShutdownLimitOptions {
  readonly clock: Clock;
  /** The limit starts when this signal aborts. */
  readonly signal: AbortSignal;
  /** In milliseconds; 0 means no limit. */
  readonly shutdownTimeoutMs: number;
}

/**
 * Calls `onLate` once, `shutdownTimeoutMs` after the signal has aborted. Returns a function that cancels
 * the limit.
 */
export function startShutdownLimit(
  { clock, signal, shutdownTimeoutMs }: ShutdownLimitOptions,
  onLate: () => void,
): () => void {
  if (shutdownTimeoutMs === 0) return () => undefined;
  let timer: ClockTimer | undefined;
  const begin = (): void => {
    timer = clock.setTimer(shutdownTimeoutMs, onLate);
  };
  const stopListening = onAbort(signal, begin);
  if (signal.aborted) begin();
  return () => {
    stopListening();
    timer?.cancel();
  };
}
