import { ensureFinalizer, hasFinalizer, releaseFinalizer, retryOnConflict } from '@vmgen/runtime';
import type { VirtualMachineClient } from '../../../generated/cloudnative/v1alpha1/client.js';
import type { CachedMachine } from './cached-machine.js';

/** Holds a VirtualMachine until its server is gone. */
export const FINALIZER = 'cloudnative.tw/virtual-machine';

export function isHeld(vm: CachedMachine): boolean {
  return hasFinalizer(vm, FINALIZER);
}

/** Adds the finalizer to the object as it was read: refused with a conflict when it is no longer that. */
export async function hold(
  client: VirtualMachineClient,
  vm: CachedMachine,
  signal: AbortSignal,
): Promise<CachedMachine> {
  return ensureFinalizer(client, vm, FINALIZER, { signal });
}

/** Takes the finalizer off the object as it is now. One that is gone is a success. */
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
