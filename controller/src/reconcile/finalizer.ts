import { isNotFound, retryOnConflict } from '@vmgen/runtime';
import type { VirtualMachineClient } from '../../../generated/cloudnative/v1alpha1/client.js';
import type { CachedMachine } from './cached-machine.js';

/** Holds a VirtualMachine until its server is gone. */
export const FINALIZER = 'cloudnative.tw/virtual-machine';

export function hasFinalizer({ metadata }: CachedMachine): boolean {
  return metadata.finalizers?.includes(FINALIZER) ?? false;
}

/**
 * Adds the finalizer to the object as it was read: the resource version in the patch makes the
 * server refuse with a conflict when the object is no longer that.
 */
export async function addFinalizer(
  client: VirtualMachineClient,
  vm: CachedMachine,
  signal: AbortSignal,
): Promise<CachedMachine> {
  return setFinalizers(client, vm, [...(vm.metadata.finalizers ?? []), FINALIZER], signal);
}

/** Takes the finalizer off the object as it is now. One that is gone is a success. */
export async function removeFinalizer(
  client: VirtualMachineClient,
  { metadata }: CachedMachine,
  signal: AbortSignal,
): Promise<void> {
  try {
    const remove = async (): Promise<void> => {
      const vm = await client.get(metadata.name, { signal });
      if (vm.metadata.uid !== metadata.uid || !hasFinalizer(vm)) return;
      const others = vm.metadata.finalizers?.filter((finalizer) => finalizer !== FINALIZER) ?? [];
      await setFinalizers(client, vm, others, signal);
    };
    await retryOnConflict(remove, { signal });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

async function setFinalizers(
  client: VirtualMachineClient,
  { metadata }: CachedMachine,
  finalizers: string[],
  signal: AbortSignal,
): Promise<CachedMachine> {
  const { name, resourceVersion } = metadata;
  const value = { metadata: { resourceVersion, finalizers } };
  return client.mergePatch(name, value, { signal });
}
