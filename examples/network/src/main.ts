import { createHttpTransport, createLogger, loadKubeConfig } from '@vmgen/runtime';
import { createClientset } from '../generated/clientset.js';
import { runNetworkController } from './network-controller.js';
import { MemoryNetworkDriver } from './network-driver.js';

const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());

const logger = createLogger({
  verbosity: 2,
  format: 'text',
});
const transport = createHttpTransport(await loadKubeConfig({}), { logger });
try {
  await runNetworkController({
    clientset: createClientset(transport),
    driver: new MemoryNetworkDriver(),
    logger,
    workers: 2,
    signal: stop.signal,
  });
} finally {
  await transport.close();
}
