import { printable } from '@vmgen/runtime/observability';
import type { Exploration, Violation } from './explore-options.js';
import { resourceText } from './exploration-text.js';
import { foldedTimeline } from './folded-timeline.js';
import { planText, quoted, replayOf, type Plan } from './plan.js';
import type { TimelineEntry } from './explored-world.js';

/**
 * Describes a violation: the plan, the broken promises, who did what when, and how to run this plan
 * alone, such as under a debugger.
 */
export function violationText({ plan, problems, timeline, file }: Violation): string {
  const shown = foldedTimeline(timeline.filter(isShown));
  const width = shown.reduce((most, { who }) => Math.max(most, who.length), 0);
  const lines = [
    planText(plan),
    ...problems.map((problem) => `  ${problem}`),
    ...shown.map(
      ({ ms, who, what }) => `  ${(ms / 1000).toFixed(3).padStart(9)} ${who.padEnd(width)} ${what}`,
    ),
    ...(plan.faults.length > 0 || plan.disturbances !== undefined
      ? [`  replay: ${replayCommand(plan, file)}`]
      : []),
  ];
  return printable(lines.join('\n'));
}

/** The violations in the message of {@link assertNoViolations}. */
const MAX_TEXTS = 3;

/**
 * Throws an error with the texts of the first violations of an exploration, if there are any, and with what
 * was not simulated, which can be their reason.
 */
export function assertNoViolations({
  violations,
  notSimulated = [],
}: Pick<Exploration, 'violations'> & Partial<Pick<Exploration, 'notSimulated'>>): void {
  if (violations.length === 0) return;
  const texts = violations.slice(0, MAX_TEXTS).map(violationText);
  const omitted = violations.length - texts.length;
  if (omitted > 0) texts.push(`and ${omitted} more`);
  texts.push(
    ...notSimulated.map(
      (each) => `not simulated, so that plans may end otherwise: ${resourceText(each)}`,
    ),
  );
  throw new Error(`the operator breaks promises\n\n${texts.join('\n\n')}\n`);
}

const isShown = ({ kind }: TimelineEntry): boolean => kind === undefined || kind === 'fault';

export const replayCommand = (plan: Plan, file: string | undefined): string =>
  file === undefined ? replayOf(plan) : `npx vmgen replay ${fileWord(file)} -- npm test`;

/** A path as a word for a POSIX shell. */
const fileWord = (file: string): string => (/^[\w./][\w./-]*$/.test(file) ? file : quoted(file));
