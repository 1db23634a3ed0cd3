import type { ApiServer } from '../server/api-server.js';
import type { ApiServerOptions } from '../server/api-server-options.js';
import { InMemoryApiServer } from '../server/in-memory-api-server.js';
import { heapLimit } from './heap-limit.js';
import { processSeries } from './process-series.js';
import { readBuiltIns } from './read-built-ins.js';
import { WebhookConnections } from './webhook-connections.js';

/**
 * Creates an {@link ApiServer}. It is ready at once. {@link startHttpsServer} serves it over HTTPS.
 *
 * @throws ApiError if the API rejects a definition
 *
 * @example
 * const server = createApiServer();
 * server.seed([{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } }]);
 * await server.transport.request({ method: 'GET', path: '/api/v1/namespaces/shop' });
 */
export function createApiServer(options: ApiServerOptions = {}): ApiServer {
  return new InMemoryApiServer(options, {
    builtIns: readBuiltIns(),
    network: new WebhookConnections(),
    heapLimit: heapLimit(),
    platform: `${goName(process.platform)}/${goName(process.arch)}`,
    processSeries,
  });
}

/** The names of Go for platforms and architectures that Node names differently. */
const GO_NAMES: Readonly<Record<string, string>> = { win32: 'windows', x64: 'amd64', ia32: '386' };

const goName = (name: string): string => GO_NAMES[name] ?? name;
