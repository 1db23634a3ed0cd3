import type { Checked, Resolution } from '../check/checked.js';
import type { Call, Comprehension, Expr, ListExpr, MapExpr } from '../syntax/ast.js';
import type { FunctionLibrary } from '../library/function-library.js';
import { ValueMap } from '../values/value-map.js';
import {
  ArrayList,
  CelError,
  CelList,
  CelMap,
  GrowingList,
  noSuchOverload,
  Optional,
  TypeValue,
  Uint,
  typeNameOf,
  type CelValue,
} from '../values/value.js';
import { LIST_CREATE, MAP_CREATE } from '../cost/weights.js';
import { compileCall } from './compile-call.js';
import {
  attributePlan,
  charge,
  constantPlan,
  CostLimitError,
  emptyFrame,
  runAsPart,
  type Frame,
  type Plan,
} from './plan.js';
import { isPresent, selectFrom, selectOptionally } from './select.js';

/** What came of an evaluation. */
export interface Outcome {
  readonly value: CelValue;
  readonly cost: number;
  /** Whether it was given up because it cost more than it may. */
  readonly isOverLimit: boolean;
}

/** An expression that can be run with values for its variables. */
export interface Program {
  run(variables: readonly CelValue[], costLimit: number): Outcome;
}

/**
 * Makes a checked expression ready to run. `variables` are its free variables in the order in
 * which their values will come.
 *
 * @throws PlanError where it can never run
 */
export function compileExpression(
  checked: Checked,
  variables: readonly string[],
  library: FunctionLibrary,
): Program {
  const compiler = new Compiler(checked, library);
  const plan = compiler.compile(checked.expr, new Map(variables.map((name, slot) => [name, slot])));
  return {
    run(values, costLimit) {
      const frame: Frame = { slots: [...values], pending: [], cost: 0, costLimit };
      try {
        return { value: plan.run(frame), cost: frame.cost, isOverLimit: false };
      } catch (error) {
        if (!(error instanceof CostLimitError)) throw error;
        return { value: new CelError(error.message), cost: frame.cost, isOverLimit: true };
      }
    },
  };
}

/** Which slot of the frame holds which variable. */
type Slots = ReadonlyMap<string, number>;

class Compiler {
  readonly #checked: Checked;
  readonly #library: FunctionLibrary;

  constructor(checked: Checked, library: FunctionLibrary) {
    this.#checked = checked;
    this.#library = library;
  }

  compile(expr: Expr, slots: Slots): Plan {
    const typeName = this.#checked.typeNames.get(expr);
    if (typeName !== undefined) return constantPlan(new TypeValue(typeName));
    switch (expr.kind) {
      case 'literal':
        return constantPlan(expr.value);
      case 'ident':
        return variablePlan(expr.name, slots);
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
    const build = (frame: Frame): CelValue => buildList(elements, isOptional, frame);
    return constructorPlan(elements, build, LIST_CREATE);
  }

  #map(expr: MapExpr, slots: Slots): Plan {
    const entries = expr.entries.map((entry) => ({
      key: this.compile(entry.key, slots),
      value: this.compile(entry.value, slots),
      optional: entry.optional,
    }));
    const parts = entries.flatMap((entry) => [entry.key, entry.value]);
    return constructorPlan(parts, (frame) => buildMap(entries, frame), MAP_CREATE);
  }

  #comprehension(expr: Comprehension, slots: Slots): Plan {
    const accuSlot = nextSlot(slots);
    const withAccu: Slots = new Map([...slots, [expr.accuVar, accuSlot]]);
    const [slot1, slot2] = [accuSlot + 1, accuSlot + 2];
    const inner = new Map([...withAccu, [expr.iterVar, slot1]]);
    if (expr.iterVar2 !== undefined) inner.set(expr.iterVar2, slot2);
    return comprehensionPlan({
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

const nextSlot = (slots: Slots): number => Math.max(-1, ...slots.values()) + 1;

function operandsOf(expr: Call, { target }: Resolution): readonly Expr[] {
  return target === undefined ? expr.args : [target, ...expr.args];
}

function variablePlan(name: string, slots: Slots): Plan {
  const slot = slots.get(name.startsWith('.') ? name.slice(1) : name);
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

/** What a chain costs that begins with this operand. */
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

/** A field or an item of something. */
function partPlan(
  operand: Plan,
  key: Plan,
  select: (value: CelValue, key: CelValue) => CelValue,
): Plan {
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

/** `&&` and `||`: one side that decides is enough, whatever is wrong with the other. */
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

function notStrictlyFalsePlan(operand: Plan): Plan {
  return {
    run(frame) {
      const value = operand.run(frame);
      charge(frame, 1);
      return value !== false;
    },
  };
}

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

/** Lists and maps of constants are made once. */
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

interface EntryPlan {
  readonly key: Plan;
  readonly value: Plan;
  readonly optional: boolean;
}

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

interface Fold {
  readonly range: Plan;
  readonly init: Plan;
  readonly condition: Plan;
  readonly step: Plan;
  readonly result: Plan;
  /** Whether the fold has two variables; they take the slots after the accumulator's. */
  readonly hasTwo: boolean;
  readonly accuSlot: number;
}

function comprehensionPlan(fold: Fold): Plan {
  const { accuSlot } = fold;
  // cel-go makes the first value when it is asked for, which for a mere name may be never.
  const initial = (frame: Frame): CelValue => growable(fold.init.run(frame));
  return {
    run(frame) {
      const range = fold.range.run(frame);
      if (range instanceof CelError) return range;
      frame.pending[accuSlot] = initial;
      const entries = iterate(range, fold.hasTwo);
      if (entries === undefined)
        return new CelError(`got '${goTypeName(range)}', expected iterable type`);
      for (const [first, second] of entries) {
        frame.slots[accuSlot + 1] = first;
        if (second !== undefined) frame.slots[accuSlot + 2] = second;
        const goesOn = fold.condition.run(frame);
        if (typeof goesOn === 'boolean' && !goesOn) break;
        frame.slots[accuSlot] = fold.step.run(frame);
        frame.pending[accuSlot] = undefined;
      }
      return settled(fold.result.run(frame));
    },
  };
}

/** The name of the value's type within cel-go. */
function goTypeName(value: CelValue): string {
  const name = typeNameOf(value).replace(/^.*\./, '');
  return `types.${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** An empty list or map to gather in grows in place. */
function growable(init: CelValue): CelValue {
  if (init instanceof ArrayList && init.size === 0) return new GrowingList();
  return init instanceof ValueMap && init.size === 0 ? new ValueMap() : init;
}

const settled = (value: CelValue): CelValue =>
  value instanceof GrowingList ? new ArrayList(value.items) : value;

function* pairs(range: CelList): Generator<[CelValue, CelValue]> {
  for (let i = 0; i < range.size; i++) yield [BigInt(i), range.at(i)];
}

/** What a fold goes over; with one variable the items of a list or the keys of a map. */
function iterate(
  range: CelValue,
  hasTwo: boolean,
): Iterable<readonly [CelValue, CelValue?]> | undefined {
  if (range instanceof CelList) {
    return hasTwo ? pairs(range) : [...range].map((item): [CelValue] => [item]);
  }
  if (!(range instanceof CelMap)) return undefined;
  return range.keys().map((key) => (hasTwo ? [key, range.find(key) ?? null] : [key]));
}
