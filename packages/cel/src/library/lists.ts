import { VisitBudget } from '../values/cost-limit-error.js';
import { compareValues } from '../values/compare.js';
import { isEqual } from '../values/equality.js';
import { ValueMap } from '../values/value-map.js';
import { showValue } from '../values/show-value.js';
import {
  ArrayList,
  CelError,
  CelList,
  CelMap,
  Duration,
  noSuchOverload,
  Optional,
  typeNameOf,
  Uint,
  type CelValue,
} from '../values/value.js';
import { methodOf, type CelFunction } from './function-library.js';
import { addValues, isIn } from './operators.js';

/** Whether values of this type can be ordered. */
const isComparable = (value: CelValue): boolean => compareValues(value, value) !== noSuchOverload;

function isSorted(list: CelList): CelValue {
  let previous: CelValue | undefined;
  for (const item of list) {
    if (!isComparable(item)) return noSuchOverload;
    const order = previous === undefined ? 0 : compareValues(previous, item);
    if (typeof order === 'number' && order > 0) return false;
    previous = item;
  }
  return true;
}

const sum = (zero: CelValue): CelFunction =>
  methodOf(CelList, (list) => {
    let total = zero;
    for (const item of list) {
      total = addValues([total, item]);
      if (total instanceof CelError) return total;
    }
    return total;
  });

const extreme = (name: string, sign: number): CelFunction =>
  methodOf(CelList, (list) => {
    let found: CelValue | undefined;
    for (const item of list) {
      if (!isComparable(item)) return noSuchOverload;
      const order = found === undefined ? 1 : compareValues(item, found);
      if (found === undefined || (typeof order === 'number' && order * sign > 0)) found = item;
    }
    return found ?? new CelError(`${name} called on empty list`);
  });

function indexOf(list: CelList, item: CelValue = null): CelValue {
  for (let i = 0; i < list.size; i++) if (isEqual(list.at(i), item)) return BigInt(i);
  return -1n;
}

function lastIndexOf(list: CelList, item: CelValue = null): CelValue {
  for (let i = list.size - 1; i >= 0; i--) if (isEqual(list.at(i), item)) return BigInt(i);
  return -1n;
}

function slice(list: CelList, start: CelValue = null, end: CelValue = null): CelValue {
  if (typeof start !== 'bigint' || typeof end !== 'bigint') return noSuchOverload;
  const fail = (why: string): CelError => new CelError(`cannot slice(${start}, ${end}), ${why}`);
  if (start < 0n || end < 0n) return fail('negative indexes not supported');
  if (start > end) return fail('start index must be less than or equal to end index');
  if (BigInt(list.size) < end) return fail(`list is length ${list.size}`);
  return new ArrayList([...list].slice(Number(start), Number(end)));
}

function flatten(list: CelList, depth: CelValue = 1n): CelValue {
  if (typeof depth !== 'bigint') return noSuchOverload;
  if (depth < 0n) return new CelError('level must be non-negative');
  const items: CelValue[] = [];
  addFlattened(items, list, depth, new VisitBudget());
  return new ArrayList(items);
}

function addFlattened(items: CelValue[], list: CelList, depth: bigint, budget: VisitBudget): void {
  for (const item of list) {
    budget.visit();
    if (item instanceof CelList && depth > 0n) addFlattened(items, item, depth - 1n, budget);
    else items.push(item);
  }
}

function sortByKeys(list: CelList, keys: CelValue = null): CelValue {
  if (!(keys instanceof CelList)) return noSuchOverload;
  if (list.size !== keys.size) {
    return new CelError(
      `@sortByAssociatedKeys() expected a list of the same size as the associated keys list, but got ${list.size} and ${keys.size} elements respectively`,
    );
  }
  const keyed = [...keys].map((key, i) => ({ key, item: list.at(i) }));
  const [first] = keyed;
  if (first === undefined) return list;
  if (!isComparable(first.key)) return new CelError('list elements must be comparable');
  if (keyed.some(({ key }) => typeNameOf(key) !== typeNameOf(first.key))) {
    return new CelError('list elements must have the same type');
  }
  keyed.sort((a, b) => {
    const order = compareValues(a.key, b.key);
    return typeof order === 'number' ? order : 0;
  });
  return new ArrayList(keyed.map(({ item }) => item));
}

function distinct(list: CelList): CelValue {
  const found: CelValue[] = [];
  for (const item of list) if (!found.some((other) => isEqual(item, other))) found.push(item);
  return new ArrayList(found);
}

const MAX_RANGE = 1_000_000n;

function makeRange(count: CelValue): CelValue {
  if (typeof count !== 'bigint') return noSuchOverload;
  if (count < 0n) return new CelError(`lists.range: size must be non-negative, got ${count}`);
  if (count > MAX_RANGE) {
    return new CelError(`lists.range: size ${count} exceeds maximum allowed (${MAX_RANGE})`);
  }
  return new ArrayList(Array.from({ length: Number(count) }, (_, i) => BigInt(i)));
}

const contains = (list: CelList, part: CelValue = null): CelValue => {
  if (!(part instanceof CelList)) return noSuchOverload;
  for (const item of part) if (isIn(item, list) !== true) return false;
  return true;
};

function equivalent(list: CelList, other: CelValue = null): CelValue {
  if (!(other instanceof CelList)) return noSuchOverload;
  return contains(list, other) === true && contains(other, list);
}

function intersects(list: CelList, other: CelValue = null): CelValue {
  for (const item of list) if (isIn(item, other) === true) return true;
  return false;
}

const edge = (position: (list: CelList) => number): CelFunction =>
  methodOf(CelList, (list) =>
    list.size === 0 ? Optional.none : new Optional(list.at(position(list))),
  );

function unwrap(list: CelList): CelValue {
  const values: CelValue[] = [];
  for (const item of list) {
    if (!(item instanceof Optional))
      return new CelError(`value ${showValue(item)} is not optional`);
    if (item.value !== undefined) values.push(item.value);
  }
  return new ArrayList(values);
}

/** Adds an entry to the map that a fold accumulates. */
function insert(map: CelValue, key: CelValue, value: CelValue): CelValue {
  if (!(map instanceof ValueMap)) return noSuchOverload;
  if (map.find(key) !== undefined) {
    return new CelError(`insert failed: key ${showValue(key)} already exists`);
  }
  map.set(key, value);
  return map;
}

function insertAll(map: CelValue, more: CelValue): CelValue {
  if (!(more instanceof CelMap)) return noSuchOverload;
  for (const key of more.keys()) {
    const result = insert(map, key, more.find(key) ?? null);
    if (result instanceof CelError) return result;
  }
  return map;
}

const comparable = 'int uint double bool duration timestamp string bytes'.split(' ');
const sortable = comparable.map((type) =>
  type
    .replace('duration', 'google.protobuf.Duration')
    .replace('timestamp', 'google.protobuf.Timestamp'),
);

export const LISTS: ReadonlyMap<string, CelFunction> = new Map<string, CelFunction>([
  ...comparable.flatMap((type): [string, CelFunction][] => [
    [`list_${type}_is_sorted_bool`, methodOf(CelList, isSorted)],
    [`list_${type}_max_${type}`, extreme('max', 1)],
    [`list_${type}_min_${type}`, extreme('min', -1)],
  ]),
  ...sortable.flatMap((type): [string, CelFunction][] => [
    [`list_${type}_sort`, methodOf(CelList, (list) => sortByKeys(list, list))],
    [`list_${type}_sortByAssociatedKeys`, methodOf(CelList, sortByKeys)],
  ]),
  ['list_int_sum_int', sum(0n)],
  ['list_uint_sum_uint', sum(new Uint(0n))],
  ['list_double_sum_double', sum(0)],
  ['list_duration_sum_duration', sum(new Duration(0n))],
  ['list_a_index_of_int', methodOf(CelList, indexOf)],
  ['list_a_last_index_of_int', methodOf(CelList, lastIndexOf)],
  ['list_slice', methodOf(CelList, slice)],
  ['list_flatten', methodOf(CelList, (list) => flatten(list))],
  ['list_flatten_int', methodOf(CelList, flatten)],
  ['list_distinct', methodOf(CelList, distinct)],
  ['list_reverse', methodOf(CelList, (list) => new ArrayList([...list].reverse()))],
  ['lists_range', ([count = null]) => makeRange(count)],
  ['list_first', edge(() => 0)],
  ['list_last', edge((list) => list.size - 1)],
  ['list_sets_contains_list', methodOf(CelList, contains)],
  ['list_sets_equivalent_list', methodOf(CelList, equivalent)],
  ['list_sets_intersects_list', methodOf(CelList, intersects)],
  ['optional_unwrap', methodOf(CelList, unwrap)],
  ['optional_unwrapOpt', methodOf(CelList, unwrap)],
  ['@mapInsert_map_key_value', ([map = null, key = null, value = null]) => insert(map, key, value)],
  ['@mapInsert_map_map', ([map = null, more = null]) => insertAll(map, more)],
]);
