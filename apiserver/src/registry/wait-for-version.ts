import { childAbort, pause } from '@vmgen/runtime/internal';
import { initializing, tooLargeResourceVersion } from '../errors/status-error.js';
import type { RequestContext } from './request-context.js';
import type { RequestedVersion } from './resource-version.js';

/** How long a request waits for a version that does not exist yet. */
const WAIT_MS = 3000;

/**
 * Waits until the server has reached a version.
 *
 * @returns the version: reached ones are small
 * @throws ApiError 504 when it has not after three seconds, 429 where a changed definition has
 * replaced the endpoint meanwhile
 */
export async function waitForVersion(
  context: RequestContext,
  version: RequestedVersion,
): Promise<number> {
  const { store, replaced } = context.endpoint;
  if (version <= store.version) return Number(version);
  const waiting = childAbort(context.request.signal);
  const unsubscribe = store.subscribe(() => {
    if (version <= store.version) waiting.abort();
  });
  // Ends early when the version is there, or nobody waits for it any more.
  await pause(context.clock, WAIT_MS, waiting.signal);
  waiting.abort();
  unsubscribe();
  if (replaced?.aborted === true) throw initializing();
  if (version > store.version) throw tooLargeResourceVersion(version, store.version);
  return Number(version);
}
