import {
  createHttpTransport,
  createLeaderElector,
  createLogger,
  createStopSignal,
  endProcess,
  loadKubeConfig,
  ShutdownTimeoutError,
} from '@vmgen/runtime';
import { startHealthServer } from '@vmgen/runtime/health';
import { randomUUID } from 'node:crypto';
import { createBackupController } from './controller.js';

/** The liveness probe fails if a lost lease did not end the process within this time. */
const TOLERANCE_MS = 20_000;

const logger = createLogger({ verbosity: 2, format: 'text' });
const signal = createStopSignal();
try {
  endProcess(await main());
} catch (error) {
  // A pending call rejects when the signal aborts, which is a normal end. Work that ignores the signal is an error.
  const isNormal = signal.aborted && !(error instanceof ShutdownTimeoutError);
  if (!isNormal) logger.error('the operator failed', { error });
  endProcess(isNormal ? 0 : 1);
}

/** Leads, or waits for the lease of the leader. Returns the exit status. */
// +kubebuilder:rbac:groups=coordination.k8s.io,resources=leases,verbs=create,namespace=backup-system
// +kubebuilder:rbac:groups=coordination.k8s.io,resources=leases,resourceNames=backup-operator,verbs=get;update,namespace=backup-system
async function main(): Promise<number> {
  await using transport = createHttpTransport(await loadKubeConfig(), { logger });
  const controller = createBackupController(transport, logger);
  const elector = createLeaderElector(transport, {
    leaseName: 'backup-operator',
    leaseNamespace: process.env['POD_NAMESPACE'] ?? 'default',
    identity: `${process.env['POD_NAME'] ?? 'local'}-${randomUUID()}`,
    releaseOnCancel: true,
    watchdog: true,
    logger,
    signal,
    callbacks: { onStartedLeading: (leadership) => controller.run(leadership.signal) },
  });
  await using _health = await startHealthServer({
    port: Number(process.env['HEALTH_PORT'] ?? 0), // 0 takes any free port
    live: { leaderElection: () => elector.checkHealth(TOLERANCE_MS) },
    ready: {
      caches: () => {
        if (!controller.hasSynced()) throw new Error('the caches have not synced');
      },
    },
    logger,
  });
  try {
    await controller.sync(signal);
    return (await elector.run()) === 'lost' ? 1 : 0;
  } finally {
    await controller.close();
  }
}
