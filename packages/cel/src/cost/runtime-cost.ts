import { byteLength } from '@vmgen/base/bytes';
import { runeCount } from '@vmgen/base/text';
import { NamedFormat } from '../library/named-format.js';
import { VisitBudget } from '../values/cost-limit-error.js';
import { PanicError } from '../values/panic-error.js';
import { CelError, CelList, CelMap, CelObject, Optional, type CelValue } from '../values/value.js';
import { AUTHORIZATION_CHECK, LIST_CREATE, REGEX_LENGTH, STRING_TRAVERSAL } from './weights.js';

/**
 * The cost of a call that was just evaluated (cel-go's interpreter/runtimecost.go with Kubernetes'
 * estimator). `overload` is empty if the overload was selected at run time.
 */
export function runtimeCallCost(
  name: string,
  overload: string,
  args: readonly CelValue[],
  result: CelValue,
): number {
  const list = listCallCost(overload, args, result);
  if (list !== undefined) return list;
  return libraryCallCost(name, overload, args, result) ?? standardCallCost(overload, args);
}

const traversal = (size: number, times = 1): number => Math.ceil(size * times * STRING_TRAVERSAL);

/** The size for cost computation: characters, bytes, items or entries. */
function sizeOf(value: CelValue | undefined): number {
  if (typeof value === 'string') return runeCount(value);
  if (value instanceof Uint8Array) return value.length;
  if (value instanceof CelList || value instanceof CelMap) return value.size;
  if (value instanceof CelObject) return value.costSize;
  return value instanceof Optional && value.value !== undefined ? sizeOf(value.value) : 1;
}

function listCallCost(
  overload: string,
  args: readonly CelValue[],
  result: CelValue,
): number | undefined {
  const making = (size: number, factor = 1): number =>
    Math.floor(size * (factor < 0 ? 1 : factor)) + 1 + LIST_CREATE;
  if (/^list_.*_sort$/.test(overload)) return making(...comparisons(args[0]));
  if (overload.endsWith('_sortByAssociatedKeys')) return making(...comparisons(args[1]));
  switch (overload) {
    case 'list_slice':
    case 'lists_range':
    case 'list_reverse':
      return making(sizeOf(result));
    case 'list_flatten':
    case 'list_flatten_int':
      return making(sizeOf(args[0]), args.length === 2 ? Number(args[1]) : 1);
    case 'list_distinct':
      return making(...comparisons(args[0]));
    case 'list_sets_contains_list':
    case 'list_sets_intersects_list':
      return 1 + sizeOf(args[0]) * sizeOf(args[1]);
    case 'list_sets_equivalent_list':
      return 1 + sizeOf(args[0]) * sizeOf(args[1]) * 2;
    default:
      return undefined;
  }
}

/** The number of pairwise comparisons of a list's elements, and the cost of one comparison. */
function comparisons(list: CelValue | undefined): [number, number] {
  if (list instanceof CelError) {
    throw new PanicError(
      'interface conversion: *types.Err is not traits.Lister: missing method Add',
    );
  }
  const size = sizeOf(list);
  const first = list instanceof CelList && size > 0 ? list.at(0) : undefined;
  const isText = typeof first === 'string' || first instanceof Uint8Array;
  return [size * size, isText ? 2 + STRING_TRAVERSAL : 2];
}

const NOMINAL = new Set(
  (
    'masked prefixLength family isUnspecified isLoopback isLinkLocalMulticast isLinkLocalUnicast ' +
    'isGlobalUnicast format.named sign asInteger isInteger asApproximateFloat isGreaterThan ' +
    'isLessThan compareTo add sub major minor patch getScheme getHostname getHost getPort ' +
    'getEscapedPath getQuery path group serviceAccount resource subresource namespace name ' +
    'allowed reason error errored'
  ).split(' '),
);
const TRAVERSING = new Set(
  'url lowerAscii upperAscii substring trim cidr isIP isCIDR quantity isQuantity semver isSemver'.split(
    ' ',
  ),
);
const GOING_OVER_LIST = new Set('isSorted sum max min indexOf lastIndexOf'.split(' '));

function libraryCallCost(
  name: string,
  overload: string,
  args: readonly CelValue[],
  result: CelValue,
): number | undefined {
  const [first, second] = args;
  if (NOMINAL.has(name)) return 1;
  if (TRAVERSING.has(name)) return traversal(sizeOf(first));
  if (GOING_OVER_LIST.has(name)) return deepTraversal(first ?? null);
  switch (name) {
    case 'check':
      return AUTHORIZATION_CHECK;
    case 'fieldSelector':
    case 'labelSelector':
      return traversal(sizeOf(second));
    case 'replace':
    case 'split':
    case 'ip.isCanonical':
      return traversal(sizeOf(first), 2);
    case 'join':
      return traversal(sizeOf(result), 2);
    case 'find':
    case 'findAll':
      return traversal(1 + sizeOf(first)) * Math.ceil(sizeOf(second) * REGEX_LENGTH);
    case 'ip':
      return overload === 'cidr_ip' ? 1 : traversal(sizeOf(first));
    case 'containsIP': {
      const parsing = overload === 'cidr_contains_ip_string' ? traversal(sizeOf(second)) : 0;
      return traversal(sizeOf(first), 2) + parsing;
    }
    case 'containsCIDR': {
      const parsing = overload === 'cidr_contains_cidr_string' ? traversal(sizeOf(second)) : 0;
      return traversal(sizeOf(first), 2) + traversal(sizeOf(first)) + 1 + parsing;
    }
    case 'validate': {
      const regex = first instanceof NamedFormat ? first.regexSize : 1;
      return traversal(1 + sizeOf(second)) * Math.ceil(regex * REGEX_LENGTH);
    }
    case '_==_':
      return first instanceof CelObject && first.typeName !== 'unknown' ? 1 : undefined;
    default:
      return undefined;
  }
}

function standardCallCost(overload: string, args: readonly CelValue[]): number {
  const [first, second] = args;
  switch (overload) {
    case 'starts_with_string':
    case 'ends_with_string':
      return traversal(sizeOf(second));
    case 'string_to_bytes':
    case 'bytes_to_string':
    case 'strings_quote':
    case 'string_format':
      return traversal(sizeOf(first));
    case 'in_list':
      return sizeOf(second);
    case 'add_string':
    case 'add_bytes':
      return traversal(sizeOf(first) + sizeOf(second));
    case 'matches':
    case 'matches_string':
      return traversal(1 + sizeOf(first)) * Math.ceil(sizeOf(second) * REGEX_LENGTH);
    case 'contains_string':
      return traversal(sizeOf(first)) * traversal(sizeOf(second));
    case 'equals':
    case 'not_equals':
      return traversal(Math.min(sizeOf(first), sizeOf(second)));
    default:
      if (!/^(less|greater)(_equals)?_(string|bytes)$/.test(overload)) return 1;
      return traversal(Math.min(sizeOf(first), sizeOf(second)));
  }
}

/** The cost of visiting everything inside a list, map or string once. */
function deepTraversal(value: CelValue, budget = new VisitBudget()): number {
  budget.visit();
  if (typeof value === 'string') return Math.floor(byteLength(value) * STRING_TRAVERSAL);
  if (value instanceof Uint8Array) return Math.floor(value.length * STRING_TRAVERSAL);
  let cost = 0;
  if (value instanceof CelList) {
    for (const item of value) cost += deepTraversal(item, budget);
    return cost;
  }
  if (!(value instanceof CelMap)) return 1;
  for (const key of value.keys())
    cost += deepTraversal(key, budget) + deepTraversal(value.find(key) ?? null, budget);
  return cost;
}
