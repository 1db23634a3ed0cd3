import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { createDeploymentClient } from '@vmgen/kubernetes/apps/v1';
import { createFakeTransport } from '@vmgen/apiserver/fake';
import { parse } from 'yaml';
import { deployedManifests, podTemplateOf, type Manifest } from '../support/deployments.js';
import { podSecurityViolations } from '@vmgen/fixtures/pod-security';
import { inRepository } from '../support/repository.js';

interface Probe {
  readonly httpGet?: { readonly path: string; readonly port: string };
}

interface PodSpec {
  readonly containers: readonly {
    readonly resources?: { readonly requests?: object; readonly limits?: object };
    readonly ports?: readonly { readonly name: string }[];
    readonly livenessProbe?: Probe;
    readonly readinessProbe?: Probe;
    readonly securityContext?: { readonly readOnlyRootFilesystem?: boolean };
  }[];
}

/** A pod that breaks no rule; the cases below change one field of it. */
const restricted = {
  securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
  containers: [
    {
      name: 'a',
      securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
    },
  ],
};

const violations: readonly (readonly [name: string, change: object])[] = [
  ['host namespaces', { hostNetwork: true }],
  ['hostPath volumes, volume types', { volumes: [{ name: 'a', hostPath: { path: '/' } }] }],
  ['volume types', { volumes: [{ name: 'a', nfs: {} }] }],
  ['runAsUser', { securityContext: { ...restricted.securityContext, runAsUser: 0 } }],
  ['runAsNonRoot', { securityContext: { seccompProfile: { type: 'RuntimeDefault' } } }],
  ['seccompProfile', { securityContext: { runAsNonRoot: true } }],
  ['allowPrivilegeEscalation, capabilities are dropped', { initContainers: [{ name: 'b' }] }],
];

/** The rule that vmgen generates for readers of metrics. */
const METRICS = [
  {
    from: [{ namespaceSelector: { matchLabels: { metrics: 'enabled' } } }],
    ports: [{ port: 'https', protocol: 'TCP' }],
  },
];

const one = <T>(items: readonly T[]): T => {
  const [first, ...others] = items;
  assert.ok(first !== undefined && others.length === 0);
  return first;
};
const ofKind = (manifests: readonly Manifest[], kind: string): Manifest =>
  one(manifests.filter((each) => each.kind === kind));

describe('the rules of Pod Security', () => {
  test('allow a pod with the settings of the level restricted', () => {
    assert.deepEqual(podSecurityViolations(restricted, 'restricted'), []);
  });

  for (const [names, change] of violations) {
    test(`report the violations of a pod: ${names}`, () => {
      const broken = podSecurityViolations({ ...restricted, ...change }, 'restricted');
      assert.deepEqual(broken, names.split(', '));
    });
  }
});

for (const [place, manifests] of deployedManifests()) {
  describe(`the pods of ${place}`, () => {
    const deployment = ofKind(manifests, 'Deployment');
    const template = podTemplateOf(deployment);
    const spec = template.spec as unknown as PodSpec;
    const container = one(spec.containers);

    test('satisfies the level restricted of Pod Security', () => {
      assert.deepEqual(podSecurityViolations(spec, 'restricted'), []);
    });

    test('is in a namespace that enforces the level restricted', () => {
      const namespace = ofKind(manifests, 'Namespace');
      assert.equal(namespace.metadata.name, deployment.metadata.namespace);
      for (const mode of ['enforce', 'audit', 'warn']) {
        const label = `pod-security.kubernetes.io/${mode}`;
        assert.equal(namespace.metadata.labels?.[label], 'restricted');
      }
    });

    test('cannot write to its root file system, and has requests and limits', () => {
      assert.equal(container.securityContext?.readOnlyRootFilesystem, true);
      assert.deepEqual(Object.keys(container.resources?.requests ?? {}), ['cpu', 'memory']);
      assert.deepEqual(Object.keys(container.resources?.limits ?? {}), ['memory']);
    });

    test('has probes at a named port', () => {
      const ports = container.ports?.map(({ name }) => name) ?? [];
      for (const [probe, path] of [
        [container.livenessProbe, '/livez'],
        [container.readinessProbe, '/readyz'],
      ] as const) {
        assert.equal(probe?.httpGet?.path, path);
        assert.ok(ports.includes(probe.httpGet.port));
      }
    });

    test('is selected by a NetworkPolicy that denies ingress except for generated access to metrics', () => {
      const policy = ofKind(manifests, 'NetworkPolicy');
      assert.equal(policy.metadata.namespace, deployment.metadata.namespace);
      assert.deepEqual(policy.spec?.['podSelector'], { matchLabels: template.metadata.labels });
      assert.deepEqual(policy.spec?.['policyTypes'], ['Ingress', 'Egress']);
      // With deploy/, a NetworkPolicy of its own in metrics.yaml allows it.
      assert.deepEqual(policy.spec?.['ingress'], place === 'deploy' ? undefined : METRICS);
    });
  });
}

test("with the node's socket, only the proxy has it, and the pod breaks only the rules for hostPath", async () => {
  await using fake = createFakeTransport();
  const deployments = createDeploymentClient(fake, 'default');
  const text = readFileSync(inRepository('deploy/deployment.yaml'), 'utf8');
  const deployment = parse(text) as Parameters<typeof deployments.create>[0];
  await deployments.create({ ...deployment, metadata: { name: 'vm-controller' } });
  const patch: unknown = parse(readFileSync(inRepository('deploy/node-socket.patch.yaml'), 'utf8'));
  const { spec } = await deployments.strategicMergePatch('vm-controller', patch as object);
  assert.equal(spec.replicas, 1);
  const pod = spec.template.spec;
  assert.ok(pod !== undefined);
  const controller = one(pod.containers);
  const proxy = one(pod.initContainers ?? []);
  assert.deepEqual(
    controller.env?.map(({ name }) => name),
    ['POD_NAME', 'POD_NAMESPACE', 'DOCKER_HOST', 'NODE_OPTIONS'],
  );
  const host = controller.env.find(({ name }) => name === 'DOCKER_HOST')?.value;
  assert.ok(proxy.args?.includes(`--listen=${host?.replace('unix://', '')}`), host);
  // A sidecar of the same image, which ends after the controller.
  assert.deepEqual([proxy.restartPolicy, proxy.image], ['Always', controller.image]);
  // The controller cannot replace the socket.
  const shared = { name: 'engine-socket', mountPath: '/run/vm-engine' };
  assert.deepEqual(controller.volumeMounts, [{ ...shared, readOnly: true }]);
  assert.deepEqual(proxy.volumeMounts, [
    { name: 'docker-socket', mountPath: '/var/run/docker.sock' },
    shared,
  ]);
  const { securityContext } = pod;
  assert.notEqual(proxy.securityContext?.runAsUser, securityContext?.runAsUser);
  assert.notEqual(proxy.securityContext?.runAsGroup, securityContext?.runAsGroup);
  assert.equal(securityContext?.supplementalGroups, undefined);
  assert.equal(proxy.securityContext?.readOnlyRootFilesystem, true);
  assert.deepEqual(pod.volumes, [
    { name: 'docker-socket', hostPath: { path: '/var/run/docker.sock', type: 'Socket' } },
    { name: 'engine-socket', emptyDir: { sizeLimit: '1Mi' } },
  ]);
  assert.deepEqual(podSecurityViolations(pod, 'restricted'), ['hostPath volumes', 'volume types']);
});
