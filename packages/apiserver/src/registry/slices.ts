import { nextTurn } from '../request/next-turn.js';

/** The number of steps in a slice: a few milliseconds of work. */
const SLICE_STEPS = 20_000;

/** The number of steps that the write of one object counts. */
export const WRITE_STEPS = 100;

/**
 * Divides long work into slices, between which the server answers other requests:
 *
 *     for (const item of items) {
 *       if (slices.isOver()) await slices.pause();
 *       ...
 *     }
 */
export class Slices {
  #left = SLICE_STEPS;

  /** Counts steps of about 200 ns, and returns whether the slice is exhausted. */
  isOver(steps = 1): boolean {
    this.#left -= steps;
    return this.#left < 0;
  }

  /** Runs other requests, then starts the next slice. */
  async pause(): Promise<void> {
    await nextTurn();
    this.#left = SLICE_STEPS;
  }
}
