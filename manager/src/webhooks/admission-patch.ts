import type { JsonPatchOperation, JsonPointer } from '@vmgen/runtime/client';

type Fields = Readonly<Record<string, unknown>>;

/** A longer patch is replaced by one operation per changed field of the root. */
const MAX_OPERATIONS = 1_000;
/** The table of a comparison of two lists has at most so many entries. */
const MAX_TABLE = 1_000_000;

/**
 * Returns a JSON patch (RFC 6902) that changes `before` to `after`. Values that are equal are not
 * part of it, so numbers that JavaScript cannot represent keep their value in the API server.
 */
export function admissionPatch(before: object, after: object): JsonPatchOperation[] {
  const patch: JsonPatchOperation[] = [];
  addChanges(before, after, '', patch, Infinity);
  if (patch.length <= MAX_OPERATIONS) return patch;
  const shallow: JsonPatchOperation[] = [];
  addChanges(before, after, '', shallow, 1);
  return shallow;
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
  /** The position in the list as patched so far, in which all items before it are those of `after`. */
  let position = 0;
  let old = 0;
  for (const [oldEnd, newEnd] of commonItems(before, after)) {
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

/** Returns the positions of common items in both lists, in order; the last one is the end of both. */
function commonItems(before: readonly unknown[], after: readonly unknown[]): [number, number][] {
  const oldTexts = before.map((item) => canonical(item));
  const newTexts = after.map((item) => canonical(item));
  const common: [number, number][] = [];
  let start = 0;
  while (start < before.length && start < after.length && oldTexts[start] === newTexts[start]) {
    common.push([start, start++]);
  }
  let tail = 0;
  const shorter = Math.min(before.length, after.length) - start;
  while (tail < shorter && oldTexts.at(-1 - tail) === newTexts.at(-1 - tail)) tail++;
  const rows = before.length - tail - start;
  const columns = after.length - tail - start;
  if (rows > 0 && columns > 0 && rows * columns <= MAX_TABLE) {
    const width = columns + 1;
    const lengths = new Uint32Array((rows + 1) * width);
    const at = (row: number, column: number): number => lengths[row * width + column] ?? 0;
    const isSame = (row: number, column: number): boolean =>
      oldTexts[start + row] === newTexts[start + column];
    for (let row = rows - 1; row >= 0; row--) {
      for (let column = columns - 1; column >= 0; column--) {
        lengths[row * width + column] = isSame(row, column)
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
      }
    }
    for (let row = 0, column = 0; row < rows && column < columns;) {
      if (isSame(row, column)) common.push([start + row++, start + column++]);
      else if (at(row + 1, column) >= at(row, column + 1)) row++;
      else column++;
    }
  }
  for (let left = tail; left >= 0; left--) common.push([before.length - left, after.length - left]);
  return common;
}

function child(path: JsonPointer, name: string | number): JsonPointer {
  return `${path}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEqual(a: unknown, b: unknown): boolean {
  return a === b || canonical(a) === canonical(b);
}

/** Returns the JSON text with sorted fields. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    isFields(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
