import { parsePlan, type Plan } from './plan.js';

/** A plan that once failed. */
interface RegressionPlan {
  /** A description of the failure. */
  readonly what: string;
  readonly seed: number;
  readonly plan: Plan;
}

/** Each is reduced to the steps that cause the failure, as printed by `npm run suite fuzz-runtime`. */
export const REGRESSION_PLANS: readonly RegressionPlan[] = [
  {
    what: 'a silent watch was detected only after its timeout',
    seed: 1,
    plan: parsePlan('pass 0.463 0.909 0.996; cut 0.197 0.638 0.619; burst 0.907 0.367 0.913'),
  },
  {
    what: 'a restored store was not detected',
    seed: 3,
    plan: parsePlan(
      'snapshot 0.19 0.151 0.244; pass 0.817 0.932 0.541; write 0.348 0.051 0.822; write 0.279 0.68 0.339; write 0.73 0.595 0.805; restore 0.068 0.792 0.564',
    ),
  },
  {
    what: 'a restored and changed store was not detected',
    seed: 6,
    plan: parsePlan(
      'snapshot 0.079 0.101 0.577; write 0.533 0.162 0.122; write 0.41 0.145 0.741; pass 0.393 0.697 0.022; write 0.894 0.208 0.688; restore 0.297 0.733 0.964',
    ),
  },
  {
    what: 'a list without items was treated as empty, and its version was used',
    seed: 2,
    plan: parsePlan(
      'pass 0.63 0.499 0.357; fail 0.366 0.971 0.039; inject 0.253 0.071 0.745; recreate 0.809 0.859 0.095; pass 0.806 0.971 0.124',
    ),
  },
  {
    what: 'a Status with code 200 was treated as an empty list',
    seed: 5,
    plan: parsePlan(
      'fail 0.322 0.764 0.767; pass 0.403 0.703 0.667; write 0.421 0.258 0.467; pass 0.051 0.299 0.79; pass 0.339 0.994 0.765; pass 0.098 0.818 0.692',
    ),
  },
  {
    what: 'an invalid version in a bookmark, greater than all of the server, was kept permanently',
    seed: 4,
    plan: parsePlan('pass 0.064 0.528 0.147; inject 0.84 0.115 0.817; write 0.312 0.259 0.768'),
  },
  {
    what: 'an invalid bookmark right after the list was kept permanently',
    seed: 2,
    plan: parsePlan('pass 0.706 0.134 0.761; inject 0.234 0.81 0.102; write 0.658 0.484 0.591'),
  },
];
