import type { Outcome } from './outcome.js';

/** The last line of a run. */
export function summaryOf(outcome: Outcome): string {
  const { findings, outdated, written, removed, unchangedCount, isCheck } = outcome;
  if (unchangedCount === undefined) {
    const told = findings.filter(({ severity }) => severity !== 'remark');
    return `vmgen: ${count(told.length, 'finding')}, nothing was written`;
  }
  if (outdated.length > 0) {
    return `vmgen: ${count(outdated.length, 'file')} not up to date; run the same command without --check`;
  }
  if (isCheck) return `vmgen: ${count(unchangedCount, 'file')} up to date`;
  if (written.length + removed.length === 0) {
    return `vmgen: ${count(unchangedCount, 'file')} up to date, nothing written`;
  }
  return `vmgen: ${count(written.length, 'file')} written, ${removed.length} removed, ${unchangedCount} unchanged`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
