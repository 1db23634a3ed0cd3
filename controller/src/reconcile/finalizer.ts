import { isNotFound, retryOnConflict, type DeepReadonly } from '@vmgen/runtime';
import type { VirtualMachine } from '../../../apis/cloudnative/v1alpha1/types.js';
import type { VirtualMachineClient } from '../../../generated/cloudnative/v1alpha1/client.js';

/** Holds a VirtualMachine until its server is gone. */
export const FINALIZER = 'cloudnative.tw/virtual-machine';

export function hasFinalizer({ metadata }: DeepReadonly<VirtualMachine>): boolean {
  return metadata.finalizers?.includes(FINALIZER) ?? false;
}

/**
 * Adds the finalizer to the object as it was read: the resource version in the patch makes the
 * server refuse with a conflict when the object is no longer that.
 */
export async function addFinalizer(
  client: VirtualMachineClient,
  vm: DeepReadonly<VirtualMachine>,
): Promise<VirtualMachine> {
  return setFinalizers(client, vm, [...(vm.metadata.finalizers ?? []), FINALIZER]);
}

/** Takes the finalizer off the object as it is now. One that is gone is a success. */
export async function removeFinalizer(
  client: VirtualMachineClient,
  { metadata }: DeepReadonly<VirtualMachine>,
): Promise<void> {
  try {
    await retryOnConflict(async () => {
      const vm = await client.get(metadata.name ?? '');
      if (vm.metadata.uid !== metadata.uid || !hasFinalizer(vm)) return;
      const others = vm.metadata.finalizers?.filter((finalizer) => finalizer !== FINALIZER) ?? [];
      await setFinalizers(client, vm, others);
    });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

async function setFinalizers(
  client: VirtualMachineClient,
  { metadata }: DeepReadonly<VirtualMachine>,
  finalizers: string[],
): Promise<VirtualMachine> {
  const { name = '', resourceVersion } = metadata;
  return client.patch(name, {
    type: 'merge',
    value: { metadata: { resourceVersion, finalizers } },
  });
}
