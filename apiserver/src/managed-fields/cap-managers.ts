import { unionSets } from './field-set.js';
import { managerId, secondsOf, type ManagerEntry, type Managers } from './managers.js';

/** How many entries of updates an object keeps. */
const MAX_UPDATE_MANAGERS = 10;

/**
 * Folds the oldest updates into one entry `ancient-changes` per version until no more than ten
 * entries of updates are left. Upstream: managedfields/internal/capmanagers.go.
 */
export function capUpdateManagers(managers: Managers): Managers {
  const updates = [...managers].filter(([, entry]) => entry.operation === 'Update');
  if (updates.length <= MAX_UPDATE_MANAGERS) return managers;
  updates.sort(([a, left], [b, right]) => secondsOf(left) - secondsOf(right) || (a < b ? -1 : 1));
  const capped = new Map(managers);
  const firstOfVersion = new Map<string, string>();
  let count = updates.length;
  for (const [id, entry] of updates) {
    if (count <= MAX_UPDATE_MANAGERS) break;
    const first = firstOfVersion.get(entry.apiVersion);
    if (first === undefined) {
      firstOfVersion.set(entry.apiVersion, id);
      continue;
    }
    foldInto(capped, ancientChanges(entry), first, id, entry);
    count--;
  }
  return capped;
}

function ancientChanges(entry: ManagerEntry): ManagerEntry {
  return { ...entry, manager: 'ancient-changes', subresource: '' };
}

function foldInto(
  managers: Map<string, ManagerEntry>,
  bucket: ManagerEntry,
  first: string,
  id: string,
  entry: ManagerEntry,
): void {
  const bucketId = managerId(bucket);
  const into = managers.get(bucketId) ?? managers.get(first);
  if (!managers.has(bucketId)) managers.delete(first);
  const set = into === undefined ? entry.set : unionSets(entry.set, into.set);
  // The entry that is folded in is the more recent one, so the bucket has its time.
  managers.set(bucketId, { ...bucket, set });
  managers.delete(id);
}
