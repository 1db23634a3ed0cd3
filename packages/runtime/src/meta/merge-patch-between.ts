import { isMapping, type Mapping } from './is-mapping.js';
import type { MergePatch } from './merge-patch.js';

/**
 * Returns the merge patch that changes `before` into `after`, or undefined if they are equal.
 * Undefined fields are treated as absent. A merge patch cannot set a field to null: a field that
 * becomes null is removed, and null fields in added objects are omitted.
 *
 * @example
 * const before = await client.get('vm-1');
 * const patch = mergePatchBetween(before, { ...before, spec: { ...before.spec, image: 'nginx' } });
 * if (patch !== undefined) await client.mergePatch('vm-1', patch);
 */
export function mergePatchBetween<T extends object>(
  before: object,
  after: T,
): MergePatch<T> | undefined {
  // This cast is safe: a patch whose result is a T is a patch of a T.
  return changesBetween(fieldsOf(before), fieldsOf(after)) as MergePatch<T> | undefined;
}

function changesBetween(before: Mapping, after: Mapping): Mapping | undefined {
  const changes: [string, unknown][] = [];
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, is] = [own(before, key), own(after, key)];
    if (is === null || is === undefined) {
      if (was !== null && was !== undefined) changes.push([key, null]);
    } else if (isMapping(was) && isMapping(is)) {
      const inner = changesBetween(was, is);
      if (inner !== undefined) changes.push([key, inner]);
    } else if (!isSame(was, is)) {
      changes.push([key, is]);
    }
  }
  // fromEntries defines properties, so a key `__proto__` remains an ordinary key.
  return changes.length === 0 ? undefined : Object.fromEntries(changes);
}

function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, i) => isSame(item, b[i]));
  }
  if (isMapping(a) && isMapping(b)) return changesBetween(a, b) === undefined;
  return a === b;
}

function fieldsOf(value: object): Mapping {
  return Object.fromEntries(Object.entries(value));
}

function own(fields: Mapping, key: string): unknown {
  return Object.hasOwn(fields, key) ? fields[key] : undefined;
}
