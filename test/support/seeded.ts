import { createFakeRandom } from '@vmgen/runtime/testing';

/** Draws from [0, 1); the same seed gives the same draws. */
export type Draw = () => number;

export const seeded = (seed: number): Draw => createFakeRandom(seed);

/** The one of `choices` that a draw falls on. */
export function pick<T>(choices: readonly T[], roll: number): T {
  const chosen = choices[Math.floor(roll * choices.length)];
  if (chosen === undefined) throw new Error('nothing to choose from');
  return chosen;
}
