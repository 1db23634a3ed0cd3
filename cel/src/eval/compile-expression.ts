import type { Checked, Resolution } from '../check/checked.js';
import type { FunctionLibrary } from '../library/function-library.js';
import type { Call, Comprehension, Expr, ListExpr, MapExpr } from '../syntax/ast.js';
import { PlanError } from '../library/plan-error.js';
import { PanicError } from '../values/panic-error.js';
import { CelError, noSuchOverload, Optional, TypeValue, type CelValue } from '../values/value.js';
import { compileCall } from './compile-call.js';
import { listPlan, mapPlan } from './constructor-plans.js';
import { conditionalPlan, logicalPlan, notStrictlyFalsePlan, orPlan } from './control-plans.js';
import { foldPlan } from './fold-plan.js';
import {
  attributePlan,
  charge,
  constantPlan,
  CostLimitError,
  runAsPart,
  type Frame,
  type Plan,
} from './plan.js';
import { isPresent, keyProblem, selectFrom, selectOptionally } from './select.js';

/** The result of an evaluation. */
export interface Outcome {
  /** The result. A {@link CelError} if the evaluation failed. */
  readonly value: CelValue;
  /** The cost so far, in the units of Kubernetes' cost limits. */
  readonly cost: number;
  /** Whether the evaluation stopped because it exceeded the cost limit. */
  readonly isOverLimit: boolean;
}

/** A compiled expression that takes the values of its variables. */
export interface Program {
  run(variables: readonly CelValue[], costLimit: number): Outcome;
}

/**
 * Compiles a checked expression. `variables` are its free variables, in the order in which their
 * values are passed.
 *
 * @throws PlanError if the expression can never be evaluated
 */
export function compileExpression(
  checked: Checked,
  variables: readonly string[],
  library: FunctionLibrary,
): Program {
  const globals = new Map(variables.map((name, slot) => [name, slot]));
  const compiler = new Compiler(checked, library, globals);
  const plan = compiler.compile(checked.expr, globals);
  return {
    run(values, costLimit) {
      const frame: Frame = { slots: [...values], pending: [], cost: 0, costLimit };
      try {
        return { value: plan.run(frame), cost: frame.cost, isOverLimit: false };
      } catch (error) {
        if (error instanceof PanicError) {
          const value = new CelError(`internal error: ${error.message}`);
          return { value, cost: frame.cost, isOverLimit: false };
        }
        if (!(error instanceof CostLimitError)) throw error;
        return { value: new CelError(error.message), cost: frame.cost, isOverLimit: true };
      }
    },
  };
}

/** The slot of the frame for each variable. */
type Slots = ReadonlyMap<string, number>;

class Compiler {
  readonly #checked: Checked;
  readonly #library: FunctionLibrary;
  /** The variables that are not created by a macro. */
  readonly #globals: Slots;

  constructor(checked: Checked, library: FunctionLibrary, globals: Slots) {
    this.#checked = checked;
    this.#library = library;
    this.#globals = globals;
  }

  compile(expr: Expr, slots: Slots): Plan {
    const typeName = this.#checked.typeNames.get(expr);
    if (typeName !== undefined) return constantPlan(new TypeValue(typeName));
    switch (expr.kind) {
      case 'literal':
        return constantPlan(expr.value);
      case 'ident':
        return expr.name.startsWith('.')
          ? variablePlan(expr.name.slice(1), this.#globals)
          : variablePlan(expr.name, slots);
      case 'select':
        return selectPlan(this.compile(expr.operand, slots), expr.field, expr.testOnly);
      case 'call':
        return this.#call(expr, slots);
      case 'list':
        return this.#list(expr, slots);
      case 'map':
        return this.#map(expr, slots);
      case 'comprehension':
        return this.#comprehension(expr, slots);
      case 'struct':
      case 'unspecified':
        return constantPlan(noSuchOverload);
    }
  }

  #call(expr: Call, slots: Slots): Plan {
    const resolution = this.#checked.calls.get(expr);
    if (resolution === undefined) return constantPlan(noSuchOverload);
    const operands = operandsOf(expr, resolution).map((arg) => this.compile(arg, slots));
    const [first, second, third] = operands;
    if (first === undefined) return compileCall(resolution, operands, this.#library);
    switch (resolution.name) {
      case '_&&_':
        return second ? logicalPlan(first, second, false) : first;
      case '_||_':
        return second ? logicalPlan(first, second, true) : first;
      case '_?_:_':
        return second && third ? conditionalPlan(first, second, third) : first;
      case '@not_strictly_false':
        return notStrictlyFalsePlan(first);
      case '_[_]':
        return second ? partPlan(first, second, selectFrom) : first;
      case '_[?_]':
      case '_?._':
        return second ? partPlan(first, second, selectOptionally) : first;
      case 'or':
      case 'orValue':
        return second ? orPlan(first, second, resolution.name === 'orValue') : first;
      default:
        return compileCall(resolution, operands, this.#library);
    }
  }

  #list(expr: ListExpr, slots: Slots): Plan {
    const elements = expr.elements.map((element) => this.compile(element, slots));
    const isOptional = expr.elements.map((_, i) => expr.optionals.has(i));
    return listPlan(elements, isOptional);
  }

  #map(expr: MapExpr, slots: Slots): Plan {
    const entries = expr.entries.map((entry) => ({
      key: this.compile(entry.key, slots),
      value: this.compile(entry.value, slots),
      optional: entry.optional,
    }));
    return mapPlan(entries);
  }

  #comprehension(expr: Comprehension, slots: Slots): Plan {
    const accuSlot = nextSlot(slots);
    const withAccu: Slots = new Map([...slots, [expr.accuVar, accuSlot]]);
    const [slot1, slot2] = [accuSlot + 1, accuSlot + 2];
    const inner = new Map([...withAccu, [expr.iterVar, slot1]]);
    if (expr.iterVar2 !== undefined) inner.set(expr.iterVar2, slot2);
    return foldPlan({
      range: this.compile(expr.range, slots),
      init: this.compile(expr.accuInit, slots),
      condition: this.compile(expr.condition, inner),
      step: this.compile(expr.step, inner),
      result: this.compile(expr.result, withAccu),
      hasTwo: expr.iterVar2 !== undefined,
      accuSlot,
    });
  }
}

function nextSlot(slots: Slots): number {
  let last = -1;
  for (const slot of slots.values()) last = Math.max(last, slot);
  return last + 1;
}

function operandsOf(expr: Call, { target }: Resolution): readonly Expr[] {
  return target === undefined ? expr.args : [target, ...expr.args];
}

function variablePlan(name: string, slots: Slots): Plan {
  const slot = slots.get(name);
  if (slot === undefined) return constantPlan(new CelError(`no such attribute(s): ${name}`));
  return attributePlan({
    baseCost: 1,
    read(frame) {
      const make = frame.pending[slot];
      if (make === undefined) return frame.slots[slot] ?? null;
      frame.pending[slot] = undefined;
      const value = make(frame);
      frame.slots[slot] = value;
      return value;
    },
  });
}

/** The cost of a chain that begins with this operand. */
const baseCostOf = (operand: Plan): number => operand.attribute?.baseCost ?? 1;

function selectPlan(operand: Plan, field: string, testOnly: boolean): Plan {
  if (!testOnly) return partPlan(operand, constantPlan(field), selectFrom);
  return {
    run(frame) {
      const value = runAsPart(operand, frame);
      if (!(value instanceof CelError)) charge(frame, 1);
      return isPresent(value, field);
    },
  };
}

/** Reads a field or an item. */
function partPlan(
  operand: Plan,
  key: Plan,
  select: (value: CelValue, key: CelValue) => CelValue,
): Plan {
  const problem = key.constant === undefined ? undefined : keyProblem(key.constant);
  if (problem !== undefined) throw new PlanError(problem);
  return attributePlan({
    baseCost: baseCostOf(operand),
    read(frame) {
      const value = runAsPart(operand, frame);
      if (value instanceof CelError || value === Optional.none) return value;
      const selector = runAsPart(key, frame);
      if (selector instanceof CelError) return selector;
      const part = select(value, selector);
      if (part !== Optional.none) charge(frame, 1);
      return part;
    },
  });
}
