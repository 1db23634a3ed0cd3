import { checkNumber } from '../errors/check-number.js';
import type { Clock, ClockTimer } from './clock.js';
import { onAbort } from './on-abort.js';

/**
 * How long work may take to end after its signal has aborted: less than the 30 s that Kubernetes gives
 * a pod, so that the process can still report what did not end.
 */
export const SHUTDOWN_MS = 25_000;

/** Checks a limit of an option; 0 means none. */
export function checkShutdownMs(shutdownMs: number = SHUTDOWN_MS): number {
  return checkNumber('shutdownMs', shutdownMs, { min: 0 });
}

/** When the limit for work that should end begins, and what follows. */
export interface ShutdownLimitOptions {
  readonly clock: Clock;
  /** The limit begins when it aborts. */
  readonly signal: AbortSignal;
  /** 0 for no limit. */
  readonly shutdownMs: number;
}

/**
 * Calls `onLate` once, `shutdownMs` after the signal has aborted; returns what prevents that. Without a
 * limit it never calls.
 */
export function startShutdownLimit(
  { clock, signal, shutdownMs }: ShutdownLimitOptions,
  onLate: () => void,
): () => void {
  if (shutdownMs === 0) return () => undefined;
  let timer: ClockTimer | undefined;
  const begin = (): void => {
    timer = clock.setTimer(shutdownMs, onLate);
  };
  const stopListening = onAbort(signal, begin);
  if (signal.aborted) begin();
  return () => {
    stopListening();
    timer?.cancel();
  };
}
