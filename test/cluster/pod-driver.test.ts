import { before, describe, test } from 'node:test';
import { createHttpTransport, loadKubeConfig, type Transport } from '@vmgen/runtime';
import { startEnvtest, type Envtest } from '@vmgen/apiserver/envtest';
import { driverBehaviours } from '../support/driver-behaviours.js';
import { endsAfterTests } from '../support/ends-after.js';
import { kubectlOf } from '../support/kubectl.js';
import { podSubject } from '../support/pod-subject.js';
import { inRepository } from '../support/repository.js';
import { waitFor } from '../support/wait-for.js';

const SERVICE_ACCOUNT = 'system:serviceaccount:vm-system:vm-controller';

const atEnd = endsAfterTests();
let plane: Envtest;

before(async () => {
  const groups = ['system:serviceaccounts', 'system:serviceaccounts:vm-system'];
  plane = await startEnvtest({ users: [{ name: SERVICE_ACCOUNT, groups }] });
  atEnd(() => plane.stop());
  const kubectl = kubectlOf(plane.assets, plane.kubeconfig);
  await kubectl('apply', '-f', inRepository('deploy/rbac-pods.yaml'));
  // The pods of machines satisfy it.
  const level = 'pod-security.kubernetes.io/enforce=restricted';
  await kubectl('label', 'namespace', 'default', level);
  // The authorizer follows with a delay.
  const own = kubectlOf(plane.assets, plane.kubeconfigOf(SERVICE_ACCOUNT));
  await waitFor('the permissions', 30_000, async () => {
    const { code } = await own.attempt('get', 'pods');
    return code === 0 ? true : undefined;
  });
});

async function connect(kubeconfig: string): Promise<Transport> {
  const transport = createHttpTransport(await loadKubeConfig({ kubeconfig }));
  atEnd(() => transport.close());
  return transport;
}

/** With exactly the permissions of deploy/rbac-pods.yaml. The scheduler and the kubelet are played. */
describe('the driver pod on a real API server', () => {
  const behaviours = driverBehaviours(async () =>
    podSubject(await connect(plane.kubeconfig), await connect(plane.kubeconfigOf(SERVICE_ACCOUNT))),
  );
  for (const [title, behaves] of behaviours) test(title, behaves);
});
