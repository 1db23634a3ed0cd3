import type { CostNode, EntrySizes } from './cost-node.js';
import type { CallCost, CostedCall } from './library-cost.js';
import { add, exactly, multiply, range, scale, union, type Range } from './range.js';
import { REGEX_LENGTH, STRING_TRAVERSAL } from './weights.js';

/** Information about the expression around a call, for the estimate. */
interface Surroundings {
  readonly sizeOf: (node: CostNode) => Range;
  readonly entriesOf: (node: CostNode) => EntrySizes | undefined;
  readonly setEntries: (entries: EntrySizes) => void;
}

const traversal = (size: Range): Range => scale(size, STRING_TRAVERSAL);

/** Estimates the cost of a call of CEL's own functions, including its arguments. */
export function standardCallCost(
  call: CostedCall,
  argCosts: readonly Range[],
  around: Surroundings,
): CallCost {
  if (call.overload === 'logical_or' || call.overload === 'logical_and') {
    return { cost: range(argCosts[0]?.min ?? 0, add(...argCosts).max) };
  }
  if (call.overload === 'conditional') return conditionalCost(call, argCosts, around);
  const { cost, size } = ownCost(call, around) ?? { cost: exactly(1) };
  return { cost: add(cost, ...argCosts), size };
}

function conditionalCost(
  { args }: CostedCall,
  argCosts: readonly Range[],
  around: Surroundings,
): CallCost {
  const [, ifTrue, ifFalse] = args;
  const [condition, costTrue, costFalse] = argCosts;
  if (!ifTrue || !ifFalse || !condition || !costTrue || !costFalse) return { cost: exactly(0) };
  joinEntries(ifTrue, ifFalse, around);
  return {
    cost: add(condition, union(costTrue, costFalse)),
    size: union(around.sizeOf(ifTrue), around.sizeOf(ifFalse)),
  };
}

function ownCost(
  { overload, target, args }: CostedCall,
  around: Surroundings,
): CallCost | undefined {
  const [first, second] = args;
  const { sizeOf } = around;
  if (COMPARISONS.has(overload) && first && second) {
    const most = Math.min(sizeOf(first).max, sizeOf(second).max);
    return { cost: traversal(range(most > 0 ? 1 : 0, most)) };
  }
  switch (overload) {
    case 'string_format':
      return target && { cost: traversal(sizeOf(target)) };
    case 'string_to_bytes': {
      if (first === undefined) return undefined;
      const size = sizeOf(first);
      return { cost: traversal(size), size: range(size.min, size.max * 4) };
    }
    case 'bytes_to_string': {
      if (first === undefined) return undefined;
      const size = sizeOf(first);
      return { cost: traversal(size), size: range(Math.floor(size.min / 4), size.max) };
    }
    case 'strings_quote': {
      if (first === undefined) return undefined;
      const size = sizeOf(first);
      return { cost: traversal(size), size: range(size.min + 2, size.max * 2 + 2) };
    }
    case 'starts_with_string':
    case 'ends_with_string':
      return first && { cost: traversal(sizeOf(first)) };
    case 'in_list':
      return second && { cost: sizeOf(second) };
    case 'matches':
    case 'matches_string': {
      const text = target ?? first;
      const pattern = target === undefined ? second : first;
      if (text === undefined || pattern === undefined) return undefined;
      const search = traversal(add(sizeOf(text), exactly(1)));
      return { cost: multiply(search, scale(sizeOf(pattern), REGEX_LENGTH)) };
    }
    case 'contains_string':
      if (target === undefined || first === undefined) return undefined;
      return { cost: multiply(traversal(sizeOf(target)), traversal(sizeOf(first))) };
    case 'add_string':
    case 'add_bytes':
    case 'add_list': {
      if (first === undefined || second === undefined) return undefined;
      const size = add(sizeOf(first), sizeOf(second));
      joinEntries(first, second, around);
      return { cost: overload === 'add_list' ? exactly(1) : traversal(size), size };
    }
    default:
      return undefined;
  }
}

const COMPARISONS = new Set([
  'equals',
  'not_equals',
  ...['less', 'greater', 'less_equals', 'greater_equals'].flatMap((name) => [
    `${name}_string`,
    `${name}_bytes`,
  ]),
]);

/** Joins the sizes of two lists or maps, either of which may be the result. */
function joinEntries(a: CostNode, b: CostNode, around: Surroundings): void {
  const [first, second] = [around.entriesOf(a), around.entriesOf(b)];
  if (first === undefined || second === undefined) return;
  around.setEntries({
    container: first.container,
    key: union(first.key, second.key),
    value: union(first.value, second.value),
  });
}
