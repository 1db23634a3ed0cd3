import type { Clock } from '@vmgen/runtime';
import { childAbort, pause } from '@vmgen/runtime/async';
import { tooLargeResourceVersion } from '../errors/status-error.js';
import type { ObjectStore } from '../storage/object-store.js';
import type { RequestContext } from './request-context.js';
import type { RequestedVersion } from './resource-version.js';

/** How long a request waits for a future version. */
const WAIT_MS = 3000;

/**
 * Waits until the server reaches a version. As in kube-apiserver, a request for a custom resource waits
 * on if its definition is changed or deleted in the meantime.
 *
 * @returns the version as a number, because reached versions are small
 * @throws ApiError 504 after three seconds
 */
export function waitForVersion(
  { endpoint: { store }, clock, request }: RequestContext,
  version: RequestedVersion,
): number | Promise<number> {
  if (version <= store.version) return Number(version);
  return reachedVersion(store, version, clock, [request.signal]);
}

/** As {@link waitForVersion}. The wait ends early if a signal aborts. */
export async function reachedVersion(
  store: ObjectStore,
  version: RequestedVersion,
  clock: Clock,
  signals: readonly (AbortSignal | undefined)[],
): Promise<number> {
  const waiting = childAbort(...signals);
  const unsubscribe = store.subscribeVersions(() => {
    if (version <= store.version) waiting.abort();
  });
  await pause(clock, WAIT_MS, waiting.signal);
  waiting.abort();
  unsubscribe();
  if (version > store.version) throw tooLargeResourceVersion(version, store.version);
  return Number(version);
}
