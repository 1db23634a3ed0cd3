import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { VmgenError } from '@vmgen/runtime';
import { printable } from '@vmgen/runtime/observability';
import { disturbanceText, isDisturbance, type Disturbance } from './disturbances.js';
import {
  canHave,
  effectText,
  FAULTS,
  faultText,
  LEADER_FAULTS,
  type PlannedFault,
} from './effects.js';

/** A step of a workload and what goes wrong in it. */
export interface Plan {
  /** The name of the exploration; undefined if it has none. */
  readonly exploration?: string;
  readonly step: string;
  /** The steps before it that are omitted. Undefined if all are run. */
  readonly without?: readonly string[];
  readonly faults: readonly PlannedFault[];
  /** Whether the later steps are run too, without faults. Defaults to false. */
  readonly toEnd?: boolean;
  /** What somebody else does when the operator is at rest after the step. Undefined for plans of faults. */
  readonly disturbances?: readonly Disturbance[];
  /** Whether the operator is stopped meanwhile. Defaults to false. */
  readonly isStopped?: boolean;
}

/** The program has changed, so that an effect of a plan does not happen. */
export class EffectMissingError extends Error {
  override readonly name = 'EffectMissingError';

  constructor({ watch, ...effect }: PlannedFault, { step }: Plan) {
    const missing = effectText(effect);
    super(
      `${watch === undefined ? missing : `an event of ${printable(watch)} after ${missing}`} does not occur in the step ${JSON.stringify(step)} any more, so that the plan tests nothing; explore again without VMGEN_PLAN`,
    );
  }
}

/** The variable with the plan to run alone, as JSON. */
const VARIABLE = 'VMGEN_PLAN';
/** The variable with the file of the plan that `vmgen replay` runs. */
const FILE_VARIABLE = 'VMGEN_PLAN_FILE';

/** Describes a plan in one line. */
export function planText(plan: Plan): string {
  const { step, without = [], faults, toEnd = false, disturbances = [], isStopped = false } = plan;
  const each = [
    ...faults.map((fault) => `${faultText(fault)}: ${effectText(fault)}`),
    ...disturbances.map(disturbanceText),
  ];
  const omitted = without.map((name) => JSON.stringify(name)).join(', ');
  const steps = `step ${JSON.stringify(step)}${omitted === '' ? '' : ` without ${omitted}`}${toEnd ? ' and all later ones' : ''}`;
  return `${steps}${isStopped ? ', the operator is stopped' : ''}, ${each.join(', then ') || 'no fault'}`;
}

/** Returns a plan as JSON. Equal plans have equal texts. */
export function planJson(plan: Plan): string {
  const { exploration, step, without = [], faults, toEnd = false } = plan;
  const { disturbances, isStopped = false } = plan;
  return JSON.stringify({
    ...(exploration !== undefined && { exploration }),
    step,
    ...(without.length > 0 && { without }),
    faults: faults.map(({ name, occurrence, fault, watch }) => ({
      ...{ name, occurrence, fault },
      ...(watch !== undefined && { watch }),
    })),
    ...(toEnd && { toEnd }),
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

/** Returns the file of the plan that `vmgen replay` runs; undefined without one. */
export const replayedFile = (): string | undefined => process.env[FILE_VARIABLE] || undefined;

/**
 * Returns the plan that the environment asks to run alone.
 *
 * @throws VmgenError if it is not a plan
 */
export function replayedPlan(): Plan | undefined {
  const [variable, file] = [process.env[VARIABLE] || undefined, replayedFile()];
  if (variable === undefined && file === undefined) return undefined;
  let cause: unknown;
  try {
    const plan: unknown = JSON.parse(variable ?? readFileSync(file ?? '', 'utf8'));
    if (isPlan(plan)) return plan;
  } catch (error) {
    cause = error;
  }
  throw new VmgenError(
    'ERR_VMGEN_ARGUMENT',
    variable === undefined
      ? `${file} is not a plan; explore again, and replay the file that it writes`
      : `${VARIABLE} is not a plan; copy the whole setting from the last line of a violation, or use vmgen replay`,
    { cause },
  );
}

function isPlan(value: unknown): value is Plan {
  const plan = (value ?? {}) as Unchecked<Plan>;
  const { exploration, step, without, faults, toEnd, disturbances, isStopped } = plan;
  return (
    (exploration === undefined || typeof exploration === 'string') &&
    typeof step === 'string' &&
    (without === undefined || (Array.isArray(without) && without.every(isText))) &&
    Array.isArray(faults) &&
    faults.every(isFault) &&
    (toEnd === undefined || typeof toEnd === 'boolean') &&
    (disturbances === undefined ||
      (Array.isArray(disturbances) && disturbances.every(isDisturbance))) &&
    (isStopped === undefined || typeof isStopped === 'boolean')
  );
}

function isFault(value: unknown): boolean {
  const each = (value ?? {}) as Unchecked<PlannedFault>;
  const { name, occurrence, watch } = each;
  const fault = [...FAULTS, ...LEADER_FAULTS].find((known) => known === each.fault);
  if (fault === undefined || typeof name !== 'string' || typeof occurrence !== 'number')
    return false;
  const isOfWatch = (typeof watch === 'string') === (fault === 'held watch');
  return isOfWatch && canHave({ name, occurrence }, fault);
}

const isText = (value: unknown): boolean => typeof value === 'string';

type Unchecked<T> = { readonly [Name in keyof T]?: unknown };
