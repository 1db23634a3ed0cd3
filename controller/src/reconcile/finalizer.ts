import { ensureFinalizer, hasFinalizer, releaseFinalizer, retryOnConflict } from '@vmgen/runtime';
import type { VirtualMachineClient } from '../../../generated/cloudnative/v1alpha1/client.js';
import type { CachedMachine } from './cached-machine.js';

/** Delays the deletion of a VirtualMachine until its server is deleted. */
export const FINALIZER = 'cloudnative.tw/virtual-machine';

export function isHeld(vm: CachedMachine): boolean {
  return hasFinalizer(vm, FINALIZER);
}

/** Adds the finalizer to an object. Rejects with a conflict if the object is outdated. */
export async function hold(
  client: VirtualMachineClient,
  vm: CachedMachine,
  signal: AbortSignal,
): Promise<CachedMachine> {
  return ensureFinalizer(client, vm, FINALIZER, { signal });
}

/** Removes the finalizer from the current object. Succeeds if the object no longer exists. */
export async function release(
  client: VirtualMachineClient,
  { metadata }: CachedMachine,
  signal: AbortSignal,
): Promise<void> {
  const releaseNewest = async (): Promise<void> => {
    const vm = await client.find(metadata.name, { signal });
    if (vm?.metadata.uid !== metadata.uid) return;
    await releaseFinalizer(client, vm, FINALIZER, { signal });
  };
  await retryOnConflict(releaseNewest, { signal });
}
