import {
  createEventRecorder,
  createHttpTransport,
  createInformerFactory,
  createLeaderElector,
  createResourceClient,
  loadKubeConfig,
  type LeaderElectionOutcome,
  type LeaderElector,
  type Logger,
  type Transport,
} from '@vmgen/runtime';
import { namespaceResource } from '@vmgen/runtime/api';
import { startHealthServer, type HealthCheck, type HealthServer } from '@vmgen/runtime/health';
import type { VirtualMachineInformer } from '../../../generated/cloudnative/v1alpha1/informer.js';
import { createClientset } from '../../../generated/clientset.js';
import { fencedTransport } from '../fenced-transport.js';
import { createMachineInformer, runVmController } from '../vm-controller.js';
import { createDriver } from './create-driver.js';
import type { ControllerOptions } from './options.js';

const COMPONENT = 'vm-controller';
const LEASE_DURATION_MS = 15_000;
const RENEW_DEADLINE_MS = 10_000;
const RETRY_PERIOD_MS = 2_000;

/** The liveness probe fails if the process is still running this long after it lost the lease. */
const LIVENESS_TOLERANCE_MS = 20_000;

/** The shared parts of the process. */
interface Process {
  readonly options: ControllerOptions;
  readonly transport: Transport;
  readonly machines: VirtualMachineInformer;
  /** The identity of the cluster in the labels of containers. */
  readonly cluster: string;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** Runs the controller until the signal aborts. Resolves with the exit code. */
export async function runController(
  options: ControllerOptions,
  logger: Logger,
  signal: AbortSignal,
): Promise<number> {
  const config = await loadKubeConfig({ kubeconfig: options.kubeconfig });
  await using transport = createHttpTransport(config, { logger, userAgent: COMPONENT });
  const cluster = await clusterIdentity(transport, signal);
  await using factory = createInformerFactory(transport, { logger });
  const machines = createMachineInformer(factory);
  const parts: Process = { options, transport, machines, cluster, logger, signal };
  const elector = options.leaderElect ? createElector(parts) : undefined;
  await using _health = await startProbes(options, logger, {
    live: () => elector?.checkHealth(LIVENESS_TOLERANCE_MS),
    ready() {
      if (!machines.informer.hasSynced)
        throw new Error('the cache of VirtualMachines has not synced');
    },
  });
  // Before the election, so that a replica without permissions or without the CRD does not become
  // ready, which stops a rollout.
  factory.start();
  await factory.waitForSync({ signal });
  if (elector !== undefined) return exitCodeOf(await elector.run(), parts);
  await reconcileFenced(parts, () => {}, signal);
  return 0;
}

/** Returns undefined if the options have no port. */
async function startProbes(
  { healthPort: port }: ControllerOptions,
  logger: Logger,
  { live, ready }: { readonly live: HealthCheck; readonly ready: HealthCheck },
): Promise<HealthServer | undefined> {
  if (port === undefined) return undefined;
  const checks = { live: { leaderElection: live }, ready: { cache: ready } };
  const server = await startHealthServer({ port, ...checks, logger });
  logger.info('serving health probes', { port: server.port });
  return server;
}

function leaseOf({ leaseLockNamespace, leaseLockName }: ControllerOptions): string {
  return `${leaseLockNamespace}/${leaseLockName}`;
}

function createElector(parts: Process): LeaderElector {
  const { options, transport, logger, signal } = parts;
  return createLeaderElector(transport, {
    leaseName: options.leaseLockName,
    leaseNamespace: options.leaseLockNamespace,
    identity: options.holderIdentity,
    leaseDurationMs: LEASE_DURATION_MS,
    renewDeadlineMs: RENEW_DEADLINE_MS,
    retryPeriodMs: RETRY_PERIOD_MS,
    releaseOnCancel: true,
    watchdog: true,
    logger,
    callbacks: {
      onStartedLeading: (leadership) =>
        reconcileFenced(parts, () => leadership.check(), leadership.signal),
      onNewLeader: (identity) => logger.info('new leader', { lease: leaseOf(options), identity }),
    },
    signal,
  });
}

function exitCodeOf(outcome: LeaderElectionOutcome, { options, logger }: Process): number {
  if (outcome !== 'lost') return 0;
  const lease = leaseOf(options);
  logger.error('lost the lease; exiting, so that a restart joins the election again', { lease });
  return 1;
}

/** Reconciles until the signal aborts. `fence` throws if this process may no longer write. */
async function reconcileFenced(
  { options, transport, machines, cluster, logger }: Process,
  fence: () => void,
  signal: AbortSignal,
): Promise<void> {
  const recorder = createEventRecorder(transport, {
    component: COMPONENT,
    instance: options.holderIdentity,
    logger,
  });
  const fenced = fencedTransport(transport, fence);
  const driver = createDriver(options, { transport: fenced, cluster, fence, logger });
  try {
    await runVmController({
      clientset: createClientset(fenced),
      machines,
      driver,
      recorder,
      logger,
      workers: options.workers,
      signal,
    });
  } finally {
    await Promise.all([recorder.close(), driver.close()]);
  }
}

/**
 * Returns what distinguishes this cluster's servers from those of another cluster on the same
 * engine: the UID of a namespace that all clusters have.
 */
async function clusterIdentity(transport: Transport, signal: AbortSignal): Promise<string> {
  const namespaces = createResourceClient(transport, namespaceResource);
  const { metadata } = await namespaces.get('kube-system', { signal });
  return metadata.uid;
}
