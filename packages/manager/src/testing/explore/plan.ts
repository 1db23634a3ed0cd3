import { VmgenError } from '@vmgen/runtime';
import { effectText, FAULTS, LEADER_FAULTS, type PlannedFault } from './effects.js';

/** A step of a workload and what goes wrong in it. */
export interface Plan {
  readonly step: string;
  readonly faults: readonly PlannedFault[];
}

/** The variable with the plan to run alone, as JSON. */
const VARIABLE = 'VMGEN_PLAN';

/** Describes a plan in one line. */
export function planText({ step, faults }: Plan): string {
  const each = faults.map((fault) => `${fault.fault}: ${effectText(fault)}`);
  return `step ${JSON.stringify(step)}, ${each.join(', then ') || 'no fault'}`;
}

/** Returns the setting of a variable for a POSIX shell, with which explorations run only this plan. */
export function replayOf(plan: Plan): string {
  return `${VARIABLE}='${JSON.stringify(plan).replaceAll("'", `'\\''`)}'`;
}

/**
 * Returns the plan that the environment asks to run alone.
 *
 * @throws VmgenError if it is not a plan
 */
export function replayedPlan(): Plan | undefined {
  const text = process.env[VARIABLE];
  if (text === undefined || text === '') return undefined;
  try {
    const plan: unknown = JSON.parse(text);
    if (isPlan(plan)) return plan;
  } catch {
    // Reported below.
  }
  throw new VmgenError(
    'ERR_VMGEN_ARGUMENT',
    `${VARIABLE} is not a plan; copy the whole setting from the last line of a violation`,
  );
}

function isPlan(value: unknown): value is Plan {
  const { step, faults } = (value ?? {}) as Partial<Record<keyof Plan, unknown>>;
  return typeof step === 'string' && Array.isArray(faults) && faults.every(isFault);
}

function isFault(value: unknown): boolean {
  const each = (value ?? {}) as Partial<Record<keyof PlannedFault, unknown>>;
  const isKnown = [...FAULTS, ...LEADER_FAULTS].some((fault) => fault === each.fault);
  return isKnown && typeof each.name === 'string' && typeof each.occurrence === 'number';
}
