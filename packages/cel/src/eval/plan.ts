import { CostLimitError, type VisitBudget } from '../values/cost-limit-error.js';
import type { CelValue } from '../values/value.js';

/** The state of one evaluation: the values of the variables and the cost so far. */
export interface Frame {
  readonly slots: CelValue[];
  /** Slots whose value is computed on first read. */
  readonly pending: (((frame: Frame) => CelValue) | undefined)[];
  cost: number;
  readonly costLimit: number;
  /** Limits the values that all messages of protobuf copy. Created for the first one. */
  visits?: VisitBudget;
}

/** A compiled expression. */
export interface Plan {
  run(frame: Frame): CelValue;
  /** The value, if it is always the same. */
  readonly constant?: CelValue;
  /** Defined if the expression is a variable or a part of a value: `self.a[0]`. */
  readonly attribute?: Attribute;
}

/** A chain of fields and indexes. cel-go reads it at once, and the chain as a whole costs one. */
interface Attribute {
  /** The cost of the whole chain. */
  readonly baseCost: number;
  /** Reads the value without adding the base cost. */
  read(frame: Frame): CelValue;
}

/** Adds to the cost of an evaluation. */
export function charge(frame: Frame, cost: number): void {
  frame.cost += cost;
  if (frame.cost > frame.costLimit) throw new CostLimitError();
}

/** A plan that reads an attribute. */
export const attributePlan = (attribute: Attribute): Plan => ({
  attribute,
  run(frame) {
    charge(frame, attribute.baseCost);
    return attribute.read(frame);
  },
});

/** Runs a plan as a part of a chain: an attribute does not add its base cost. */
export const runAsPart = (plan: Plan, frame: Frame): CelValue =>
  plan.attribute === undefined ? plan.run(frame) : plan.attribute.read(frame);

/** Creates a frame for an expression without variables. Its cost is not limited. */
export const emptyFrame = (): Frame => ({
  slots: [],
  pending: [],
  cost: 0,
  costLimit: Infinity,
});

export const constantPlan = (value: CelValue): Plan => ({ constant: value, run: () => value });
