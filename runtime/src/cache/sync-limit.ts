import type { Clock } from '../async/clock.js';
import { within } from '../async/poll.js';
import type { WaitOptions } from '../async/wait-options.js';
import { qualifiedName, type ResourceDefinition } from '../client/resource.js';
import { VmgenError } from '../errors/vmgen-error.js';
import { errorText } from '../logging/error-text.js';
import { failureHint } from './report-reflector-error.js';

/** How long to wait for the first lists. */
export interface SyncOptions extends WaitOptions {
  /**
   * After so many milliseconds the wait ends with a `VmgenError` (`ERR_VMGEN_TIMEOUT`) that names the
   * kinds that have not synced and why: a missing permission or CustomResourceDefinition does not
   * go away by itself, and a process that waits for it looks healthy. 120,000 by default
   * (controller-runtime: CacheSyncTimeout); 0 for no limit.
   */
  readonly timeoutMs?: number;
}

/** An informer as far as a wait for its first list concerns it. */
interface SyncedInformer {
  readonly resource: Pick<ResourceDefinition, 'group' | 'plural'>;
  readonly hasSynced: boolean;
  readonly lastError: unknown;
}

const SYNC_TIMEOUT_MS = 120_000;

/** Runs `wait` for the first lists of `informers` within the limit of its options. */
export async function withinSyncLimit(
  informers: readonly SyncedInformer[],
  { timeoutMs = SYNC_TIMEOUT_MS, signal }: SyncOptions,
  clock: Clock,
  wait: (options: WaitOptions) => Promise<unknown>,
): Promise<void> {
  if (timeoutMs === 0) {
    await wait({ signal });
    return;
  }
  const late = (): VmgenError => notSynced(informers, timeoutMs);
  await within({ clock, timeoutMs, signal }, late, (limited) => wait({ signal: limited }));
}

function notSynced(informers: readonly SyncedInformer[], timeoutMs: number): VmgenError {
  const missing = informers.filter(({ hasSynced }) => !hasSynced);
  const failed = missing.find(({ lastError }) => lastError !== undefined);
  const reasons = missing.map(
    ({ resource, lastError }) => `${qualifiedName(resource)}: ${whyMissing(lastError)}`,
  );
  return new VmgenError(
    'ERR_VMGEN_TIMEOUT',
    `the caches did not sync within ${timeoutMs} ms: ${reasons.join('; ')}`,
    { cause: failed?.lastError },
  );
}

function whyMissing(lastError: unknown): string {
  if (lastError === undefined) return 'the server has not answered';
  const hint = failureHint(lastError);
  return hint === undefined ? errorText(lastError) : `${errorText(lastError)} (${hint})`;
}
