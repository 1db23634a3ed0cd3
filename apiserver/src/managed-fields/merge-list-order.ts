import type { PathElement } from './path-element.js';

/** An element of a merged list. */
interface MergedPlace {
  readonly element: PathElement;
  /** The index of the live item that is taken as it is; undefined: the applied one is merged. */
  readonly liveIndex?: number;
}

/**
 * The order of an associative list after an apply: items that both lists hold stand in the
 * applied order, an item of one list alone keeps its place among its neighbours.
 * Upstream: typed/merge.go, visitListItems.
 *
 * @param live elements of the live list, perhaps with repetitions
 * @param applied elements of the applied list, each once
 */
export function mergeListOrder(
  live: readonly PathElement[],
  applied: readonly PathElement[],
): MergedPlace[] {
  const liveElements = new Set(live);
  const appliedElements = new Set(applied);
  const shared = applied.filter((element) => liveElements.has(element));
  const merged = new Set<PathElement>();
  const places: MergedPlace[] = [];
  let nextShared = 0;
  let l = 0;
  let r = 0;
  while (l < live.length || r < applied.length) {
    const left = live[l];
    const right = applied[r];
    if (left !== undefined && right !== undefined) {
      if (left === right) {
        merged.add(left);
        places.push({ element: left });
        l++;
        r++;
        nextShared++;
        continue;
      }
      // A shared item, but not the one whose turn it is: it comes with the applied list.
      const wanted = shared[nextShared];
      if (appliedElements.has(left) && wanted !== undefined && wanted !== left) {
        l++;
        continue;
      }
    }
    if (left !== undefined) {
      if (!appliedElements.has(left)) {
        places.push({ element: left, liveIndex: l });
        l++;
        continue;
      }
      if (merged.has(left)) l++;
    }
    if (right !== undefined) {
      merged.add(right);
      places.push({ element: right });
      r++;
      if (shared[nextShared] === right) nextShared++;
    }
  }
  return places;
}
