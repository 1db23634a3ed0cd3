import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type ApiServer,
  type ApiServerOptions,
  createApiServer,
  startHttpsServer,
} from '@vmgen/apiserver';
import { createClientset, type Clientset } from '../../generated/clientset.js';
import { cloudnativeCrds } from '../../generated/testing/cloudnative/crds.js';

/** The embedded API server over HTTPS, and a clientset of it. */
export interface EmbeddedCluster {
  readonly clientset: Clientset;
  readonly kubeconfig: string;
  readonly server: ApiServer;
  stop(): Promise<void>;
}

/** Starts an embedded API server with the VirtualMachine CRD on a free port of loopback. */
export async function startEmbeddedCluster(): Promise<EmbeddedCluster> {
  const cluster = await startBareEmbeddedCluster();
  for (const crd of cloudnativeCrds) cluster.server.installCustomResourceDefinition(crd);
  return cluster;
}

/** Starts an embedded API server without any CRD. */
export async function startBareEmbeddedCluster(
  options: ApiServerOptions = {},
): Promise<EmbeddedCluster> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vmgen-embedded-'));
  const server = createApiServer(options);
  const running = await startHttpsServer(server);
  const kubeconfig = path.join(folder, 'kubeconfig');
  await running.writeKubeconfig(kubeconfig);
  return {
    clientset: createClientset(server.transport),
    kubeconfig,
    server,
    async stop() {
      await running.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
