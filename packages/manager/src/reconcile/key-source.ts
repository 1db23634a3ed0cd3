import { VmgenError } from '@vmgen/runtime';
import type { ObjectKey } from '@vmgen/runtime';
import { keyText } from '@vmgen/runtime/internal';
import type { AddKeyOptions, WorkQueue } from '@vmgen/runtime/workqueue';

/** Keys that come from outside of the caches. */
export interface KeySource {
  readonly name: string;
  readonly keys: (signal: AbortSignal) => AsyncIterable<ObjectKey | string>;
  readonly priority: AddKeyOptions['priority'];
}

/**
 * Adds the keys of a source to a queue until the signal aborts.
 *
 * @throws what the source throws, and VmgenError `ERR_VMGEN_STATE` if it ends before
 */
export async function addKeysOf(
  { keys, priority }: KeySource,
  what: string,
  queue: Pick<WorkQueue, 'add'>,
  signal: AbortSignal,
): Promise<void> {
  try {
    for await (const key of keys(signal)) {
      queue.add(keyText(key), { priority });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  if (signal.aborted) return;
  // Without its events, the controller would not notice outside changes.
  throw new VmgenError('ERR_VMGEN_STATE', `${what} ended unexpectedly`);
}
