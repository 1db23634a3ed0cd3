import {
  createInformerFactory,
  createWorkQueue,
  enqueueObjects,
  objectKey,
  runWorkers,
  type Logger,
  type ObjectKey,
} from '@vmgen/runtime';
import type { Clientset } from '../generated/clientset.js';
import { createInformers } from '../generated/informers.js';
import type { NetworkLister } from '../generated/samplecrd/v1/lister.js';
import type { NetworkDriver } from './network-driver.js';

/** The dependencies of the controller. */
export interface NetworkControllerOptions {
  readonly clientset: Clientset;
  readonly driver: NetworkDriver;
  readonly logger: Logger;
  /** The number of Networks that are reconciled at the same time. */
  readonly workers: number;
  readonly signal: AbortSignal;
}

/** Reconciles the networks of the driver with the API until the signal aborts. */
// +vmgen:rbac:roleName=network-controller
// +kubebuilder:rbac:groups=samplecrd.example.com,resources=networks,verbs=list;watch
export async function runNetworkController(options: NetworkControllerOptions): Promise<void> {
  const { clientset, driver, logger, workers, signal } = options;
  const factory = createInformerFactory(clientset.transport, { logger });
  const { informer, lister } = createInformers(factory).samplecrdV1.networks();
  const queue = createWorkQueue('networks');
  informer.addHandler(enqueueObjects(queue));
  factory.start();
  try {
    await factory.waitForSync({ signal });
    await runWorkers(queue, {
      workers,
      reconcile: (key) => reconcile(key, lister, driver, logger),
      logger,
      signal,
    });
  } catch (error) {
    // The signal may abort before the caches are filled, which is a normal end.
    if (error !== signal.reason) throw error;
  } finally {
    await factory.close();
  }
}

/** Compares the desired with the actual network, and changes what differs. */
async function reconcile(
  object: ObjectKey,
  lister: NetworkLister,
  driver: NetworkDriver,
  logger: Logger,
): Promise<void> {
  const key = objectKey(object);
  const desired = lister.find(object)?.spec;
  if (desired === undefined) {
    await driver.delete(key);
    logger.info('deleted the network', { network: key });
    return;
  }
  const { cidr, gateway } = desired;
  const actual = await driver.get(key);
  if (actual === undefined) {
    await driver.create(key, { cidr, gateway });
    logger.info('created the network', { network: key, cidr, gateway });
  } else if (actual.cidr !== cidr || actual.gateway !== gateway) {
    await driver.update(key, { cidr, gateway });
    logger.info('updated the network', { network: key, cidr, gateway });
  }
}
