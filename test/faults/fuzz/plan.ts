import { pick, seeded } from '../../support/seeded.js';

/** The operations and their relative frequencies. */
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

/** One step. Its random numbers determine the details. */
export interface Step {
  readonly operation: Operation;
  /** Random numbers in [0, 1), which do not change when other steps are removed from a plan. */
  readonly rolls: readonly [number, number, number];
}

/** The steps of one run, in order. They are independent, so that a plan can be reduced. */
export type Plan = readonly Step[];

/** Creates the plan of a seed. A shorter plan is a prefix of a longer one. */
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

/** Prints a plan as text: `write .123 .5 .071; cut 0 .2 .9`. */
export function printPlan(plan: Plan): string {
  return plan.map(({ operation, rolls }) => [operation, ...rolls].join(' ')).join('; ');
}

/** Parses the output of {@link printPlan}. */
export function parsePlan(text: string): Plan {
  return text.split('; ').map((step) => {
    const [operation = '', a, b, c] = step.split(' ');
    if (!(operation in WEIGHTS)) throw new Error(`no step ${JSON.stringify(step)}`);
    return { operation: operation as Operation, rolls: [Number(a), Number(b), Number(c)] };
  });
}
