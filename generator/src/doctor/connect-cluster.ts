import { parseJsonObject } from '@vmgen/base/json';
import { shownServer } from '@vmgen/runtime/internal';
import { createHttpTransport, loadKubeConfig } from '@vmgen/runtime/transport';
import type { ClusterConnection } from './cluster-connection.js';

/** The context to use; defaults to the rules of kubectl. */
export interface ContextOptions {
  readonly kubeconfig?: string | undefined;
  readonly context?: string | undefined;
}

/**
 * Opens a connection to the cluster of a context. The requests are a few, so it ends with the process.
 *
 * @throws VmgenError if the kubeconfig is invalid
 */
export async function connectCluster({
  kubeconfig,
  context,
}: ContextOptions): Promise<ClusterConnection> {
  const config = await loadKubeConfig({
    ...(kubeconfig !== undefined && { kubeconfig }),
    ...(context !== undefined && { context }),
  });
  const credentials = await config.credentials?.current();
  const transport = createHttpTransport(config);
  return {
    server: shownServer(config.server),
    namespace: config.namespace ?? 'default',
    certificate: credentials?.certificate?.cert,
    request: async (path, signal, body) => {
      const answer = await transport.request({
        method: body === undefined ? 'GET' : 'POST',
        path,
        signal,
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: answer.status, body: parseJsonObject(await answer.text()) ?? {} };
    },
  };
}
