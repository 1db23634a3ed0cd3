import { createFakeRandom } from '@vmgen/runtime/testing';

/** Random choices that are the same for the same seed, on any machine. */
export class Random {
  /** From 0 up to but not 1. */
  readonly fraction: () => number;

  constructor(seed: number) {
    this.fraction = createFakeRandom(seed);
  }

  /** From 0 up to but not `below`. */
  int(below: number): number {
    return (this.fraction() * 2 ** 32) % below;
  }

  chance(percent: number): boolean {
    return this.int(100) < percent;
  }

  pick<T>(choices: readonly T[]): T {
    const choice = choices[this.int(choices.length)];
    if (choice === undefined) throw new Error('nothing to pick from');
    return choice;
  }

  /** `least` to `most` different choices, in the order of `choices`. */
  some<T>(choices: readonly T[], least: number, most: number): T[] {
    const count = least + this.int(most - least + 1);
    const left = new Set<T>();
    while (left.size < Math.min(count, choices.length)) left.add(this.pick(choices));
    return choices.filter((choice) => left.has(choice));
  }
}
