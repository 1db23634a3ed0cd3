import { plural } from '../text/plural.js';
import type { Outcome } from './outcome.js';

/** The effect of git's core.autocrlf on generated files, and how to prevent it. */
const LINE_ENDS_HINT =
  'vmgen: git may have changed the line ends (core.autocrlf): add "generated/** text eol=lf", with the folder of --out, to .gitattributes, then run git rm --cached -r and git checkout for the folder';

/** The last lines of a run. */
export function summaryOf(outcome: Outcome): string {
  const { diagnostics, outdated, written, removed, unchangedCount, isCheck } = outcome;
  if (unchangedCount === undefined) {
    const counted = diagnostics.filter(({ severity }) => severity !== 'info');
    return `vmgen: ${plural(counted.length, 'diagnostic')}, nothing was written`;
  }
  if (outdated.length > 0) {
    const summary = `vmgen: ${plural(outdated.length, 'file')} not up to date; run the same command without --check`;
    const hasOtherEnds = outdated.some(({ state }) => state === 'other line ends');
    return hasOtherEnds ? `${summary}\n${LINE_ENDS_HINT}` : summary;
  }
  if (isCheck) return `vmgen: ${plural(unchangedCount, 'file')} up to date`;
  if (written.length + removed.length === 0) {
    return `vmgen: ${plural(unchangedCount, 'file')} up to date, nothing written`;
  }
  return `vmgen: ${plural(written.length, 'file')} written, ${removed.length} removed, ${unchangedCount} unchanged`;
}
