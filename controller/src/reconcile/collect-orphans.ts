import { isNotFound } from '@vmgen/runtime';
import type { VirtualMachineClient } from '../../../generated/cloudnative/v1alpha1/client.js';
import type { ServerOwner, VmDriver } from '../driver/vm-driver.js';

/**
 * Deletes servers whose VirtualMachine is gone, as after somebody took the finalizer off by hand.
 * The cache may be behind, so each suspect is looked up in the API first.
 */
export async function collectOrphans(
  driver: VmDriver,
  clientOf: (namespace: string) => Pick<VirtualMachineClient, 'get'>,
  isKnown: (owner: ServerOwner) => boolean,
  signal: AbortSignal,
): Promise<ServerOwner[]> {
  const collected: ServerOwner[] = [];
  for (const owner of await driver.listServers(signal)) {
    if (isKnown(owner) || (await exists(owner, clientOf, signal))) continue;
    await driver.deleteServer(owner, signal);
    collected.push(owner);
  }
  return collected;
}

async function exists(
  { namespace, name, uid }: ServerOwner,
  clientOf: (namespace: string) => Pick<VirtualMachineClient, 'get'>,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    return (await clientOf(namespace).get(name, { signal })).metadata.uid === uid;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}
