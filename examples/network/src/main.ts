import {
  createHttpTransport,
  createLogger,
  createStopSignal,
  endProcess,
  loadKubeConfig,
} from '@vmgen/runtime';
import { createClientset } from '../generated/clientset.js';
import { runNetworkController } from './network-controller.js';
import { MemoryNetworkDriver } from './network-driver.js';

const logger = createLogger({ verbosity: 2, format: 'text' });
try {
  await using transport = createHttpTransport(await loadKubeConfig(), { logger });
  await runNetworkController({
    clientset: createClientset(transport),
    driver: new MemoryNetworkDriver(),
    logger,
    workers: 2,
    signal: createStopSignal(),
  });
  endProcess(0);
} catch (error) {
  logger.error('the controller failed', { error });
  endProcess(1);
}
