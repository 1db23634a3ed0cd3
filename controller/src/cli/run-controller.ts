import { createResourceClient, type Logger, type Transport } from '@vmgen/runtime';
import { namespaceResource } from '@vmgen/runtime/api';
import { runManager } from '@vmgen/manager';
import { addVmController } from '../vm-controller.js';
import { createDriver } from './create-driver.js';
import type { ControllerOptions } from './options.js';

/** Runs the controller as this process; see `runManager`. */
export async function runController(options: ControllerOptions, logger: Logger): Promise<void> {
  const { kubeconfig, leaseLockName: leaseName, leaseLockNamespace: leaseNamespace } = options;
  const { healthPort: port, statusPage, holderIdentity: identity } = options;
  const { pageAuthorization: authorization } = options;
  await runManager(
    {
      name: 'vm-controller',
      logger,
      ...(kubeconfig !== undefined && { kubeconfig }),
      leaderElection: options.leaderElect && { leaseName, leaseNamespace, identity },
      // The kubelet sends its probes from outside of the pod.
      server: port === undefined ? false : { host: '0.0.0.0', port, statusPage, authorization },
    },
    async (manager) => {
      const { transport } = manager;
      const cluster = await clusterIdentity(transport);
      const fence = (): void => manager.checkLeadership();
      const driver = createDriver(options, { transport, cluster, fence, logger });
      manager.atEnd(() => driver.close());
      addVmController(manager, { driver, workers: options.workers });
    },
  );
}

/**
 * Returns what distinguishes this cluster's servers from those of another cluster on the same
 * engine: the UID of a namespace that all clusters have.
 */
export async function clusterIdentity(transport: Transport): Promise<string> {
  const { metadata } = await createResourceClient(transport, namespaceResource).get('kube-system');
  return metadata.uid;
}
