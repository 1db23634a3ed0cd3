import { createApiServer } from '@vmgen/apiserver';
import { createHttpTransport, loadKubeConfig, type Transport } from '@vmgen/runtime';
import { startEnvtest } from '@vmgen/apiserver/envtest';

/** A real API server and the embedded one, to be asked the same. */
export interface BothServers {
  readonly real: Transport;
  readonly embedded: Transport;
  stop(): Promise<void>;
}

/** Starts a real kube-apiserver and an embedded one. */
export async function startBothServers(): Promise<BothServers> {
  const plane = await startEnvtest();
  const real = createHttpTransport(await loadKubeConfig({ kubeconfig: plane.kubeconfig }), {});
  return {
    real,
    embedded: createApiServer().transport,
    async stop() {
      await real.close();
      await plane.stop();
    },
  };
}
