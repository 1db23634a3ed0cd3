/** Random choices that are the same for the same seed, on any machine (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to but not 1. */
  fraction(): number {
    return this.#next() / 2 ** 32;
  }

  /** From 0 up to but not `below`. */
  int(below: number): number {
    return this.#next() % below;
  }

  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
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
