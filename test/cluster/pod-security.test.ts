import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { startEnvtest } from '@vmgen/apiserver/envtest';
import { deployedManifests, podTemplateOf, type Manifest } from '../support/deployments.js';
import { endsAfterTests } from '../support/ends-after.js';
import { kubectlOf, type Kubectl } from '../support/kubectl.js';

const atEnd = endsAfterTests();
let kubectl: Kubectl;
let folder: string;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vmgen-pod-security-'));
  atEnd(() => rm(folder, { recursive: true }));
  const plane = await startEnvtest();
  atEnd(() => plane.stop());
  kubectl = kubectlOf(plane.assets, plane.kubeconfig);
});

async function create(items: readonly object[], ...args: readonly string[]) {
  const file = path.join(folder, 'manifest.json');
  await writeFile(file, JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
  return kubectl.attempt('create', '-f', file, ...args);
}

/** The pod of a Deployment, with `change` made to its spec. */
function podOf(deployment: Manifest, change: object = {}): object {
  const { metadata, spec } = podTemplateOf(deployment);
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { ...metadata, name: 'probe', namespace: deployment.metadata.namespace },
    spec: { ...spec, ...change },
  };
}

describe('a real kube-apiserver that enforces the level restricted', () => {
  for (const [place, manifests] of deployedManifests()) {
    test(`admits the pods of ${place} without a warning`, async () => {
      const created = await create(manifests);
      assert.deepEqual([created.code, created.err], [0, '']);
      const deployment = manifests.find(({ kind }) => kind === 'Deployment');
      assert.ok(deployment !== undefined);
      const admitted = await create([podOf(deployment)], '--dry-run=server');
      assert.deepEqual([admitted.code, admitted.err], [0, '']);
      // The level is enforced here: the same pod without its settings is refused.
      const refused = await create(
        [podOf(deployment, { securityContext: {} })],
        '--dry-run=server',
      );
      assert.equal(refused.code, 1);
      assert.match(refused.err, /violates PodSecurity "restricted:latest": .*runAsNonRoot != true/);
      assert.match(refused.err, /seccompProfile/);
    });
  }
});
