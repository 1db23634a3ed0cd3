import { ACCUMULATOR, type Comprehension, type Expr, type Ident } from './ast.js';

/** Thrown for a macro call that cannot be expanded. `at` is the invalid argument. */
export class MacroError extends Error {
  override readonly name = 'MacroError';
  readonly at: Expr;

  constructor(at: Expr, message: string) {
    super(message);
    this.at = at;
  }
}

/** Creates nodes that have the macro's own position. */
class Factory {
  readonly offset: number;

  constructor(offset: number) {
    this.offset = offset;
  }

  bool = (value: boolean): Expr => ({ kind: 'literal', offset: this.offset, value });
  int = (value: bigint): Expr => ({ kind: 'literal', offset: this.offset, value });
  ident = (name: string): Ident => ({ kind: 'ident', offset: this.offset, name });
  accu = (): Ident => this.ident(ACCUMULATOR);
  call = (name: string, ...args: Expr[]): Expr => this.memberCall(name, undefined, ...args);
  memberCall = (name: string, target: Expr | undefined, ...args: Expr[]): Expr => ({
    kind: 'call',
    offset: this.offset,
    name,
    target,
    args,
  });
  list = (...elements: Expr[]): Expr => ({
    kind: 'list',
    offset: this.offset,
    elements,
    optionals: new Set(),
  });
  map = (): Expr => ({ kind: 'map', offset: this.offset, entries: [] });
  fold = (parts: Omit<Comprehension, 'kind' | 'offset'>): Expr => ({
    kind: 'comprehension',
    offset: this.offset,
    ...parts,
  });

  /** `let name = value in body`, as a fold over an empty list. */
  bind = (name: string, value: Expr, body: Expr): Expr =>
    this.fold({
      range: this.list(),
      iterVar: '#unused',
      iterVar2: undefined,
      accuVar: name,
      accuInit: value,
      condition: this.bool(false),
      step: this.ident(name),
      result: body,
    });
}

interface MacroCall {
  readonly make: Factory;
  readonly target: Expr;
  readonly args: readonly Expr[];
}

type Macro = (call: MacroCall) => Expr;

/**
 * Expands a macro call. Returns undefined for other calls.
 *
 * @throws MacroError if the arguments of a macro are invalid
 */
export function expandMacro(
  name: string,
  offset: number,
  target: Expr | undefined,
  args: readonly Expr[],
): Expr | undefined {
  const [first] = args;
  if (target === undefined) {
    return name === 'has' && args.length === 1 && first !== undefined
      ? presenceTest(first, offset)
      : undefined;
  }
  const macro = MACROS.get(`${name}:${args.length}`);
  return macro?.({ make: new Factory(offset), target, args });
}

function presenceTest(argument: Expr, offset: number): Expr {
  if (argument.kind !== 'select') throw new MacroError(argument, 'invalid argument to has() macro');
  return { ...argument, offset, testOnly: true };
}

type Quantifier = (
  make: Factory,
  predicate: Expr,
) => {
  accuInit: Expr;
  condition: Expr;
  step: Expr;
  result: Expr;
};

const all: Quantifier = (make, predicate) => ({
  accuInit: make.bool(true),
  condition: make.call('@not_strictly_false', make.accu()),
  step: make.call('_&&_', make.accu(), predicate),
  result: make.accu(),
});

const exists: Quantifier = (make, predicate) => ({
  accuInit: make.bool(false),
  condition: make.call('@not_strictly_false', make.call('!_', make.accu())),
  step: make.call('_||_', make.accu(), predicate),
  result: make.accu(),
});

const existsOne: Quantifier = (make, predicate) => ({
  accuInit: make.int(0n),
  condition: make.bool(true),
  step: make.call('_?_:_', predicate, make.call('_+_', make.accu(), make.int(1n)), make.accu()),
  result: make.call('_==_', make.accu(), make.int(1n)),
});

/** A quantifier over elements with one or two variables. */
const quantified =
  (count: 1 | 2, quantifier: Quantifier): Macro =>
  ({ make, target, args }) =>
    make.fold({
      range: target,
      ...iterationVariables(args, count, 'argument must be a simple name'),
      accuVar: ACCUMULATOR,
      ...quantifier(make, argument(args, count)),
    });

/** A fold that accumulates: `step` adds one element if it passes the filter. */
function gather(
  { make, target }: MacroCall,
  vars: Variables,
  { init, step, filter }: { init: Expr; step: Expr; filter: Expr | undefined },
): Expr {
  return make.fold({
    range: target,
    ...vars,
    accuVar: ACCUMULATOR,
    accuInit: init,
    condition: make.bool(true),
    step: filter === undefined ? step : make.call('_?_:_', filter, step, make.accu()),
    result: make.accu(),
  });
}

const addItem = (make: Factory, item: Expr): Expr => make.call('_+_', make.accu(), make.list(item));

/** Lists the last argument, for the elements that pass an argument before it. */
const listed =
  (count: 1 | 2, complaint: string): Macro =>
  (call) => {
    const { make, args } = call;
    const vars = iterationVariables(args, count, complaint);
    const step = addItem(make, argument(args, args.length - 1));
    return gather(call, vars, { init: make.list(), step, filter: filterIn(args, count) });
  };

/** Maps the last argument: a value for the key of each element, or a map of entries. */
const mapped =
  (hasEntries: boolean): Macro =>
  (call) => {
    const { make, args } = call;
    const vars = iterationVariables(args, 2, 'argument must be a simple name');
    const keys = hasEntries ? [] : [make.ident(vars.iterVar)];
    const last = argument(args, args.length - 1);
    const step = make.call('cel.@mapInsert', make.accu(), ...keys, last);
    return gather(call, vars, { init: make.map(), step, filter: filterIn(args, 2) });
  };

const filterIn = (args: readonly Expr[], count: number): Expr | undefined =>
  args.length === count + 2 ? args[count] : undefined;

const mapMacro = listed(1, 'argument is not an identifier');
const transformList = listed(2, 'argument must be a simple name');

const filterMacro: Macro = (call) => {
  const { make, args } = call;
  const vars = iterationVariables(args, 1, 'argument is not an identifier');
  const step = addItem(make, argument(args, 0));
  return gather(call, vars, { init: make.list(), step, filter: argument(args, 1) });
};

const optMap: Macro = ({ make, target, args }) => {
  const name = optionalVariable(args[0], 'optMap');
  const body = make.bind(name, make.memberCall('value', target), argument(args, 1));
  return make.call(
    '_?_:_',
    make.memberCall('hasValue', target),
    make.call('optional.of', body),
    make.call('optional.none'),
  );
};

const optFlatMap: Macro = ({ make, target, args }) => {
  const name = optionalVariable(args[0], 'optFlatMap');
  const body = make.bind(name, make.memberCall('value', target), argument(args, 1));
  return make.call('_?_:_', make.memberCall('hasValue', target), body, make.call('optional.none'));
};

const sortBy: Macro = (call) => {
  const { make, target } = call;
  if (target.kind === 'literal' || target.kind === 'map' || target.kind === 'struct') {
    throw new MacroError(
      target,
      'sortBy can only be applied to a list, identifier, comprehension, call or select expression',
    );
  }
  const input = make.ident('@__sortBy_input__');
  const keys = mapMacro({ ...call, target: input });
  return make.bind(input.name, target, make.memberCall('@sortByAssociatedKeys', input, keys));
};

const MACROS: ReadonlyMap<string, Macro> = new Map([
  ['all:2', quantified(1, all)],
  ['exists:2', quantified(1, exists)],
  ['exists_one:2', quantified(1, existsOne)],
  ['map:2', mapMacro],
  ['map:3', mapMacro],
  ['filter:2', filterMacro],
  ['all:3', quantified(2, all)],
  ['exists:3', quantified(2, exists)],
  ['existsOne:3', quantified(2, existsOne)],
  ['exists_one:3', quantified(2, existsOne)],
  ['transformList:3', transformList],
  ['transformList:4', transformList],
  ['transformMap:3', mapped(false)],
  ['transformMap:4', mapped(false)],
  ['transformMapEntry:3', mapped(true)],
  ['transformMapEntry:4', mapped(true)],
  ['optMap:2', optMap],
  ['optFlatMap:2', optFlatMap],
  ['sortBy:2', sortBy],
]);

function argument(args: readonly Expr[], position: number): Expr {
  const found = args[position];
  if (found === undefined) throw new RangeError(`a macro has no argument ${position}`);
  return found;
}

function iterationVariable(arg: Expr | undefined, complaint: string): string {
  if (arg === undefined) throw new RangeError('a macro has no variable');
  if (arg.kind !== 'ident') throw new MacroError(arg, complaint);
  if (arg.name === ACCUMULATOR) {
    throw new MacroError(arg, 'iteration variable overwrites accumulator variable');
  }
  return arg.name;
}

interface Variables {
  readonly iterVar: string;
  readonly iterVar2: string | undefined;
}

/** The names of one or two variables. `complaint` is the message for one that is not a name. */
function iterationVariables(args: readonly Expr[], count: 1 | 2, complaint: string): Variables {
  const iterVar = iterationVariable(args[0], complaint);
  if (count === 1) return { iterVar, iterVar2: undefined };
  const iterVar2 = iterationVariable(args[1], complaint);
  if (iterVar === iterVar2) {
    throw new MacroError(argument(args, 1), `duplicate variable name: ${iterVar}`);
  }
  return { iterVar, iterVar2 };
}

function optionalVariable(arg: Expr | undefined, macro: string): string {
  if (arg?.kind === 'ident') return arg.name;
  if (arg === undefined) throw new RangeError('a macro has no variable');
  throw new MacroError(arg, `${macro}() variable name must be a simple identifier`);
}
