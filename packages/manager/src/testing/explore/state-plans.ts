import type { Random } from '@vmgen/runtime/async';
import {
  canHappenRunning,
  canHappenStopped,
  isBeforeStep,
  type Disturbance,
} from './disturbances.js';
import { planJson, type Plan } from './plan.js';

/** A step, and what somebody else can do to its objects. */
export interface DisturbedStep {
  readonly step: string;
  readonly candidates: readonly Disturbance[];
}

/** So many disturbances happen at once, at most. */
const MAX_DISTURBANCES = 3;
/** If so many plans in succession are known, there are hardly others. */
const MAX_REPEATED = 1_000;

/** Returns random plans, each once. */
export function* statePlans(
  steps: readonly DisturbedStep[],
  random: Random,
  name: string | undefined,
): Generator<Plan> {
  const known = new Set<string>();
  const disturbed = steps.filter(({ candidates }) => candidates.length > 0);
  for (let repeated = 0; repeated < MAX_REPEATED && disturbed.length > 0; repeated++) {
    const plan = { ...(name !== undefined && { exploration: name }), ...draw(disturbed, random) };
    if (known.has(planJson(plan))) continue;
    known.add(planJson(plan));
    repeated = 0;
    yield plan;
  }
}

function draw(steps: readonly DisturbedStep[], random: Random): Plan {
  const { step, candidates } = pick(steps, random);
  const first = pickByKind(candidates, random);
  if (isBeforeStep(first)) return { step, faults: [], disturbances: [first] };
  const isStopped = !canHappenRunning(first) || (canHappenStopped(first) && random() < 0.5);
  const possible = candidates.filter(
    (each) => !isBeforeStep(each) && (isStopped ? canHappenStopped : canHappenRunning)(each),
  );
  const others = Math.floor(random() * MAX_DISTURBANCES);
  const disturbances = new Set([first]);
  for (let drawn = 0; drawn < others; drawn++) disturbances.add(pickByKind(possible, random));
  return { step, faults: [], disturbances: [...disturbances], ...(isStopped && { isStopped }) };
}

/** Picks a kind first, because an object has many fields and one name. */
function pickByKind(candidates: readonly Disturbance[], random: Random): Disturbance {
  const kind = pick([...new Set(candidates.map(({ disturbance }) => disturbance))], random);
  return pick(
    candidates.filter(({ disturbance }) => disturbance === kind),
    random,
  );
}

function pick<T>(values: readonly T[], random: Random): T {
  const found = values[Math.floor(random() * values.length)];
  if (found === undefined) throw new Error('there is nothing to pick from');
  return found;
}
