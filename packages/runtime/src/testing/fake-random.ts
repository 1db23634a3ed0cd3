import type { Random } from '../async/random.js';

/**
 * Creates a source for options named `random`, which returns the same numbers for the same seed, a
 * whole number. For tests only: the numbers are predictable.
 *
 * @example
 * const random = createFakeRandom(1);
 * console.log(randomUuid(random)); // the same in each run
 */
export function createFakeRandom(seed: number): Random {
  // The generator mulberry32 of Tommy Ettinger, which is in the public domain.
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
