export const UNREST = 'the operator does not come to rest';

const WINDOW_MS = 60_000;
/** An operator needs fewer requests and effects in a minute. */
const MAX_WORK = 1_000;
/** The same for each object of a user. */
const MAX_WORK_OF_OBJECT = 100;
/** A loop consists of so few requests and effects. */
const LAST = 20;
const MAX_NAMED = 3;

/** Finds an operator that works in a loop: that has more requests and effects in a minute than its objects explain. */
export class WorkLimit {
  readonly #last: string[] = [];
  #startMs: number;
  #works = 0;
  #limit = MAX_WORK;

  constructor(nowMs: number) {
    this.#startMs = nowMs;
  }

  /**
   * Adds a request or an effect.
   *
   * @param objects returns the number of objects of users
   * @returns the names of the last ones, if there are too many
   */
  add(name: string, nowMs: number, objects: () => number): string | undefined {
    if (nowMs - this.#startMs >= WINDOW_MS) {
      this.#startMs = nowMs;
      this.#works = 0;
    }
    this.#last.push(name);
    if (this.#last.length > LAST) this.#last.shift();
    if (++this.#works <= this.#limit) return undefined;
    // Counted only now, because that takes time.
    this.#limit = MAX_WORK + MAX_WORK_OF_OBJECT * objects();
    return this.#works <= this.#limit ? undefined : namesOf(this.#last);
  }
}

/** Returns the same names for each run of a loop, wherever it has been interrupted. */
export const namesOf = (last: readonly string[]): string =>
  [...new Set(last.slice(-LAST))].sort().slice(0, MAX_NAMED).join(', ');
