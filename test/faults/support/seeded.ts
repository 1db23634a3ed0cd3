/** Draws from [0, 1); the same seed gives the same draws. */
export type Random = () => number;

/** A small generator of repeatable random numbers (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The one of `choices` that a draw falls on. */
export function pick<T>(choices: readonly T[], roll: number): T {
  const chosen = choices[Math.floor(roll * choices.length)];
  if (chosen === undefined) throw new Error('nothing to choose from');
  return chosen;
}
