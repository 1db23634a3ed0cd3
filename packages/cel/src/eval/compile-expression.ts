import type { Checked, Resolution } from '../check/checked.js';
import type { FunctionLibrary } from '../library/function-library.js';
import { createMessage } from '../library/patch-messages.js';
import { ENUM_CONSTANTS, WELL_KNOWN_MESSAGES } from '../library/well-known-messages.js';
import type {
  Call,
  Comprehension,
  Expr,
  ListExpr,
  MapExpr,
  Select,
  StructExpr,
} from '../syntax/ast.js';
import { PlanError } from '../library/plan-error.js';
import { CostLimitError, VisitBudget } from '../values/cost-limit-error.js';
import { PanicError } from '../values/panic-error.js';
import {
  CelError,
  noSuchOverload,
  Optional,
  TypeValue,
  type CelValue,
  ArrayList,
  typeNameOf,
  Uint,
} from '../values/value.js';
import { compileCall } from './compile-call.js';
import { foldPlan } from './fold-plan.js';
import {
  attributePlan,
  charge,
  constantPlan,
  runAsPart,
  type Frame,
  type Plan,
  emptyFrame,
} from './plan.js';
import {
  hasMessageField,
  isPresent,
  keyProblem,
  selectFrom,
  selectMessageField,
  selectOptionally,
} from './select.js';
import { LIST_CREATE, MAP_CREATE, STRUCT_CREATE } from '../cost/weights.js';
import { ValueMap } from '../values/value-map.js';

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
    if (typeName !== undefined) return typePlan(typeName);
    switch (expr.kind) {
      case 'literal':
        return constantPlan(expr.value);
      case 'ident':
        return expr.name.startsWith('.')
          ? variablePlan(expr.name.slice(1), this.#globals)
          : variablePlan(expr.name, slots);
      case 'select':
        return this.#qualified(expr) ?? this.#select(expr, slots);
      case 'call':
        return this.#call(expr, slots);
      case 'list':
        return this.#list(expr, slots);
      case 'map':
        return this.#map(expr, slots);
      case 'comprehension':
        return this.#comprehension(expr, slots);
      case 'struct':
        return this.#struct(expr, slots);
      case 'unspecified':
        return constantPlan(noSuchOverload);
    }
  }

  #select(expr: Select, slots: Slots): Plan {
    const operand = this.compile(expr.operand, slots);
    const isField = this.#checked.messageFields.has(expr);
    return expr.testOnly
      ? presencePlan(operand, expr.field, isField ? hasMessageField : isPresent)
      : partPlan(operand, constantPlan(expr.field), isField ? selectMessageField : selectFrom);
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

  /** The variable that `a.b` names. */
  #qualified(expr: Expr): Plan | undefined {
    const name = this.#checked.qualified.get(expr);
    return name === undefined ? undefined : variablePlan(name, this.#globals);
  }

  #struct(expr: StructExpr, slots: Slots): Plan {
    const fields = expr.fields.map((field) => ({
      name: field.name,
      value: this.compile(field.value, slots),
      optional: field.optional,
    }));
    return {
      run(frame) {
        const values = new Map<string, CelValue>();
        for (const { name, value: plan, optional } of fields) {
          const value = plan.run(frame);
          if (value instanceof CelError) return value;
          if (!optional) values.set(name, value);
          else if (!(value instanceof Optional)) return notOptional('field', value);
          else if (value.value !== undefined) values.set(name, value.value);
        }
        charge(frame, STRUCT_CREATE);
        frame.visits ??= new VisitBudget();
        return createMessage(expr.typeName, values, frame.visits);
      },
    };
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

/** A type or a constant as a value. Most types of protobuf have a name and no value. */
function typePlan(name: string): Plan {
  const constant = ENUM_CONSTANTS.get(name);
  if (constant !== undefined) return constantPlan(constant);
  if (WELL_KNOWN_MESSAGES.get(name)?.isValue === false) {
    throw new PlanError(`reference to undefined type: ${name}`);
  }
  return constantPlan(new TypeValue(name));
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

function presencePlan(
  operand: Plan,
  field: string,
  isPresentIn: (value: CelValue, field: string) => CelValue,
): Plan {
  return {
    run(frame) {
      const value = runAsPart(operand, frame);
      if (!(value instanceof CelError)) charge(frame, 1);
      return isPresentIn(value, field);
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

/** An entry of a map. */
interface EntryPlan {
  readonly key: Plan;
  readonly value: Plan;
  readonly optional: boolean;
}

/** Creates a list of these elements. Omits optional elements that are empty. */
function listPlan(elements: readonly Plan[], isOptional: readonly boolean[]): Plan {
  return constructorPlan(elements, (frame) => buildList(elements, isOptional, frame), LIST_CREATE);
}

/** Creates a map of these entries. Omits optional entries that are empty. */
function mapPlan(entries: readonly EntryPlan[]): Plan {
  const parts = entries.flatMap((entry) => [entry.key, entry.value]);
  return constructorPlan(parts, (frame) => buildMap(entries, frame), MAP_CREATE);
}

/** Creates lists and maps of constants once. */
function constructorPlan(
  parts: readonly Plan[],
  build: (frame: Frame) => CelValue,
  cost: number,
): Plan {
  if (parts.every((part) => part.constant !== undefined)) {
    return constantPlan(build(emptyFrame()));
  }
  return {
    run(frame) {
      const value = build(frame);
      charge(frame, cost);
      return value;
    },
  };
}

function buildList(
  elements: readonly Plan[],
  isOptional: readonly boolean[],
  frame: Frame,
): CelValue {
  const items: CelValue[] = [];
  for (const [i, element] of elements.entries()) {
    const value = element.run(frame);
    if (value instanceof CelError) return value;
    if (isOptional[i] !== true) items.push(value);
    else if (!(value instanceof Optional)) return notOptional('list element', value);
    else if (value.value !== undefined) items.push(value.value);
  }
  return new ArrayList(items);
}

const notOptional = (what: string, value: CelValue): CelError =>
  new CelError(`cannot initialize optional ${what} from non-optional value ${typeNameOf(value)}`);

function buildMap(entries: readonly EntryPlan[], frame: Frame): CelValue {
  const map = new ValueMap();
  for (const entry of entries) {
    const key = entry.key.run(frame);
    if (key instanceof CelError) return key;
    const value = entry.value.run(frame);
    if (value instanceof CelError) return value;
    if (!isKey(key)) return new CelError(`unsupported key type: ${typeNameOf(key)}`);
    if (!entry.optional) map.set(key, value);
    else if (!(value instanceof Optional)) return notOptional('entry', value);
    else if (value.value === undefined) map.delete(key);
    else map.set(key, value.value);
  }
  return map;
}

const isKey = (key: CelValue): boolean =>
  ['string', 'boolean', 'bigint', 'number'].includes(typeof key) || key instanceof Uint;

/** `&&` and `||`: if one side decides the result, errors of the other side are ignored. */
function logicalPlan(left: Plan, right: Plan, deciding: boolean): Plan {
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
function conditionalPlan(condition: Plan, ifTrue: Plan, ifFalse: Plan): Plan {
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
function notStrictlyFalsePlan(operand: Plan): Plan {
  return {
    run(frame) {
      const value = operand.run(frame);
      charge(frame, 1);
      return value !== false;
    },
  };
}

/** `or` and `orValue`: the alternative for an empty optional. */
function orPlan(optional: Plan, otherwise: Plan, unwrap: boolean): Plan {
  return {
    run(frame) {
      const value = optional.run(frame);
      if (!(value instanceof Optional)) return value;
      if (value.value === undefined) return otherwise.run(frame);
      return unwrap ? value.value : value;
    },
  };
}
