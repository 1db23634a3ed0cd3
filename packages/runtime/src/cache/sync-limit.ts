import type { Clock } from '../async/clock.js';
import { within } from '../async/poll.js';
import type { WaitOptions } from '../async/wait-options.js';
import { qualifiedName, type ResourceDefinition } from '../client/resource.js';
import { VmgenError } from '../errors/vmgen-error.js';
import { errorText } from '../logging/error-text.js';
import { failureHint } from './report-reflector-error.js';

/** Options of waiting for the first lists. */
export interface SyncOptions extends WaitOptions {
  /**
   * The time limit, in milliseconds. The wait then rejects with a `VmgenError`
   * (`ERR_VMGEN_TIMEOUT`) that lists the kinds that have not synced and the reasons. Without a
   * limit, a process with a missing permission or CustomResourceDefinition would wait forever and
   * look healthy. 0 means no limit. Defaults to 120,000 (controller-runtime: CacheSyncTimeout).
   */
  readonly timeoutMs?: number;
}

/** The fields of an informer that a wait for its first list reads. */
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
  const timeoutError = (): VmgenError => notSynced(informers, timeoutMs);
  await within({ clock, timeoutMs, signal }, timeoutError, (limited) => wait({ signal: limited }));
}

function notSynced(informers: readonly SyncedInformer[], timeoutMs: number): VmgenError {
  const missing = informers.filter(({ hasSynced }) => !hasSynced);
  const failed = missing.find(({ lastError }) => lastError !== undefined);
  const reasons = missing.map(
    ({ resource, lastError }) => `${qualifiedName(resource)}: ${reasonOf(lastError)}`,
  );
  return new VmgenError(
    'ERR_VMGEN_TIMEOUT',
    `the caches did not sync within ${timeoutMs} ms: ${reasons.join('; ')}`,
    { cause: failed?.lastError },
  );
}

function reasonOf(lastError: unknown): string {
  if (lastError === undefined) return 'the server has not responded';
  const hint = failureHint(lastError);
  return hint === undefined ? errorText(lastError) : `${errorText(lastError)} (${hint})`;
}
