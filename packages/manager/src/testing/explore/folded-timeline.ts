import type { TimelineEntry } from './explored-world.js';

/** The maximum number of lines of an attempt that is folded. */
const MAX_LINES = 12;
/** So many equal attempts are folded. */
const MIN_ATTEMPTS = 3;

/**
 * Returns the entries of a timeline for a reader: of attempts that are repeated without a change, only the
 * first one and the number of the others.
 */
export function foldedTimeline(timeline: readonly TimelineEntry[]): TimelineEntry[] {
  const folded: TimelineEntry[] = [];
  for (let at = 0; at < timeline.length;) {
    const { lines, attempts } = attemptsAt(timeline, at);
    folded.push(...timeline.slice(at, at + lines));
    at += lines * attempts;
    const [first, last] = [timeline[at - lines], timeline[at - 1]];
    if (attempts === 1 || first === undefined || last === undefined) continue;
    const what = lines === 1 ? 'the same' : `the last ${lines} lines`;
    folded.push({ ms: last.ms, who: first.who, what: `${what} again, ${attempts - 1} times` });
  }
  return folded;
}

/** Returns the number of lines of the shortest attempt that begins at a line, and how often it follows itself. */
function attemptsAt(
  timeline: readonly TimelineEntry[],
  at: number,
): { readonly lines: number; readonly attempts: number } {
  for (let lines = 1; lines <= MAX_LINES; lines++) {
    let equal = 0;
    while (isSame(timeline[at + equal], timeline[at + equal + lines])) equal++;
    const attempts = 1 + Math.floor(equal / lines);
    if (attempts >= MIN_ATTEMPTS) return { lines, attempts };
  }
  return { lines: 1, attempts: 1 };
}

const isSame = (a: TimelineEntry | undefined, b: TimelineEntry | undefined): boolean =>
  a !== undefined && b !== undefined && a.who === b.who && a.what === b.what && a.kind === b.kind;
