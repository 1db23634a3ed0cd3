import type { Effect } from './effects.js';

export interface Verdict {
  /** Effects of two terms that met, or that came after another term had begun. */
  readonly overlaps: readonly string[];
  /** How many effects count. */
  readonly counted: number;
  /**
   * How many came so late after their check that the election promises nothing of them: their process
   * or this one was paused between the check and the server (the window that only fencing closes).
   */
  readonly late: number;
}

/**
 * Finds overlapping effects of two terms of one lease. The election prevents overlaps, as long as each effect
 * ends within the time from the deadline of its holder until others may lead.
 *
 * @param slackMs that time, for the process of this identity
 */
export function findOverlaps(
  effects: readonly Effect[],
  slackMs: (identity: string) => number,
): Verdict {
  const isInTime = ({ identity, checkedMs, endMs }: Effect): boolean =>
    endMs - checkedMs <= slackMs(identity);
  const counted = effects.filter(isInTime).sort((a, b) => a.startMs - b.startMs);
  const overlaps: string[] = [];
  const ended = new Set<string>();
  let latest: Effect | undefined;
  for (const effect of counted) {
    if (latest !== undefined && latest.identity !== effect.identity) {
      ended.add(latest.identity);
      if (effect.startMs < latest.endMs)
        overlaps.push(`${describeEffect(latest)} overlaps ${describeEffect(effect)}`);
    }
    if (ended.has(effect.identity)) overlaps.push(`${describeEffect(effect)} is after its term`);
    latest = effect;
  }
  return { overlaps, counted: counted.length, late: effects.length - counted.length };
}

function describeEffect({ identity, transitions, checkedMs, startMs, endMs }: Effect): string {
  const [checked, start, end] = [checkedMs, startMs, endMs].map((ms) => ms.toFixed(1));
  return `${identity}#${transitions} (checked ${checked}, from ${start} to ${end})`;
}
