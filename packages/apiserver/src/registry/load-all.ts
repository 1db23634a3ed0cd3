import type { Endpoint, EndpointConversion } from '../resource/endpoint.js';
import type { Revision } from '../storage/revision.js';
import { internalError, requestTimedOut } from '../errors/status-error.js';
import { unlistable } from './undecodable.js';

/** The number of objects that are converted at the same time, as in kube-apiserver. */
const CONCURRENCY = 10;

/** How often its stored size a converted object may take, beside the limit of all views. */
const MAX_GROWTH = 4;

/**
 * Loads revisions in the version of an endpoint.
 *
 * @param isOver whether nobody waits for the revisions any more, so that no more are loaded
 * @param count the number of revisions to load, the first ones. Defaults to all
 * @throws ApiError 500 if any of them cannot be converted, or if conversions multiply their size
 */
export async function loadAll(
  endpoint: Endpoint,
  { load }: EndpointConversion,
  revisions: readonly Revision[],
  isOver: () => boolean,
  count = revisions.length,
): Promise<Revision[]> {
  const loaded: Revision[] = [];
  const failed: { revision: Revision; error: unknown }[] = [];
  const { store, resource } = endpoint;
  let bytes = 0;
  let allowed = store.views.limit;
  for (let next = 0; next < count; next += CONCURRENCY) {
    if (isOver()) throw requestTimedOut();
    const part = revisions.slice(next, Math.min(next + CONCURRENCY, count));
    const outcomes = await Promise.allSettled(part.map(async (revision) => load(revision)));
    for (const [i, revision] of part.entries()) {
      const outcome = outcomes[i];
      if (outcome?.status === 'fulfilled') loaded.push(outcome.value);
      else failed.push({ revision, error: outcome?.reason });
      bytes += outcome?.status === 'fulfilled' ? outcome.value.bytes : 0;
      allowed += MAX_GROWTH * revision.bytes;
    }
    if (bytes > allowed) {
      throw internalError(`the converted ${resource.plural} take more than ${allowed} bytes`);
    }
  }
  if (failed.length > 0) throw unlistable(endpoint, failed);
  return [...loaded, ...revisions.slice(count)];
}
