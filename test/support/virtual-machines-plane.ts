import { createHttpTransport, loadKubeConfig } from '@vmgen/runtime';
import { createClientset, type Clientset } from '../../generated/clientset.js';
import { startEnvtest, type Envtest } from '@vmgen/apiserver/envtest';
import type { endsAfterTests } from './ends-after.js';
import { kubectlOf } from './kubectl.js';
import { inRepository } from './repository.js';
import { untilServed } from './until-served.js';

/** A real API server that serves VirtualMachines, with a clientset for it; both end by `atEnd`. */
export async function startVirtualMachinesPlane(
  atEnd: ReturnType<typeof endsAfterTests>,
): Promise<{ readonly plane: Envtest; readonly clientset: Clientset }> {
  const plane = await startEnvtest();
  atEnd(() => plane.stop());
  const kubectl = kubectlOf(plane.assets, plane.kubeconfig);
  await kubectl('apply', '-f', inRepository('deploy/crd'));
  await untilServed(kubectl, inRepository('deploy/crd'));
  const transport = createHttpTransport(await loadKubeConfig({ kubeconfig: plane.kubeconfig }), {});
  atEnd(() => transport.close());
  return { plane, clientset: createClientset(transport) };
}
