import { childAbort, pause } from '@vmgen/runtime/async';
import { initializing, tooLargeResourceVersion } from '../errors/status-error.js';
import type { RequestContext } from './request-context.js';
import type { RequestedVersion } from './resource-version.js';

/** How long a request waits for a future version. */
const WAIT_MS = 3000;

/**
 * Waits until the server reaches a version.
 *
 * @returns the version as a number, because reached versions are small
 * @throws ApiError 504 after three seconds; 429 if a changed definition replaces the endpoint in
 * the meantime
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
  // The wait ends early if the version is reached or the request is aborted.
  await pause(context.clock, WAIT_MS, waiting.signal);
  waiting.abort();
  unsubscribe();
  if (replaced?.aborted === true) throw initializing();
  if (version > store.version) throw tooLargeResourceVersion(version, store.version);
  return Number(version);
}
