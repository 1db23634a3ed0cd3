import type { Clock } from '../async/clock.js';
import { MAX_STALE_MS, type TextSource } from './text-source.js';

/** A value that is created from changing texts. */
export interface LatestGood<T> {
  /**
   * Returns the value, which is the same while the texts are unchanged. Throws the error of `make`
   * if there is no valid value.
   */
  current(): T;
  /** Makes the next call read the texts again. */
  recheck(): void;
}

/**
 * Creates a value from texts with `make`. A rotation writes several files, each not atomically. So
 * while `make` throws, the last valid value is used for at most ten minutes, and each call reads
 * the texts again.
 */
export function latestGood<T>(
  sources: readonly TextSource[],
  make: (texts: readonly string[]) => T,
  clock: Clock,
): LatestGood<T> {
  let good: { readonly texts: readonly string[]; readonly value: T; atMs: number } | undefined;

  const recheck = (): void => sources.forEach((source) => source.recheck());
  return {
    recheck,
    current() {
      const texts = sources.map((source) => source.read());
      const atMs = clock.nowMs();
      if (good?.texts.every((text, index) => text === texts[index])) {
        good.atMs = atMs;
        return good.value;
      }
      try {
        good = { texts, value: make(texts), atMs };
      } catch (error) {
        recheck();
        if (good === undefined || atMs - good.atMs > MAX_STALE_MS) throw error;
      }
      return good.value;
    },
  };
}
