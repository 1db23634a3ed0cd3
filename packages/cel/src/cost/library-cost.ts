import type { CelType } from '../types/cel-type.js';
import type { CostNode, SchemaSizes } from './cost-node.js';
import { add, exactly, MOST, multiply, range, scale, type Range } from './range.js';
import {
  AUTHORIZATION_CHECK,
  LIST_CREATE,
  MAX_FORMAT,
  MAX_FORMAT_REGEX,
  REGEX_LENGTH,
  STRING_TRAVERSAL,
} from './weights.js';

/** The cost of a call and, if known, the size of its result. */
export interface CallCost {
  readonly cost: Range;
  readonly size?: Range | undefined;
}

/** A call whose cost is estimated. */
export interface CostedCall {
  readonly name: string;
  readonly overload: string;
  readonly target: CostNode | undefined;
  readonly args: readonly CostNode[];
  readonly sizes: SchemaSizes;
}

type Estimator = (call: CostedCall) => CallCost | undefined;

/**
 * Estimates the cost of a library function, as the estimators of cel-go's extensions and
 * apiserver's cel/library/cost.go. Returns undefined for functions of CEL itself.
 */
export function estimateLibraryCall(call: CostedCall): CallCost | undefined {
  return BY_OVERLOAD.get(call.overload)?.(call) ?? BY_NAME.get(call.name)?.(call);
}

const nominal: Estimator = () => ({ cost: exactly(1) });
const traversal = (size: Range, times = 1): Range => scale(size, times * STRING_TRAVERSAL);

/** Traverses the receiver. The result has the same size. */
const traverseTarget: Estimator = ({ target, sizes }) => {
  if (target === undefined) return undefined;
  const size = sizes.sizeOf(target);
  return { cost: traversal(size), size };
};

const traverseArgument =
  (times = 1): Estimator =>
  ({ args, sizes }) => {
    const [argument] = args;
    return argument && { cost: traversal(sizes.sizeOf(argument), times) };
  };

/** Traverses a list, and its elements if they are strings. */
const traverseList: Estimator = ({ target, sizes }) => {
  if (target === undefined) return undefined;
  const element = elementOf(target);
  if (element === undefined) return { cost: traversal(sizes.sizeOf(target)) };
  const isText = element.type.kind === 'string' || element.type.kind === 'bytes';
  const each = isText ? add(exactly(1), traversal(sizes.sizeOf(element))) : exactly(1);
  return { cost: multiply(sizes.sizeOf(target), each) };
};

function elementOf(list: CostNode): CostNode | undefined {
  const type: CelType | undefined = list.type.params[0];
  if (type === undefined) return undefined;
  const path = list.path && [...list.path, '@items'];
  return { path, type, expr: undefined, computedSize: undefined };
}

const url: Estimator = ({ args, sizes }) => {
  const [argument] = args;
  if (argument === undefined) return undefined;
  const size = sizes.sizeOf(argument);
  return { cost: traversal(size), size };
};

const replace: Estimator = ({ target, args, sizes }) => {
  const [old, replacement] = args;
  if (target === undefined || old === undefined || replacement === undefined) return undefined;
  const size = sizes.sizeOf(target);
  const [from, to] = [sizes.sizeOf(old), sizes.sizeOf(replacement)];
  const most = replacements(size.max, from.min, to.max);
  const least = replacements(size.min, from.max, to.min, true);
  const count = range(least.count, most.count);
  const retained = range(least.retained, most.retained);
  return { cost: traversal(size, 2), size: add(multiply(count, to), retained) };
};

/** How often a part is replaced at most, and the size of the remaining text. */
function replacements(
  size: number,
  from: number,
  to: number,
  isLeast = false,
): { count: number; retained: number } {
  if (from === 0) return { count: Math.min(size + 1, MOST), retained: size };
  const shrinks = isLeast ? from <= to : to <= from;
  return shrinks ? { count: 0, retained: size } : { count: Math.ceil(size / from), retained: 0 };
}

const split: Estimator = ({ target, args, sizes }) => {
  if (target === undefined) return undefined;
  const size = sizes.sizeOf(target);
  const limit = signedLiteral(args[1]) ?? size.max;
  // Upstream converts the limit -1 ("no limit") to the largest unsigned integer.
  return { cost: traversal(size, 2), size: range(0, limit < 0 ? MOST : limit) };
};

const join: Estimator = ({ target, args, sizes }) => {
  if (target === undefined) return undefined;
  const count = sizes.sizeOf(target);
  const element = elementOf(target);
  let size = element === undefined ? exactly(0) : multiply(count, sizes.sizeOf(element));
  const [separator] = args;
  if (separator !== undefined) {
    const separators = range(Math.max(0, count.min - 1), Math.max(0, count.max - 1));
    size = add(size, multiply(sizes.sizeOf(separator), separators));
  }
  return { cost: traversal(size), size };
};

const find: Estimator = ({ target, args, sizes }) => {
  const [pattern] = args;
  if (target === undefined || pattern === undefined) return undefined;
  const size = sizes.sizeOf(target);
  const text = traversal(add(size, exactly(1)));
  const regex = scale(sizes.sizeOf(pattern), REGEX_LENGTH);
  return { cost: multiply(text, regex), size: range(0, size.max) };
};

const ip: Estimator = (call) =>
  call.overload === 'cidr_ip' ? { cost: exactly(1) } : traverseArgument()(call);

const addressBytes = range(4, 16);

const containsAddress: Estimator = ({ overload, args, sizes }) => {
  const [argument] = args;
  if (argument === undefined) return undefined;
  const comparison = traversal(add(addressBytes, addressBytes));
  const parsing = overload === 'cidr_contains_ip_string' ? [traversal(sizes.sizeOf(argument))] : [];
  return { cost: add(comparison, ...parsing) };
};

const containsNetwork: Estimator = ({ overload, args, sizes }) => {
  const [argument] = args;
  if (argument === undefined) return undefined;
  const comparison = traversal(add(addressBytes, addressBytes));
  const isText = overload === 'cidr_contains_cidr_string';
  const parsing = isText ? [traversal(sizes.sizeOf(argument))] : [];
  return { cost: add(comparison, traversal(addressBytes), exactly(1), ...parsing) };
};

const validate: Estimator = ({ args, sizes }) => {
  const [argument] = args;
  if (argument === undefined) return undefined;
  return { cost: scale(traversal(sizes.sizeOf(argument)), MAX_FORMAT_REGEX * REGEX_LENGTH) };
};

const CHEAPLY_COMPARED = ['net.IP', 'net.CIDR', 'kubernetes.Quantity', 'kubernetes.Semver'];

const equals: Estimator = ({ args }) => {
  const [left, right] = args;
  if (left === undefined || right === undefined || left.type.name !== right.type.name) {
    return undefined;
  }
  if (CHEAPLY_COMPARED.includes(left.type.name)) return { cost: exactly(1) };
  if (left.type.name === 'kubernetes.NamedFormat') return { cost: traversal(range(1, MAX_FORMAT)) };
  if (left.type.name !== 'kubernetes.URL') return undefined;
  return { cost: traversal(range(1, right.computedSize?.max ?? 1)) };
};

/** A call that creates a list: one step per element, plus the list itself. */
function makesList(size: Range, factor: number): CallCost {
  return { cost: add(scale(size, factor), exactly(1), exactly(LIST_CREATE)), size };
}

const listSlice: Estimator = ({ target, args, sizes }) => {
  if (target === undefined || args.length !== 2) return undefined;
  const start = intLiteral(args[0]) ?? 0;
  const end = intLiteral(args[1]) ?? sizes.sizeOf(target).max;
  return makesList(exactly(end >= start ? end - start : MOST - (start - end)), 1);
};

const listsRange: Estimator = ({ args }) => makesList(exactly(intLiteral(args[0]) ?? MOST), 1);

const listReverse: Estimator = ({ target, sizes }) => target && makesList(sizes.sizeOf(target), 1);

const listFlatten: Estimator = ({ target, args, sizes }) => {
  if (target === undefined) return undefined;
  const depth = args.length === 1 ? (intLiteral(args[0]) ?? MOST) : 1;
  return makesList(sizes.sizeOf(target), depth);
};

/** Compares each element with every other element. */
const compareAll = (node: CostNode | undefined, sizes: SchemaSizes, factor: number) =>
  node && makesList(multiply(sizes.sizeOf(node), sizes.sizeOf(node)), factor);

const listDistinct: Estimator = ({ target, sizes }) => compareAll(target, sizes, 2);

const sets =
  (factor: number): Estimator =>
  ({ args, sizes }) => {
    const [a, b] = args;
    if (a === undefined || b === undefined) return undefined;
    const pairs = multiply(sizes.sizeOf(a), sizes.sizeOf(b));
    return { cost: add(scale(pairs, factor), exactly(1)) };
  };

/** A literal int as a size. Undefined for all other nodes. */
function intLiteral(node: CostNode | undefined): number | undefined {
  const value = signedLiteral(node);
  return value === undefined ? undefined : Math.max(0, value);
}

function signedLiteral(node: CostNode | undefined): number | undefined {
  if (node?.expr?.kind !== 'literal' || typeof node.expr.value !== 'bigint') return undefined;
  return Number(node.expr.value);
}

function sortEstimators(): [string, Estimator][] {
  const types = ['int', 'uint', 'double', 'bool', 'string', 'bytes'];
  types.push('google.protobuf.Duration', 'google.protobuf.Timestamp');
  return types.flatMap((type): [string, Estimator][] => {
    const factor = type === 'string' || type === 'bytes' ? 2 + STRING_TRAVERSAL : 2;
    return [
      [`list_${type}_sort`, ({ target, sizes }) => compareAll(target, sizes, factor)],
      [
        `list_${type}_sortByAssociatedKeys`,
        ({ args, sizes }) => compareAll(args[0], sizes, factor),
      ],
    ];
  });
}

const BY_OVERLOAD: ReadonlyMap<string, Estimator> = new Map([
  ['list_slice', listSlice],
  ['list_flatten', listFlatten],
  ['list_flatten_int', listFlatten],
  ['lists_range', listsRange],
  ['list_reverse', listReverse],
  ['list_distinct', listDistinct],
  ['list_sets_contains_list', sets(1)],
  ['list_sets_intersects_list', sets(1)],
  ['list_sets_equivalent_list', sets(2)],
  ...sortEstimators(),
]);

const named = (names: string, estimator: Estimator): [string, Estimator][] =>
  names.split(' ').map((name) => [name, estimator]);

const BY_NAME: ReadonlyMap<string, Estimator> = new Map([
  ...named('isSorted sum max min indexOf lastIndexOf', traverseList),
  ...named('lowerAscii upperAscii substring trim', traverseTarget),
  ...named('find findAll', find),
  ...named('cidr isIP isCIDR quantity isQuantity semver isSemver', traverseArgument()),
  ...named('masked prefixLength family isUnspecified isLoopback', nominal),
  ...named('isLinkLocalMulticast isLinkLocalUnicast isGlobalUnicast format.named', nominal),
  ...named('sign asInteger isInteger asApproximateFloat isGreaterThan isLessThan', nominal),
  ...named('compareTo add sub major minor patch', nominal),
  ...named('getScheme getHostname getHost getPort getEscapedPath getQuery', nominal),
  ['check', () => ({ cost: exactly(AUTHORIZATION_CHECK) })],
  ['url', url],
  ['replace', replace],
  ['split', split],
  ['join', join],
  ['ip', ip],
  ['ip.isCanonical', traverseArgument(2)],
  ['containsIP', containsAddress],
  ['containsCIDR', containsNetwork],
  ['validate', validate],
  ['_==_', equals],
]);
