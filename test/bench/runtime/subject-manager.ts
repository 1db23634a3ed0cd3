import { setTimeout } from 'node:timers/promises';
import { createManager } from '@vmgen/manager';
import { createHttpTransport, createResourceClient } from '@vmgen/runtime';
import { createSharedInformer } from '@vmgen/runtime/cache';
import { virtualMachineResource } from '../../../generated/cloudnative/v1alpha1/register.js';

// The heap of cached machines: `node --expose-gc subject-manager.js URL informer|manager`. Prints MiB.

const [url = '', who] = process.argv.slice(2);
const transport = createHttpTransport({ server: url });
const { signal } = new AbortController();
const { informer, idle } = who === 'manager' ? ofManager() : alone();
await informer.synced();
await idle();
for (let turn = 0; turn < 5; turn++) {
  await setTimeout(20);
  globalThis.gc?.();
}
process.stdout.write(String(process.memoryUsage().heapUsed / 2 ** 20));
process.exit(informer.store.size > 0 ? 0 : 1);

function alone() {
  const created = createSharedInformer(createResourceClient(transport, virtualMachineResource));
  void created.run({ signal });
  return { informer: created, idle: () => Promise.resolve() };
}

function ofManager() {
  const manager = createManager(transport, { name: 'bench', leaderElection: false });
  const { machines } = manager.cache({ machines: virtualMachineResource });
  let reconciled = 0;
  manager.controller(machines).reconcile(async () => {
    reconciled++;
  });
  manager.run({ signal }).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
  // The queue contains all keys after the first list.
  const idle = async (): Promise<void> => {
    while (reconciled < machines.informer.store.size) await setTimeout(20);
  };
  return { informer: machines.informer, idle };
}
