import {
  createHttpTransport,
  createLogger,
  loadKubeConfig,
  runWithLeaderElection,
} from '@vmgen/runtime';
import { randomUUID } from 'node:crypto';
import { runBackupController } from './controller.js';

const logger = createLogger({ verbosity: 2, format: 'text' });
const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());

// Of several replicas one works; the others wait for its lease.
// +kubebuilder:rbac:groups=coordination.k8s.io,resources=leases,verbs=get;create;update,namespace=backup-system
async function main(): Promise<void> {
  const transport = createHttpTransport(await loadKubeConfig(), { logger });
  try {
    await runWithLeaderElection(transport, {
      leaseName: 'backup-operator',
      leaseNamespace: process.env['POD_NAMESPACE'] ?? 'default',
      identity: `${process.env['POD_NAME'] ?? 'local'}-${randomUUID()}`,
      releaseOnCancel: true,
      logger,
      signal: stop.signal,
      callbacks: {
        onStartedLeading: ({ signal }) => runBackupController(transport, { logger, signal }),
      },
    });
  } finally {
    await transport.close();
  }
}

await main();
