import { tryCompilePattern } from './re2.js';

/** What is spent by work, and throws where nothing is left. */
interface Budget {
  spend(steps: number): void;
}

/** How much the patterns of one definition may be: about a second of work for the compiler. */
export const MAX_PATTERN_WORK = 400_000;

/**
 * Judges the patterns of one definition, each different one once. Where a budget is given, it is
 * spent by their length and by the size of the programs that they become: `[a-z]{1,1000}` is short,
 * but its program has thousands of steps.
 */
export class PatternValidator {
  readonly #work: Budget | undefined;
  readonly #known = new Map<string, string | undefined>();

  constructor(work?: Budget) {
    this.#work = work;
  }

  /**
   * What is wrong with a pattern, in Go's words; undefined where nothing is.
   *
   * @throws what the budget throws where the patterns are too much together
   */
  problemOf(source: string): string | undefined {
    if (this.#known.has(source)) return this.#known.get(source);
    this.#work?.spend(2 * source.length);
    const pattern = tryCompilePattern(source);
    const problem = typeof pattern === 'string' ? pattern : undefined;
    if (typeof pattern !== 'string') this.#work?.spend(pattern.size);
    this.#known.set(source, problem);
    return problem;
  }
}
