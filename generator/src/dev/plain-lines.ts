import { visibleText } from '../diagnostics/visible-text.js';
import { problemsOf, rowsOf } from './describe-state.js';
import type { DevState } from './dev-state.js';

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
