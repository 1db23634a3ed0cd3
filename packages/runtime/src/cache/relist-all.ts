import type { SharedInformer } from './shared-informer.js';

type Relisted = Pick<SharedInformer<never>, 'relist'>;

/**
 * Returns a function that lists all informers of a server again, because its store was restored from a
 * backup: some would not notice it, if the versions of the server have caught up with theirs. An informer
 * whose last such list is not complete is not asked again. Calls `onListed` after each list: one of a kind that
 * is not served any more may never complete.
 */
export function relistAll(informers: () => Iterable<Relisted>, onListed?: () => void): () => void {
  const listing = new Set<Relisted>();
  return () => {
    for (const informer of informers()) {
      if (listing.has(informer)) continue;
      listing.add(informer);
      void informer.relist().then(() => {
        listing.delete(informer);
        onListed?.();
      });
    }
  };
}
