import { isMapping, type Mapping } from './is-mapping.js';
import type { MergePatch } from './merge-patch.js';

/**
 * The merge patch that makes `after` of `before`; undefined where they are the same. A field that is
 * undefined counts as absent. Null cannot be written by a merge patch: a field that becomes null goes,
 * and so does one inside what is added.
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
  // The one cast: what makes a T of something is a patch of a T.
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
  // fromEntries defines properties, so that a key `__proto__` stays a key.
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
