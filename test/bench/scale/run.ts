import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { createApiServer, startHttpsServer } from '@vmgen/apiserver';
import { startEnvtest } from '@vmgen/apiserver/envtest';
import { createConfigMapClient, createNamespaceClient } from '@vmgen/kubernetes/core/v1';
import { createHttpTransport, createResourceClient, loadKubeConfig } from '@vmgen/runtime';
import { leaseResource } from '@vmgen/runtime/api';

/**
 * The costs of an operator by its number of objects, for docs/scale.md. Usage: node
 * test/dist/test/bench/scale/run.js [--objects N] [--server embedded|real]. `real` needs
 * KUBEBUILDER_ASSETS.
 */
const { values } = parseArgs({
  options: {
    objects: { type: 'string', default: '1000' },
    server: { type: 'string', default: 'embedded' },
  },
});
const objects = Number(values.objects);
const NAMESPACES = 100;
const WRITERS = 32;

const folder = await mkdtemp(path.join(tmpdir(), 'vmgen-scale-'));
const kubeconfig = path.join(folder, 'kubeconfig');
const end = values.server === 'real' ? await startReal() : await startEmbedded();
const transport = createHttpTransport(await loadKubeConfig({ kubeconfig }));

async function startReal(): Promise<() => Promise<void>> {
  const flags = ['--feature-gates=ShardedListAndWatch=true'];
  const plane = await startEnvtest({ apiServerFlags: flags });
  await copyFile(plane.kubeconfig, kubeconfig);
  return () => plane.stop();
}

async function startEmbedded(): Promise<() => Promise<void>> {
  const running = await startHttpsServer(createApiServer({ storageQuotaBytes: 2 ** 31 }));
  await writeFile(kubeconfig, running.kubeconfig());
  return () => running.close();
}

for (let n = 0; n < NAMESPACES; n++) {
  // Names that differ in their first characters: see `by` of ShardingOptions.
  const name = `${(n * 7919).toString(36)}-team`.padStart(9, 'x');
  await createNamespaceClient(transport).create({ metadata: { name } });
}
const namespaces = (await createNamespaceClient(transport).list()).items
  .map(({ metadata }) => metadata.name)
  .filter((name) => name.endsWith('-team'));
const createdMs = performance.now();
let next = 0;
await Promise.all(
  Array.from({ length: WRITERS }, async () => {
    for (let n = next++; n < objects; n = next++) {
      const client = createConfigMapClient(transport, namespaces[n % NAMESPACES] ?? '');
      const data = { config: `${n} `.repeat(Math.ceil(800 / `${n} `.length)) };
      await client.create({ metadata: { name: `map-${n}`, labels: { app: 'scale' } }, data });
    }
  }),
);
const seconds = (performance.now() - createdMs) / 1000;
console.log(`${values.server}: ${objects} objects, ${(objects / seconds).toFixed(0)} writes/s`);
const run = promisify(execFile);
const leases = createResourceClient(transport, leaseResource, { namespace: 'default' });
for (const variant of ['whole', 'metadata', 'key', 'namespace']) {
  // Two members that are alive for an hour, so that the measured one holds a third. One holds the Lease of the rule.
  for (const [name, member] of [
    [`scale-replica-${'1'.repeat(16)}`, 1],
    [`scale-replica-${'2'.repeat(16)}`, 2],
    ['scale', 1],
  ] as const) {
    const holderIdentity = `other-${member}-${variant}`;
    const annotations = { 'vmgen.io/sharding': `30 shards by ${variant} ${holderIdentity}` };
    const spec = { holderIdentity, leaseDurationSeconds: 3600 };
    await leases.apply({ metadata: { name, annotations }, spec }, { fieldManager: 'scale' });
  }
  const script = path.join(import.meta.dirname, 'operator.js');
  const { stdout } = await run(process.execPath, ['--expose-gc', script, kubeconfig, variant]);
  console.log(`${variant.padEnd(10)} ${stdout.trim()}`);
}
await transport[Symbol.asyncDispose]();
await end();
await rm(folder, { recursive: true });
process.exit(0);
