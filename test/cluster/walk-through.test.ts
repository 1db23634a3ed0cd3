import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import type { Child } from '../support/child.js';
import { startEnvtest } from '@vmgen/apiserver/envtest';
import { startController } from '../support/controller-process.js';
import { allContainers, containersOf, docker } from '../support/docker.js';
import { startBareEmbeddedCluster } from '../support/embedded-cluster.js';
import { kubectlOf, type Kubectl } from '../support/kubectl.js';
import { inRepository } from '../support/repository.js';
import { untilServed } from '../support/until-served.js';
import { waitFor } from '../support/wait-for.js';

const SERVICE_ACCOUNT = 'system:serviceaccount:vm-system:vm-controller';
const TEST_VM = inRepository('deploy/examples/test-vm.yaml');

/** A command and what it printed. */
type Step = readonly [command: string, output: string];

afterEach(async () => {
  const left = (await allContainers()).map(({ Id }) => Id);
  if (left.length > 0) await docker('rm', '--force', ...left);
});

/** The seed's walk-through, as somebody types it; the controller runs meanwhile. */
async function walkThrough(kubectl: Kubectl, controller: () => Child): Promise<Step[]> {
  const steps: Step[] = [];
  const type = async (...args: string[]): Promise<void> => {
    const { out, err } = await kubectl.attempt(...args);
    steps.push([args.join(' '), out + err]);
  };
  await type('apply', '-f', inRepository('deploy/crd'));
  await type('wait', '--for=condition=established', '-f', inRepository('deploy/crd'));
  await untilServed(kubectl, inRepository('deploy/crd'));
  const running = controller();
  // At this verbosity, it logs each answered request.
  const watch = kubectl.start('get', 'vms', '--watch', '-v=6');
  try {
    await waitFor('the controller works and the watch is open', 20_000, () => {
      const works = running.stderr().includes('started the controllers');
      return works && watch.stderr().includes('watch=true') ? true : undefined;
    });
    await type('apply', '-f', TEST_VM);
    const active = /^test-vm\s+Active\s+[\d.]+\s+[\d.]+\s/m;
    await waitFor('get vms -w shows Active with its usage', 60_000, () =>
      active.test(watch.stdout()) ? true : undefined,
    );
    await type('get', 'vms');
    await type('get', 'vms', '-o', 'wide');
    await type('get', 'virtualmachines', '--all-namespaces');
    await type('get', 'vm', 'test-vm', '-o', 'yaml');
    await type('get', 'vm', 'test-vm', '-o', 'jsonpath={.status.conditions[0].type}');
    await type('describe', 'vm', 'test-vm');
    await type('explain', 'vm.spec');
    await type('explain', 'vm.status', '--recursive');
    await type('label', 'vm', 'test-vm', 'tier=web');
    await type('get', 'vms', '-l', 'tier=web');
    await type('get', 'vms', '-l', 'tier!=web');
    await type('patch', 'vm', 'test-vm', '--type=merge', '-p', '{"spec":{"action":"sleep"}}');
    await type('apply', '-f', TEST_VM);
    const uid = await kubectl('get', 'vm', 'test-vm', '-o', 'jsonpath={.metadata.uid}');
    const [container] = await containersOf(uid);
    assert.equal(container?.HostConfig.NanoCpus, 2_000_000_000);
    assert.equal(container.HostConfig.Memory, 4_000_000_000);
    await type('delete', 'vm', 'test-vm');
    await type('get', 'vms');
    await type('get', 'vm', 'test-vm');
    assert.deepEqual(await containersOf(uid), []);
    await waitFor('get vms -w shows the deletion', 20_000, () =>
      /^test-vm\s+Terminating\s/m.test(watch.stdout()) ? true : undefined,
    );
  } catch (error) {
    console.log(running.stderr());
    throw error;
  } finally {
    await watch.end('SIGINT');
    assert.equal(await running.end('SIGTERM'), 0);
  }
  steps.push(['get vms --watch', watch.stdout()]);
  return steps;
}

/** Takes out what differs between two runs of the same thing: ages, UIDs, versions, measurements. */
function normalised([command, output]: Step): Step {
  const text = output
    .replaceAll(/[0-9a-f]{64}/g, 'SERVER')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'UID')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, 'TIME')
    .replaceAll(/(resourceVersion: |Resource Version: +)"?\d+"?/g, '$1VERSION')
    .replaceAll(/((?:cpu|memory): |(?:Cpu|Memory): +)[\d.]+$/gm, '$1USAGE')
    .replaceAll(/(Active|Terminating)( +)[\d.]+( +)[\d.]+/g, '$1 USAGE USAGE')
    .replaceAll(/\b(\d+[smhd])+\b/g, 'AGE')
    .replaceAll(/ {2,}/g, '  ')
    // How often the usage changes while somebody types is a matter of time.
    .replaceAll(/^(.*USAGE USAGE.*\n)\1+/gm, '$1');
  return [command, text];
}

/** What a command printed, the first time it was typed. */
function shows(steps: readonly Step[], command: string): string {
  return steps.find(([typed]) => typed === command)?.[1] ?? '';
}

test('the walk-through prints the same on a real cluster and on the embedded server', async () => {
  const plane = await startEnvtest({
    users: [
      {
        name: SERVICE_ACCOUNT,
        groups: [
          'system:serviceaccounts',
          'system:serviceaccounts:vm-system',
          'system:authenticated',
        ],
      },
    ],
  });
  let real: Step[];
  const flags = ['--lease-lock-namespace', 'vm-system', '--holder-identity', 'walker'];
  try {
    const kubectl = kubectlOf(plane.assets, plane.kubeconfig);
    await kubectl('apply', '-f', inRepository('deploy/namespace.yaml'));
    await kubectl('apply', '-f', inRepository('deploy/rbac.yaml'));
    // With the rights that deploy/ grants, and no more.
    real = await walkThrough(kubectl, () =>
      startController(plane.kubeconfigOf(SERVICE_ACCOUNT), ...flags),
    );
  } finally {
    await plane.stop();
  }

  const cluster = await startBareEmbeddedCluster();
  let embedded: Step[];
  try {
    const kubectl = kubectlOf(plane.assets, cluster.kubeconfig);
    await kubectl('apply', '-f', inRepository('deploy/namespace.yaml'));
    embedded = await walkThrough(kubectl, () => startController(cluster.kubeconfig, ...flags));
  } finally {
    await cluster.stop();
  }

  assert.match(shows(real, 'get vms --watch'), /^test-vm\s+Creating[^]*^test-vm\s+Active/m);
  assert.match(shows(real, 'get vm test-vm'), /"test-vm" not found/);
  assert.match(shows(real, 'get vms'), /^NAME\s+STATUS\s+CPU\s+MEMORY\s+AGE\ntest-vm\s+Active\s/);
  assert.deepEqual(embedded.map(normalised), real.map(normalised));
});
