import { Random } from '#generator/testing/random.js';

/** Draws from [0, 1); the same seed gives the same draws. */
export type Draw = () => number;

export function seeded(seed: number): Draw {
  const random = new Random(seed);
  return () => random.fraction();
}

/** The one of `choices` that a draw falls on. */
export function pick<T>(choices: readonly T[], roll: number): T {
  const chosen = choices[Math.floor(roll * choices.length)];
  if (chosen === undefined) throw new Error('nothing to choose from');
  return chosen;
}
