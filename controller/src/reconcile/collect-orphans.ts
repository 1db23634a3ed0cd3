import { isNotFound } from '@vmgen/runtime';
import { errorText } from '@vmgen/runtime/observability';
import type { VirtualMachineClient } from '../../../generated/cloudnative/v1alpha1/client.js';
import type { ServerOwner, VmDriver } from '../driver/vm-driver.js';

type ClientOf = (namespace: string) => Pick<VirtualMachineClient, 'get' | 'list'>;

/**
 * Deletes servers whose VirtualMachine no longer exists, such as after a manual removal of the
 * finalizer. The cache may be outdated, so each VirtualMachine is read from the API first. Rejects if
 * a server cannot be deleted, after all others.
 */
export async function collectOrphans(
  driver: VmDriver,
  clientOf: ClientOf,
  isKnown: (owner: ServerOwner) => boolean,
  onDeleted: (owner: ServerOwner) => void,
  signal: AbortSignal,
): Promise<void> {
  const failures: unknown[] = [];
  for (const owner of await driver.listServers({ signal })) {
    try {
      if (isKnown(owner) || (await exists(owner, clientOf, signal))) continue;
      await driver.deleteServer(owner, { signal });
      onDeleted(owner);
    } catch (error) {
      signal.throwIfAborted();
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, failures.map(errorText).join('; '));
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
