import type { Resolution } from '../check/checked.js';
import type { Overload } from '../check/function-declarations.js';
import { runtimeCallCost } from '../cost/runtime-cost.js';
import type { CelFunction, FunctionLibrary } from '../library/function-library.js';
import { compiledRegexFunction, COST_PER_MS, regexCost } from '../library/regex.js';
import {
  CelError,
  CelList,
  hasType,
  noSuchOverload,
  typeNameOf,
  type CelValue,
} from '../values/value.js';
import { PlanError } from '../library/plan-error.js';
import { charge, constantPlan, emptyFrame, type Frame, type Plan } from './plan.js';

const CONVERSIONS = new Set(
  'bool bytes double dyn duration int string timestamp type uint'.split(' '),
);

/** Functions whose type mismatches are reported without the types of the arguments. */
const TERSE = new Set(
  (
    'contains startsWith endsWith matches getFullYear getMonth getDayOfYear getDayOfMonth getDate ' +
    'getDayOfWeek getHours getMinutes getSeconds getMilliseconds'
  ).split(' '),
);

/** Functions that accept a list with items of any type. */
const SHALLOW = new Set(['flatten', 'sort', '@sortByAssociatedKeys']);

/** Functions whose cost depends on the size of the result, or that check their argument first. */
const BY_RESULT = new Set(['join', 'slice', 'lists.range', 'reverse']);

/**
 * Compiles a call of a library function.
 *
 * @throws PlanError if the arguments are constants with which the call always fails
 */
export function compileCall(
  resolution: Resolution,
  operands: readonly Plan[],
  library: FunctionLibrary,
): Plan {
  const { name, overloads } = resolution;
  const second = operands[1]?.constant;
  const constantRegex = typeof second === 'string' ? second : undefined;
  const regex =
    constantRegex === undefined ? undefined : compiledRegexFunction(name, constantRegex);
  const searchCost = regexCost(name, constantRegex);
  const call = regex ?? functionOf(name, overloads, library);
  if (name === '@in' && operands[1]?.constant !== undefined) return membershipPlan(operands, call);
  const overloadId = overloads.length === 1 ? (overloads[0]?.id ?? '') : '';
  const costOf = (args: readonly CelValue[], result: CelValue): number =>
    runtimeCallCost(name, overloadId, args, result);
  const plan = strictPlan(operands, call, {
    // Some functions take quadratic time. Their cost is known before.
    isKnownBefore: !BY_RESULT.has(name),
    charge: (frame, args, result) => charge(frame, costOf(args, result)),
    ...(searchCost && {
      chargeTime: (frame, args, ms) => {
        const known = costOf(args, null);
        if (ms * COST_PER_MS > known) charge(frame, Math.max(0, searchCost(args, ms) - known));
      },
    }),
  });
  return CONVERSIONS.has(name) && operands.length === 1 ? foldConstant(operands, plan) : plan;
}

/** Evaluates conversions of constants once, so that invalid ones fail during compilation. */
function foldConstant(operands: readonly Plan[], plan: Plan): Plan {
  if (operands[0]?.constant === undefined) return plan;
  const value = plan.run(emptyFrame());
  if (value instanceof CelError) throw new PlanError(value.message);
  return constantPlan(value);
}

/** `x in [constants]` costs only its operand. In an empty list it costs nothing. */
function membershipPlan(operands: readonly Plan[], call: CelFunction): Plan {
  const container = operands[1]?.constant;
  if (container instanceof CelList && container.size === 0) return constantPlan(false);
  return strictPlan(operands, call, FREE);
}

/** How a call adds to the cost of an evaluation. */
interface Accounting {
  /** Whether the cost does not depend on the result. */
  readonly isKnownBefore: boolean;
  /** @throws CostLimitError if the cost exceeds the limit of the evaluation */
  charge(frame: Frame, args: readonly CelValue[], result: CelValue): void;
  /**
   * Adds what a call has cost more than was known before it.
   *
   * @throws as `charge`
   */
  chargeTime?(frame: Frame, args: readonly CelValue[], ms: number): void;
}

const FREE: Accounting = { isKnownBefore: false, charge: () => undefined };

function strictPlan(operands: readonly Plan[], call: CelFunction, cost: Accounting): Plan {
  return {
    run(frame) {
      const args: CelValue[] = [];
      let error: CelError | undefined;
      for (const operand of operands) {
        const value = operand.run(frame);
        if (value instanceof CelError) error ??= value;
        // cel-go checks the arguments of longer calls one by one.
        if (error !== undefined && operands.length > 2) return error;
        args.push(value);
      }
      if (error !== undefined) {
        cost.charge(frame, args, error);
        return error;
      }
      if (cost.isKnownBefore) cost.charge(frame, args, null);
      const begunMs = cost.chargeTime === undefined ? 0 : performance.now();
      const result = call(args);
      cost.chargeTime?.(frame, args, performance.now() - begunMs);
      if (!cost.isKnownBefore) cost.charge(frame, args, result);
      return result;
    },
  };
}

/**
 * Selects the function for these overloads. If there are several, the values decide at run time.
 */
function functionOf(
  name: string,
  overloads: readonly Overload[],
  library: FunctionLibrary,
): CelFunction {
  const generic = library.generic.get(name);
  if (generic !== undefined) return generic;
  const candidates = overloads.map((overload) => ({
    overload,
    call: library.overloads.get(overload.id),
  }));
  return (args) => {
    for (const { overload, call } of candidates) {
      if (call !== undefined && fits(overload, args, !SHALLOW.has(name))) return call(args);
    }
    if (TERSE.has(name)) return noSuchOverload;
    const types = args.map(typeNameOf).join(', ');
    return new CelError(`no such overload: ${name}(${types})`);
  };
}

const fits = (overload: Overload, args: readonly CelValue[], isDeep: boolean): boolean =>
  overload.args.every((type, i) => hasType(args[i] ?? null, type, isDeep));
