import { printable } from '@vmgen/runtime/observability';
import { effectText } from './effects.js';
import type { Exploration, PlanCounts } from './explore-options.js';
import { planText } from './plan.js';
import type { NotSimulated } from './not-simulated.js';

/** So many plans without their effects are listed. */
const MAX_LISTED = 10;

/** What to do about an effect that a second run without faults does not have. A new process has the time of the step. */
export const UNREPEATED_FIX =
  'if its name is random, draw it from the random of the context, or use generateName; if it changes only a time, write the time only with another change';

/**
 * Describes an exploration: the plans that were run, that broke a promise and that tested nothing, by
 * fault; the effects that no fault has reached; the steps in which no effect was ever repeated; and what
 * takes real time, such as timers of Node. The first line is a summary.
 *
 * @example
 * console.log(explorationText(exploration));
 */
export function explorationText(exploration: Exploration): string {
  const { name = 'operator', plans, violated, notTested, faults } = exploration;
  const { effects, unreached, unrepeated, withoutRetry, notSimulated } = exploration;
  const all = Object.values(effects).flat().length;
  const left = Object.values(unreached).flat().length;
  const others = notTested.length - MAX_LISTED;
  const lines = [
    `${name}: ${plans} plans, ${violated} violated, ${notTested.length} not tested; faults reached ${all - left} of ${all} effects`,
    ...tableOf(faults),
    ...notTested
      .slice(0, MAX_LISTED)
      .map((plan) => `  not tested, because its effect or event did not happen: ${planText(plan)}`),
    ...(others > 0 ? [`  not tested: ${others} more plans`] : []),
    ...Object.entries(unrepeated).flatMap(([step, each]) =>
      each.map(
        (effect) =>
          `  not repeated without faults, in step ${JSON.stringify(step)}: ${effectText(effect)}; ${UNREPEATED_FIX}`,
      ),
    ),
    ...Object.entries(unreached).flatMap(([step, each]) =>
      each.map(
        (effect) => `  no fault reached, in step ${JSON.stringify(step)}: ${effectText(effect)}`,
      ),
    ),
    ...withoutRetry.map((step) => `  no effect was repeated in step ${JSON.stringify(step)}`),
    ...notSimulated.map((each) => `  not simulated: ${resourceText(each)}`),
  ];
  return printable(lines.join('\n'));
}

/** Describes work that takes real time: `a real timer (Timeout) in step "create", started in src/dns.ts:12:5`. */
export function resourceText({ what, type, step, at }: NotSimulated): string {
  const when = step === undefined ? 'at the start' : `in step ${JSON.stringify(step)}`;
  return `${what} (${type}) ${when}${at === undefined ? '' : `, started in ${at}`}`;
}

function tableOf(faults: Readonly<Record<string, PlanCounts>>): string[] {
  const rows = Object.entries(faults);
  if (rows.length === 0) return [];
  const width = Math.max(...rows.map(([fault]) => fault.length));
  const line = (...[fault, ...cells]: readonly [string, ...unknown[]]): string =>
    `  ${fault.padEnd(width)}${cells.map((cell) => String(cell).padStart(11)).join('')}`;
  return [
    line('fault', 'plans', 'violated', 'not tested'),
    ...rows.map(([fault, { plans, violated, notTested }]) =>
      line(fault, plans, violated, notTested),
    ),
  ];
}
