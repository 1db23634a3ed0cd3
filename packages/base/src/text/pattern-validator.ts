import { tryCompilePattern } from './re2.js';

/** Counts work, and throws if it is exhausted. */
interface Budget {
  spend(steps: number): void;
}

/** The budget for the patterns of one definition: about a second of compilation. */
export const MAX_PATTERN_WORK = 400_000;

/**
 * Validates the patterns of one definition, each distinct one once. Charges a budget, if there is one,
 * for their length and for the size of the compiled programs: `[a-z]{1,1000}` is short, but its
 * program has thousands of steps.
 */
export class PatternValidator {
  readonly #work: Budget | undefined;
  readonly #known = new Map<string, string | undefined>();

  constructor(work?: Budget) {
    this.#work = work;
  }

  /**
   * Validates a pattern. Returns Go's error message, or undefined if the pattern is valid.
   *
   * @throws the error of the budget if the patterns exceed it together
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
