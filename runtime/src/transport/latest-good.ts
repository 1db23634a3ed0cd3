import type { Clock } from '../async/clock.js';
import { MAX_STALE_MS, type TextSource } from './text-source.js';

/** Something made of texts that may change, in the last state in which it could be made. */
export interface LatestGood<T> {
  /** The same value as long as the texts are the same. Throws what `make` throws where there is none. */
  current(): T;
  /** Looks anew at the texts the next time. */
  recheck(): void;
}

/**
 * What `make` makes of the texts. A rotation writes one file after the other, and each bit by bit: while
 * `make` throws, the last good value stays in use, for ten minutes at most, and the texts are looked at
 * each time.
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
