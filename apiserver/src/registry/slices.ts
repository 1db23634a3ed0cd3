import { setImmediate } from 'node:timers/promises';

/** How many steps a slice has: a few milliseconds of work. */
const SLICE_STEPS = 20_000;

/** How many steps the write of one object counts. */
export const WRITE_STEPS = 100;

/**
 * Cuts long work into slices, between which the server answers other requests:
 *
 *     for (const item of items) {
 *       if (slices.isOver()) await slices.pause();
 *       ...
 *     }
 */
export class Slices {
  #left = SLICE_STEPS;

  /** Notes steps of about 200 ns; true once the slice has no more. */
  isOver(steps = 1): boolean {
    this.#left -= steps;
    return this.#left < 0;
  }

  /** Lets other requests go first, then starts the next slice. */
  async pause(): Promise<void> {
    await setImmediate();
    this.#left = SLICE_STEPS;
  }
}
