import type { PathElement } from './path-element.js';

/** An item of a merged list. */
interface MergedPlace {
  readonly element: PathElement;
  /**
   * The index of a live item that is used without change; undefined if the applied item is merged.
   */
  readonly liveIndex?: number;
}

/**
 * Determines the order of an associative list after an apply: items of both lists have the applied
 * order, and other items keep their place among their neighbours. Upstream: typed/merge.go,
 * visitListItems.
 *
 * @param live elements of the live list, possibly with duplicates
 * @param applied elements of the applied list, without duplicates
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
      // A shared item that is not the next one. It is added with the applied list.
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
