import { CelError, noSuchOverload, Optional, type CelValue } from '../values/value.js';
import { attributePlan, charge, runAsPart, type Plan } from './plan.js';

/** `&&` and `||`: if one side decides the result, errors of the other side are ignored. */
export function logicalPlan(left: Plan, right: Plan, deciding: boolean): Plan {
  const asError = (value: CelValue): CelError =>
    value instanceof CelError ? value : noSuchOverload;
  return {
    run(frame) {
      const first = left.run(frame);
      if (first === deciding) return deciding;
      const second = right.run(frame);
      if (second === deciding) return deciding;
      if (typeof first !== 'boolean') return asError(first);
      return typeof second === 'boolean' ? !deciding : asError(second);
    },
  };
}

/** `?:`: evaluates only the selected branch. */
export function conditionalPlan(condition: Plan, ifTrue: Plan, ifFalse: Plan): Plan {
  return attributePlan({
    baseCost: 0,
    read(frame) {
      const value = condition.run(frame);
      if (typeof value !== 'boolean') return value instanceof CelError ? value : noSuchOverload;
      return runAsPart(value ? ifTrue : ifFalse, frame);
    },
  });
}

/** Whether a fold continues: only false ends it; an error does not. */
export function notStrictlyFalsePlan(operand: Plan): Plan {
  return {
    run(frame) {
      const value = operand.run(frame);
      charge(frame, 1);
      return value !== false;
    },
  };
}

/** `or` and `orValue`: the alternative for an empty optional. */
export function orPlan(optional: Plan, otherwise: Plan, unwrap: boolean): Plan {
  return {
    run(frame) {
      const value = optional.run(frame);
      if (!(value instanceof Optional)) return value;
      if (value.value === undefined) return otherwise.run(frame);
      return unwrap ? value.value : value;
    },
  };
}
