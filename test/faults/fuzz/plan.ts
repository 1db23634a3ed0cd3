import { pick, seeded } from '../../support/seeded.js';

/** What can happen, and how often beside the others. */
const WEIGHTS = {
  write: 50,
  relabel: 7,
  recreate: 4,
  finalize: 4,
  burst: 2,
  cut: 5,
  fail: 8,
  inject: 5,
  replay: 4,
  bookmark: 2,
  compact: 2,
  restart: 1,
  snapshot: 1,
  restore: 0.6,
  addHandler: 1,
  removeHandler: 1,
  renew: 0.6,
  pass: 14,
} as const;

export type Operation = keyof typeof WEIGHTS;

/** One step; what it does exactly, its draws say. */
export interface Step {
  readonly operation: Operation;
  /** Draws from [0, 1) that leave out nothing when other steps are taken out of a plan. */
  readonly rolls: readonly [number, number, number];
}

/** What happens in one run, in order. Each step stands for itself, so that a plan can be cut down. */
export type Plan = readonly Step[];

/** The plan of a seed; a longer one begins with the shorter one's steps. */
export function planOf(seed: number, steps: number): Plan {
  const random = seeded(seed);
  const choices = Object.entries(WEIGHTS).flatMap(([operation, weight]) =>
    Array.from({ length: weight * 10 }, () => operation as Operation),
  );
  const roll = (): number => Math.floor(random() * 1000) / 1000;
  return Array.from({ length: steps }, () => ({
    operation: pick(choices, random()),
    rolls: [roll(), roll(), roll()],
  }));
}

/** A plan as text: `write .123 .5 .071; cut 0 .2 .9`. */
export function printPlan(plan: Plan): string {
  return plan.map(({ operation, rolls }) => [operation, ...rolls].join(' ')).join('; ');
}

/** The plan that {@link printPlan} printed. */
export function parsePlan(text: string): Plan {
  return text.split('; ').map((step) => {
    const [operation = '', a, b, c] = step.split(' ');
    if (!(operation in WEIGHTS)) throw new Error(`no step ${JSON.stringify(step)}`);
    return { operation: operation as Operation, rolls: [Number(a), Number(b), Number(c)] };
  });
}
