import {
  createWorkQueue,
  isNotFound,
  objectKey,
  runWorkers,
  type Logger,
  type ObjectKey,
} from '@vmgen/runtime';
import type { NetworkSpec } from '../apis/samplecrd/v1/types.js';
import type { Clientset } from '../generated/clientset.js';
import { createInformers } from '../generated/informers.js';
import type { NetworkLister } from '../generated/samplecrd/v1/lister.js';
import type { NetworkDriver } from './network-driver.js';

export interface NetworkControllerOptions {
  readonly clientset: Clientset;
  readonly driver: NetworkDriver;
  readonly logger: Logger;
  /** How many Networks are worked on at a time. */
  readonly workers: number;
}

/** Keeps the driver's networks what the API says, until the signal ends it. */
// +vmgen:rbac:roleName=network-controller
// +kubebuilder:rbac:groups=samplecrd.example.com,resources=networks,verbs=get;list;watch
export async function runNetworkController(
  { clientset, driver, logger, workers }: NetworkControllerOptions,
  signal: AbortSignal,
): Promise<void> {
  const informers = createInformers(clientset, { logger });
  const { informer, lister } = informers.samplecrdV1.networks();
  const queue = createWorkQueue('networks');
  informer.addHandler({
    onAdd: (network) => queue.add(objectKey(network)),
    onUpdate: (_before, network) => queue.add(objectKey(network)),
    onDelete: (network) => queue.add(objectKey(network)),
  });
  informers.start(signal);
  if (await informers.waitForSync(signal)) {
    await runWorkers(queue, {
      workers,
      reconcile: (key) => reconcile(key, lister, driver, logger),
      logger,
      signal,
    });
  }
  await informers.shutdown();
}

/** Compares what is wanted with what there is, and does the difference. */
async function reconcile(
  object: ObjectKey,
  lister: NetworkLister,
  driver: NetworkDriver,
  logger: Logger,
): Promise<void> {
  const key = objectKey(object);
  const desired = cachedSpec(object, lister);
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

function cachedSpec(
  { namespace, name }: ObjectKey,
  lister: NetworkLister,
): Readonly<NetworkSpec> | undefined {
  try {
    return lister.namespace(namespace).get(name).spec;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
