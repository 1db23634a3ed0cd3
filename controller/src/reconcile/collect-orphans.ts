import { isNotFound } from '@vmgen/runtime';
import type { VirtualMachineClient } from '../../../generated/cloudnative/v1alpha1/client.js';
import type { ServerOwner, VmDriver } from '../driver/vm-driver.js';

type ClientOf = (namespace: string) => Pick<VirtualMachineClient, 'get' | 'list'>;

/**
 * Deletes servers whose VirtualMachine no longer exists, such as after a manual removal of the
 * finalizer. The cache may be outdated, so each VirtualMachine is read from the API first.
 */
export async function collectOrphans(
  driver: VmDriver,
  clientOf: ClientOf,
  isKnown: (owner: ServerOwner) => boolean,
  signal: AbortSignal,
): Promise<ServerOwner[]> {
  const collected: ServerOwner[] = [];
  for (const owner of await driver.listServers({ signal })) {
    if (isKnown(owner) || (await exists(owner, clientOf, signal))) continue;
    await driver.deleteServer(owner, { signal });
    collected.push(owner);
  }
  return collected;
}

/**
 * Deletes the server of an owner if its VirtualMachine no longer exists. Returns whether it was
 * deleted.
 */
export async function collectOrphan(
  driver: VmDriver,
  clientOf: ClientOf,
  owner: ServerOwner,
  signal: AbortSignal,
): Promise<boolean> {
  if (!(await driver.isServerExist(owner, { signal }))) return false;
  if (await exists(owner, clientOf, signal)) return false;
  await driver.deleteServer(owner, { signal });
  return true;
}

async function exists(
  { namespace, name, uid }: ServerOwner,
  clientOf: ClientOf,
  signal: AbortSignal,
): Promise<boolean> {
  const client = clientOf(namespace);
  try {
    return (await client.get(name, { signal })).metadata.uid === uid;
  } catch (error) {
    if (!isNotFound(error)) throw error;
    // A server that does not serve the kind also responds with 404. Then the list fails too.
    await client.list({ limit: 1, signal });
    return false;
  }
}
