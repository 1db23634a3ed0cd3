import { createHash } from 'node:crypto';
import { VmgenError } from '@vmgen/runtime';
import { disturbanceText, isDisturbance, type Disturbance } from './disturbances.js';
import { effectText, FAULTS, LEADER_FAULTS, type PlannedFault } from './effects.js';

/** A step of a workload and what goes wrong in it. */
export interface Plan {
  /** The name of the exploration; undefined if it has none. */
  readonly exploration?: string;
  readonly step: string;
  /** The steps before it that are omitted. Undefined if all are run. */
  readonly without?: readonly string[];
  readonly faults: readonly PlannedFault[];
  /** What somebody else does when the operator is at rest after the step. Undefined for plans of faults. */
  readonly disturbances?: readonly Disturbance[];
  /** Whether the operator is stopped meanwhile. Defaults to false. */
  readonly isStopped?: boolean;
}

/** The variable with the plan to run alone, as JSON. */
const VARIABLE = 'VMGEN_PLAN';

/** Describes a plan in one line. */
export function planText(plan: Plan): string {
  const { step, without = [], faults, disturbances = [], isStopped = false } = plan;
  const each = [
    ...faults.map((fault) => `${fault.fault}: ${effectText(fault)}`),
    ...disturbances.map(disturbanceText),
  ];
  const omitted = without.map((name) => JSON.stringify(name)).join(', ');
  const steps = `step ${JSON.stringify(step)}${omitted === '' ? '' : ` without ${omitted}`}`;
  return `${steps}${isStopped ? ', the operator is stopped' : ''}, ${each.join(', then ') || 'no fault'}`;
}

/** Returns a plan as JSON. Equal plans have equal texts. */
export function planJson(plan: Plan): string {
  const { exploration, step, without = [], faults, disturbances, isStopped = false } = plan;
  return JSON.stringify({
    ...(exploration !== undefined && { exploration }),
    step,
    ...(without.length > 0 && { without }),
    faults: faults.map(({ name, occurrence, fault }) => ({ name, occurrence, fault })),
    ...(disturbances !== undefined && { disturbances }),
    ...(isStopped && { isStopped }),
  });
}

/** Returns the name of the file of a plan, without its extension. */
export function planName(plan: Plan): string {
  return createHash('sha256').update(planJson(plan)).digest('hex').slice(0, 12);
}

/** Returns the setting of a variable for a POSIX shell, with which explorations run only this plan. */
export function replayOf(plan: Plan): string {
  return `${VARIABLE}=${quoted(planJson(plan))}`;
}

/** Quotes a word for a POSIX shell. */
export const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

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
    `${VARIABLE} is not a plan; copy the whole setting from the last line of a violation, or use vmgen replay`,
  );
}

function isPlan(value: unknown): value is Plan {
  const plan = (value ?? {}) as Unchecked<Plan>;
  const { exploration, step, without, faults, disturbances, isStopped } = plan;
  return (
    (exploration === undefined || typeof exploration === 'string') &&
    typeof step === 'string' &&
    (without === undefined || (Array.isArray(without) && without.every(isText))) &&
    Array.isArray(faults) &&
    faults.every(isFault) &&
    (disturbances === undefined ||
      (Array.isArray(disturbances) && disturbances.every(isDisturbance))) &&
    (isStopped === undefined || typeof isStopped === 'boolean')
  );
}

function isFault(value: unknown): boolean {
  const each = (value ?? {}) as Unchecked<PlannedFault>;
  const isKnown = [...FAULTS, ...LEADER_FAULTS].some((fault) => fault === each.fault);
  return isKnown && typeof each.name === 'string' && typeof each.occurrence === 'number';
}

const isText = (value: unknown): boolean => typeof value === 'string';

type Unchecked<T> = { readonly [Name in keyof T]?: unknown };
