import { VmgenError } from '@vmgen/runtime';
import type { JsonPatchOperation, JsonPointer } from '@vmgen/runtime/client';

type Fields = Readonly<Record<string, unknown>>;

/** A longer patch is replaced by one operation per changed field of the root. */
const MAX_OPERATIONS = 1_000;
/** The table of a comparison of two lists has at most so many entries. */
const MAX_TABLE = 1_000_000;

/**
 * Returns a JSON patch (RFC 6902) that changes `before` to `after`. Integers beyond 2^53 are bigints in
 * `before`, and may be the nearest number in `after`: the patch then contains the integer of `before`.
 *
 * @throws VmgenError (`ERR_VMGEN_ARGUMENT`) if such a number is the nearest one of several integers of `before`
 */
export function admissionPatch(before: object, after: object): JsonPatchOperation[] {
  let patch: JsonPatchOperation[] = [];
  addChanges(before, after, '', patch, Infinity);
  if (patch.length > MAX_OPERATIONS) {
    patch = [];
    addChanges(before, after, '', patch, 1);
  }
  const integers = new Map<number, bigint | undefined>();
  addLargeIntegers(before, integers);
  if (integers.size === 0) return patch;
  return patch.map((each) =>
    'value' in each ? { ...each, value: withIntegers(each.value, each.path, integers) } : each,
  );
}

/** Returns a copy of a JSON value in which integers beyond 2^53 are the nearest numbers, as handlers expect. */
export function withNumbers<V>(value: V): V;
export function withNumbers(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map((each: unknown) => withNumbers(each));
  return isFields(value) ? mapFields(value, (each) => withNumbers(each)) : value;
}

/**
 * Returns a copy with what the JSON text of a value contains: dates become texts, and undefined fields
 * are omitted. Bigints remain.
 *
 * @throws VmgenError (`ERR_VMGEN_ARGUMENT`) for numbers that JSON cannot represent
 */
export function jsonCopy<V>(value: V): V;
export function jsonCopy(value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new UnrepresentableError(value);
  }
  if (Array.isArray(value)) {
    return value.map(
      (each: unknown, index): unknown => inside(index, () => jsonCopy(each)) ?? null,
    );
  }
  if (isFields(value)) {
    const { toJSON } = value;
    if (typeof toJSON === 'function') {
      const json: unknown = toJSON.call(value);
      return jsonCopy(json);
    }
    return mapFields(value, (each, name) => inside(name, () => jsonCopy(each)));
  }
  return typeof value === 'function' || typeof value === 'symbol' ? undefined : value;
}

/** A number that JSON cannot represent. Its path is known when the error has left all objects. */
class UnrepresentableError extends VmgenError {
  readonly #number: number;
  readonly #path: JsonPointer;

  constructor(number: number, path: JsonPointer = '') {
    super('ERR_VMGEN_ARGUMENT', `${path} is ${number}, which JSON cannot represent`);
    this.#number = number;
    this.#path = path;
  }

  /** Returns the error of the object or list that contains the value under a name. */
  under(name: string | number): UnrepresentableError {
    return new UnrepresentableError(this.#number, `${child('', name)}${this.#path}`);
  }
}

/** Runs a function for a part of a value. */
function inside<R>(name: string | number, run: () => R): R {
  try {
    return run();
  } catch (error) {
    throw error instanceof UnrepresentableError ? error.under(name) : error;
  }
}

/** Omits fields that become undefined. */
function mapFields(fields: Fields, map: (value: unknown, name: string) => unknown): Fields {
  const mapped: [string, unknown][] = [];
  for (const [name, value] of Object.entries(fields)) {
    const result = map(value, name);
    if (result !== undefined) mapped.push([name, result]);
  }
  return Object.fromEntries(mapped);
}

/** Adds the bigints of a value by the nearest number: undefined if several have the same. */
function addLargeIntegers(value: unknown, integers: Map<number, bigint | undefined>): void {
  if (typeof value === 'bigint') {
    const nearest = Number(value);
    const isSame = !integers.has(nearest) || integers.get(nearest) === value;
    integers.set(nearest, isSame ? value : undefined);
  } else if (Array.isArray(value)) {
    for (const each of value) addLargeIntegers(each, integers);
  } else if (isFields(value)) {
    for (const name in value) addLargeIntegers(value[name], integers);
  }
}

/** Returns a value in which the nearest number of an integer beyond 2^53 is this integer. */
function withIntegers(
  value: unknown,
  path: JsonPointer,
  integers: ReadonlyMap<number, bigint | undefined>,
): unknown {
  if (typeof value === 'number' && integers.has(value)) {
    const integer = integers.get(value);
    if (integer !== undefined) return integer;
    throw new VmgenError(
      'ERR_VMGEN_ARGUMENT',
      `${path} is ${value}, which is the nearest number of several integers of the object; set a bigint`,
    );
  }
  if (Array.isArray(value)) {
    return value.map((each: unknown, index) => withIntegers(each, child(path, index), integers));
  }
  if (!isFields(value)) return value;
  return mapFields(value, (each, name) => withIntegers(each, child(path, name), integers));
}

function addChanges(
  before: unknown,
  after: unknown,
  path: JsonPointer,
  patch: JsonPatchOperation[],
  depth: number,
): void {
  if (isFields(before) && isFields(after) && depth > 0) {
    for (const name of Object.keys(before)) {
      if (!Object.hasOwn(after, name)) patch.push({ op: 'remove', path: child(path, name) });
    }
    for (const [name, value] of Object.entries(after)) {
      const own = Object.hasOwn(before, name) ? before[name] : undefined;
      if (own === undefined) patch.push({ op: 'add', path: child(path, name), value });
      else addChanges(own, value, child(path, name), patch, depth - 1);
    }
  } else if (Array.isArray(before) && Array.isArray(after) && depth > 0) {
    addListChanges(before, after, path, patch, depth - 1);
  } else if (!isEqual(before, after)) patch.push({ op: 'replace', path, value: after });
}

/**
 * Compares lists by a longest common subsequence. Between two common items, the items of both lists
 * are compared in pairs, and the rest is removed or added.
 */
function addListChanges(
  before: readonly unknown[],
  after: readonly unknown[],
  path: JsonPointer,
  patch: JsonPatchOperation[],
  depth: number,
): void {
  const shortest = Math.min(before.length, after.length);
  let start = 0;
  while (start < shortest && isEqual(before[start], after[start])) start++;
  let tail = 0;
  while (tail < shortest - start && isEqual(before.at(-1 - tail), after.at(-1 - tail))) tail++;
  const oldEnds = before.length - tail;
  const newEnds = after.length - tail;
  /** The position in the list as patched so far, in which all items before it are those of `after`. */
  let position = start;
  let old = start;
  const common = commonItems(before.slice(start, oldEnds), after.slice(start, newEnds));
  for (const [row, column] of [...common, [oldEnds - start, newEnds - start] as const]) {
    const [oldEnd, newEnd] = [start + row, start + column];
    const pairs = Math.min(oldEnd - old, newEnd - position);
    for (let pair = 0; pair < pairs; pair++) {
      addChanges(before[old++], after[position], child(path, position++), patch, depth);
    }
    for (; old < oldEnd; old++) patch.push({ op: 'remove', path: child(path, position) });
    for (; position < newEnd; position++) {
      patch.push({ op: 'add', path: child(path, position), value: after[position] });
    }
    old = oldEnd + 1;
    position = newEnd + 1;
  }
}

/** Returns the positions of a longest common subsequence in both lists; none if the lists are too long. */
function commonItems(before: readonly unknown[], after: readonly unknown[]): [number, number][] {
  const [rows, columns] = [before.length, after.length];
  if (rows * columns > MAX_TABLE) return [];
  const oldTexts = before.map((item) => canonical(item));
  const newTexts = after.map((item) => canonical(item));
  const width = columns + 1;
  const lengths = new Uint32Array((rows + 1) * width);
  const at = (row: number, column: number): number => lengths[row * width + column] ?? 0;
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      lengths[row * width + column] =
        oldTexts[row] === newTexts[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const common: [number, number][] = [];
  for (let row = 0, column = 0; row < rows && column < columns;) {
    if (oldTexts[row] === newTexts[column]) common.push([row++, column++]);
    else if (at(row + 1, column) >= at(row, column + 1)) row++;
    else column++;
  }
  return common;
}

function child(path: JsonPointer, name: string | number): JsonPointer {
  return `${path}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Compares JSON values. A bigint equals the nearest number. */
function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((each, index) => isEqual(each, b[index]));
  }
  if (isFields(a) && isFields(b)) {
    const names = Object.keys(a);
    return (
      names.length === Object.keys(b).length &&
      names.every((name) => Object.hasOwn(b, name) && isEqual(a[name], b[name]))
    );
  }
  if (typeof a === 'bigint' && typeof b === 'number') return Number(a) === b;
  return false;
}

/** Returns a text that is the same for equal values. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) => {
    if (typeof inner === 'bigint') return Number(inner);
    return isFields(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([x], [y]) => (x < y ? -1 : 1)))
      : inner;
  });
}
