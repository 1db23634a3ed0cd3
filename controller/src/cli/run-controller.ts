import {
  createEventRecorder,
  createHttpTransport,
  createResourceClient,
  loadKubeConfig,
  namespaceResource,
  runWithLeaderElection,
  type Logger,
  type Transport,
} from '@vmgen/runtime';
import { createClientset } from '../../../generated/clientset.js';
import { createDockerDriver } from '../driver/docker-driver.js';
import { createFakeDriver } from '../driver/fake-driver.js';
import type { VmDriver } from '../driver/vm-driver.js';
import { fencedTransport } from '../fenced-transport.js';
import { runVmController } from '../vm-controller.js';
import type { ControllerOptions } from './options.js';

const COMPONENT = 'vm-controller';
const LEASE_DURATION_MS = 15_000;
const RENEW_DEADLINE_MS = 10_000;
const RETRY_PERIOD_MS = 2_000;

/** Runs the controller as the options say until the signal ends it. Resolves to the exit code. */
export async function runController(
  options: ControllerOptions,
  logger: Logger,
  signal: AbortSignal,
): Promise<number> {
  const config = await loadKubeConfig({ kubeconfig: options.kubeconfig });
  const transport = createHttpTransport(config, { logger, userAgent: COMPONENT });
  try {
    const cluster = await clusterIdentity(transport, signal);
    const work = (fence: () => void, workSignal: AbortSignal): Promise<void> =>
      reconcileFenced({ options, transport, cluster, fence, logger }, workSignal);
    if (options.leaderElect) return await lead(options, transport, work, logger, signal);
    await work(() => {}, signal);
    return 0;
  } finally {
    await transport.close();
  }
}

async function lead(
  options: ControllerOptions,
  transport: Transport,
  work: (fence: () => void, signal: AbortSignal) => Promise<void>,
  logger: Logger,
  signal: AbortSignal,
): Promise<number> {
  const lease = `${options.leaseLockNamespace}/${options.leaseLockName}`;
  const outcome = await runWithLeaderElection(transport, {
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
      onStartedLeading: (leadership) => work(() => leadership.check(), leadership.signal),
      onNewLeader: (identity) => logger.info('the leader is', { lease, identity }),
    },
    signal,
  });
  if (outcome !== 'lost') return 0;
  logger.error('lost the lease; ending, so that a restart joins the election anew', { lease });
  return 1;
}

async function reconcileFenced(
  {
    options,
    transport,
    cluster,
    fence,
    logger,
  }: {
    readonly options: ControllerOptions;
    readonly transport: Transport;
    readonly cluster: string;
    readonly fence: () => void;
    readonly logger: Logger;
  },
  signal: AbortSignal,
): Promise<void> {
  const recorder = createEventRecorder(transport, {
    component: COMPONENT,
    instance: options.holderIdentity,
    logger,
  });
  const driver = createDriver(options, cluster, fence, logger);
  try {
    await runVmController({
      clientset: createClientset(fencedTransport(transport, fence)),
      driver,
      recorder,
      logger,
      workers: options.threads,
      signal,
    });
  } finally {
    await Promise.all([recorder.close(), driver.close()]);
  }
}

function createDriver(
  { vmDriver }: ControllerOptions,
  cluster: string,
  fence: () => void,
  logger: Logger,
): VmDriver {
  return vmDriver === 'docker'
    ? createDockerDriver({ cluster, fence, logger })
    : createFakeDriver();
}

/**
 * What tells this cluster's servers from those of another one that shares the engine: the UID of
 * a namespace that every cluster has and keeps.
 */
async function clusterIdentity(transport: Transport, signal: AbortSignal): Promise<string> {
  const namespaces = createResourceClient(transport, namespaceResource);
  const { metadata } = await namespaces.get('kube-system', { signal });
  return metadata.uid;
}
