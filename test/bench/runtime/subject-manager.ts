import { createManager } from '@vmgen/manager';
import { createHttpTransport } from '@vmgen/runtime';
import { createSharedInformer } from '@vmgen/runtime/cache';
import { createFullClient } from '@vmgen/runtime/internal';
import { virtualMachineResource } from '../../../generated/cloudnative/v1alpha1/register.js';

// The heap of cached machines: `node --expose-gc subject-manager.js URL informer|manager`. Prints MiB.

const [url = '', who] = process.argv.slice(2);
const transport = createHttpTransport({ server: url });
const { signal } = new AbortController();
const informer = who === 'manager' ? ofManager() : alone();
await informer.synced();
for (let turn = 0; turn < 5; turn++) {
  await new Promise((resolve) => setTimeout(resolve, 20));
  globalThis.gc?.();
}
process.stdout.write(String(process.memoryUsage().heapUsed / 2 ** 20));
process.exit(informer.store.size > 0 ? 0 : 1);

function alone() {
  const created = createSharedInformer(createFullClient(transport, virtualMachineResource));
  void created.run({ signal });
  return created;
}

function ofManager() {
  const manager = createManager(transport, { name: 'bench', leaderElection: false });
  const { machines } = manager.cache({ machines: virtualMachineResource });
  manager.controller(machines).reconcile(async () => {});
  manager.run({ signal }).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
  return machines.informer;
}
