import { VmgenError } from '@vmgen/runtime';
import type { JsonPatchOperation, JsonPointer } from '@vmgen/runtime/client';
import { isMapping } from '@vmgen/runtime/meta';

type Fields = Readonly<Record<string, unknown>>;

/** A longer patch is replaced by one operation per changed field of the root. */
const MAX_OPERATIONS = 1_000;

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
  return isMapping(value) ? mapFields(value, (each) => withNumbers(each)) : value;
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
  if (isMapping(value)) {
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
  } else if (isMapping(value)) {
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
  if (!isMapping(value)) return value;
  return mapFields(value, (each, name) => withIntegers(each, child(path, name), integers));
}

function addChanges(
  before: unknown,
  after: unknown,
  path: JsonPointer,
  patch: JsonPatchOperation[],
  depth: number,
): void {
  if (isMapping(before) && isMapping(after) && depth > 0) {
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
 * Compares the items of lists in pairs, between those that are equal at the start and at the end. The
 * rest is removed or added.
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
  const pairsEnd = shortest - tail;
  for (let index = start; index < pairsEnd; index++) {
    addChanges(before[index], after[index], child(path, index), patch, depth);
  }
  for (let left = before.length - shortest; left > 0; left--) {
    patch.push({ op: 'remove', path: child(path, pairsEnd) });
  }
  for (let index = pairsEnd; index < after.length - tail; index++) {
    patch.push({ op: 'add', path: child(path, index), value: after[index] });
  }
}

function child(path: JsonPointer, name: string | number): JsonPointer {
  return `${path}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Compares JSON values. A bigint equals the nearest number. */
function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((each, index) => isEqual(each, b[index]));
  }
  if (isMapping(a) && isMapping(b)) {
    const names = Object.keys(a);
    return (
      names.length === Object.keys(b).length &&
      names.every((name) => Object.hasOwn(b, name) && isEqual(a[name], b[name]))
    );
  }
  if (typeof a === 'bigint' && typeof b === 'number') return Number(a) === b;
  return false;
}
