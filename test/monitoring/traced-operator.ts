import { configMapResource, createSecretClient } from '@vmgen/kubernetes/core/v1';
import { runManager } from '@vmgen/manager';
import { startTelemetry } from './telemetry.js';

/** The operator of telemetry.test.ts, as a process: it copies ConfigMaps into Secrets, and fails for the name `broken`. */
const name = 'traced-operator';
const telemetry = startTelemetry(name, 5_000);
const { tracer, metrics } = telemetry;
let reconciles = 0;
await runManager({ name, leaderElection: false, server: false, tracer, metrics }, (manager) => {
  const { configMaps } = manager.cache({ configMaps: configMapResource });
  manager.controller(configMaps, { workers: 10 }).reconcile(async ({ metadata, data = {} }) => {
    reconciles += 1;
    if (metadata.name === 'broken') throw new Error('the registry does not answer');
    const secrets = createSecretClient(manager.transport, metadata.namespace);
    await secrets.apply(
      { metadata: { name: metadata.name }, stringData: data },
      { fieldManager: name },
    );
    process.stdout.write(`${reconciles} ${process.memoryUsage().rss}\n`);
  });
});
await telemetry.stop();
