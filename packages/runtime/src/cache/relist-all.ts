import type { SharedInformer } from './shared-informer.js';

type Relisted = Pick<SharedInformer<never>, 'relist'>;

interface RelistAllOptions {
  /** Called when all lists are complete, and when that takes long, also at the limit and after each later list. */
  readonly onListed: () => void;
  /** Resolves after a time in which lists usually complete. One of a kind that is not served any more never does. */
  readonly limit: () => Promise<void>;
}

/**
 * Returns a function that lists all informers of a server again, because its store was restored from a
 * backup: some would not notice it, if the versions of the server have caught up with theirs. An informer
 * whose last such list is not complete is not asked again.
 */
export function relistAll(
  informers: () => Iterable<Relisted>,
  options?: RelistAllOptions,
): () => void {
  const listing = new Set<Relisted>();
  let isLate = false;
  let isWaiting = false;
  const waitForLimit = async ({ limit, onListed }: RelistAllOptions): Promise<void> => {
    if (isWaiting) return;
    isWaiting = true;
    isLate = false;
    await limit();
    isWaiting = false;
    isLate = listing.size > 0;
    if (isLate) onListed();
  };
  return () => {
    for (const informer of informers()) {
      if (listing.has(informer)) continue;
      listing.add(informer);
      void informer.relist().then(() => {
        listing.delete(informer);
        if (listing.size === 0 || isLate) options?.onListed();
      });
    }
    if (options !== undefined) void waitForLimit(options);
  };
}
