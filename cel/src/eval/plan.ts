import type { CelValue } from '../values/value.js';

/** What an evaluation works on: the values of the variables, and what it has cost so far. */
export interface Frame {
  readonly slots: CelValue[];
  /** Slots whose value is made when it is first read. */
  readonly pending: (((frame: Frame) => CelValue) | undefined)[];
  cost: number;
  readonly costLimit: number;
}

/** An expression made ready to run. */
export interface Plan {
  run(frame: Frame): CelValue;
  /** The value where it is always the same. */
  readonly constant?: CelValue;
  /** Set where the expression is a variable or a part of something: `self.a[0]`. */
  readonly attribute?: Attribute;
}

/** cel-go reads a chain of fields and indexes at once, which costs one for the chain as a whole. */
export interface Attribute {
  /** What the chain as a whole costs. */
  readonly baseCost: number;
  /** Reads it without that cost. */
  read(frame: Frame): CelValue;
}

/** An evaluation that cost more than it may. */
export class CostLimitError extends Error {
  override readonly name = 'CostLimitError';

  constructor() {
    super('operation cancelled: actual cost limit exceeded');
  }
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

/** Runs a plan; an attribute without the cost of its chain, which is another's part then. */
export const runAsPart = (plan: Plan, frame: Frame): CelValue =>
  plan.attribute === undefined ? plan.run(frame) : plan.attribute.read(frame);

/** A frame for what depends on no variable and may cost anything. */
export const emptyFrame = (): Frame => ({
  slots: [],
  pending: [],
  cost: 0,
  costLimit: Infinity,
});

export const constantPlan = (value: CelValue): Plan => ({ constant: value, run: () => value });
