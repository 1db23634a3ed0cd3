import { emptySet, unionAll, type FieldSet } from './field-set.js';
import { managerId, secondsOf, type ManagerEntry, type Managers } from './managers.js';

/** The maximum number of entries for updates in an object. */
const MAX_UPDATE_MANAGERS = 10;

/**
 * Merges the oldest updates into one entry `ancient-changes` per version until at most ten entries
 * for updates remain. Upstream: managedfields/internal/capmanagers.go.
 */
export function capUpdateManagers(managers: Managers): Managers {
  const updates = [...managers].filter(([, entry]) => entry.operation === 'Update');
  if (updates.length <= MAX_UPDATE_MANAGERS) return managers;
  updates.sort(([a, left], [b, right]) => secondsOf(left) - secondsOf(right) || (a < b ? -1 : 1));
  const capped = new Map(managers);
  const firstOfVersion = new Map<string, string>();
  /** The sets of the entries that each bucket replaces. */
  const folded = new Map<string, FieldSet[]>();
  let count = updates.length;
  for (const [id, entry] of updates) {
    if (count <= MAX_UPDATE_MANAGERS) break;
    const first = firstOfVersion.get(entry.apiVersion);
    if (first === undefined) {
      firstOfVersion.set(entry.apiVersion, id);
      continue;
    }
    fold(capped, folded, first, id, entry);
    count--;
  }
  for (const [bucketId, sets] of folded) {
    const bucket = capped.get(bucketId);
    if (bucket !== undefined) capped.set(bucketId, { ...bucket, set: unionAll(sets) });
  }
  return capped;
}

/**
 * Merges an entry into the bucket of its version. The first entry of a version becomes the bucket.
 */
function fold(
  managers: Map<string, ManagerEntry>,
  folded: Map<string, FieldSet[]>,
  first: string,
  id: string,
  entry: ManagerEntry,
): void {
  // The merged entry is the more recent one, so the bucket gets its time.
  const bucket = { ...entry, manager: 'ancient-changes', subresource: '', set: emptySet };
  const bucketId = managerId(bucket);
  const sets = folded.get(bucketId) ?? [];
  if (sets.length === 0) {
    const into = managers.get(bucketId) ?? managers.get(first);
    if (!managers.has(bucketId)) managers.delete(first);
    if (into !== undefined) sets.push(into.set);
    folded.set(bucketId, sets);
  }
  sets.push(entry.set);
  managers.set(bucketId, bucket);
  managers.delete(id);
  if (id === bucketId) folded.delete(bucketId);
}
