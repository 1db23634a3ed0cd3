import { visibleText } from '../diagnostics/visible-text.js';
import type { DevState } from './dev-state.js';
import { singleFlight } from './single-flight.js';
import { problemsOf, rowsOf } from './describe-state.js';

/** The lines of the log that are kept for a reader that is slower than the operator. */
const MOST_LINES = 1_000;

/**
 * Prints a session in lines. While the reader does not accept more, states are replaced by later ones, and only the
 * first lines of the log are kept.
 */
export class PlainOutput {
  readonly #flush: () => void;
  #shown: DevState | undefined;
  #latest: DevState | undefined;
  /** What has changed before the first line of the log. */
  #before: string[] = [];
  #log: string[] = [];
  #omitted = 0;

  /**
   * @param print resolves when the reader has accepted the lines
   * @param onLost the reader does not exist any more
   */
  constructor(print: (lines: readonly string[]) => Promise<void>, onLost: () => void) {
    const flush = singleFlight(() => print(this.#take()));
    this.#flush = () => void flush().catch(onLost);
  }

  show(state: DevState): void {
    this.#latest = state;
    this.#flush();
  }

  /** Prints a line of the log of the operator. */
  log(line: string): void {
    if (this.#log.length === 0) this.#before = this.#takeState();
    if (this.#log.length < MOST_LINES) {
      this.#log.push(...line.split('\n').map((each) => `log: ${visibleText(each)}`));
    } else this.#omitted += 1;
    this.#flush();
  }

  #take(): string[] {
    const omitted =
      this.#omitted === 0 ? [] : [`log: ${this.#omitted} further lines: nobody read them in time`];
    const lines = [...this.#before, ...this.#log, ...omitted, ...this.#takeState()];
    this.#before = [];
    this.#log = [];
    this.#omitted = 0;
    return lines;
  }

  /** The lines of what has changed since the last state. */
  #takeState(): string[] {
    const before = this.#shown;
    this.#shown = this.#latest;
    return this.#latest === undefined ? [] : plainLines(before, this.#latest);
  }
}

/** The lines that report what has changed from a state to the next one, for output that is not a terminal. */
export function plainLines(before: DevState | undefined, after: DevState): string[] {
  const known = new Map(before && rowsOf(before, false).map((row) => [row.part, textOf(row)]));
  const rows = rowsOf(after, false)
    .filter((row) => known.get(row.part) !== textOf(row))
    .map(textOf);
  const old = new Set(before && problemsOf(before));
  const problems = problemsOf(after).filter((problem) => !old.has(problem));
  const notice = after.notice === before?.notice ? '' : after.notice;
  return [...rows, ...problems.flatMap((each) => each.split('\n')), notice]
    .filter((line) => line !== '')
    .map(visibleText);
}

const textOf = ({ part, word, detail }: ReturnType<typeof rowsOf>[number]): string =>
  `${part}: ${word}${detail === '' ? '' : `, ${detail}`}`;
