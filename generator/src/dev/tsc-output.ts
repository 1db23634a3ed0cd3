/** The state of `tsc --watch`. */
export interface TscState {
  readonly phase: 'starting' | 'compiling' | 'done';
  /** The errors of the last compilation: `src/a.ts(3,5): error TS2322: ...`. */
  readonly errors: readonly string[];
}

/** With `--pretty false`, `--locale en` and the locale C, after the time: `7:56:00 AM - `. */
const STARTED = /^\d.{4,16} - (?:File change detected\. )?Starting (?:incremental )?compilation/;
/** The file of an error: `src/a.ts(3,5): ...`. */
const FILE = /^(.*?)\(\d+,\d+\): /;
/** As in `codeIn`. */
const TEST = /(?:^|\/)testing\/|\.test\.[cm]?tsx?$/;
const DONE = /^\d.{4,16} - Found (\d+) errors?\./;

/** Returns a function that reads the output of `tsc --watch`, line by line, and returns the state after each line. */
export function createTscReader(): (line: string) => TscState {
  let state: TscState = { phase: 'starting', errors: [] };
  let found: string[] = [];
  return (line) => {
    const count = DONE.exec(line)?.[1];
    if (STARTED.test(line)) {
      found = [];
      state = { ...state, phase: 'compiling' };
    } else if (count !== undefined) {
      // Options such as listEmittedFiles print other lines too.
      state = { phase: 'done', errors: count === '0' ? [] : found };
    } else if (line.trim() !== '') found.push(line);
    return state;
  };
}

/** Whether an error of the program itself is among the lines of errors: tests are not loaded by it. */
export const isProgramBroken = (errors: readonly string[]): boolean =>
  // Further lines of an error are indented.
  errors.some((line) => !line.startsWith(' ') && !TEST.test(FILE.exec(line)?.[1] ?? ''));
