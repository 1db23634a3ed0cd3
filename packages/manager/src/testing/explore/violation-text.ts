import type { Violation } from './explore-options.js';
import { planText, replayOf } from './plan.js';

/**
 * Describes a violation: the plan, the broken promises, who did what when, and how to run this plan
 * alone, such as under a debugger.
 */
export function violationText({ plan, problems, timeline }: Violation): string {
  const width = Math.max(...timeline.map(({ who }) => who.length));
  return [
    planText(plan),
    ...problems.map((problem) => `  ${problem}`),
    ...timeline.map(
      ({ ms, who, what }) => `  ${(ms / 1000).toFixed(3).padStart(9)} ${who.padEnd(width)} ${what}`,
    ),
    ...(plan.faults.length > 0 ? [`  replay: ${replayOf(plan)}`] : []),
  ].join('\n');
}
