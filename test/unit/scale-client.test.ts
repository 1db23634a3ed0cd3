import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeTransport } from '@vmgen/apiserver/fake';
import { createDeploymentClient } from '@vmgen/kubernetes/apps/v1';
import { createResourceClient, isNotFound } from '@vmgen/runtime';
import { strictProgram } from '@vmgen/fixtures/generator/strict-problems';
import { typescript } from '@vmgen/fixtures/generator/typescript';
import { gadgetCrd, gadgetResource, type Gadget } from '../support/gadgets.js';
import { inRepository } from '../support/repository.js';

function scalableCrd(): typeof gadgetCrd {
  const crd = structuredClone(gadgetCrd);
  const [version] = crd.spec.versions;
  assert.ok(version);
  version.subresources = {
    status: {},
    scale: { specReplicasPath: '.spec.size', statusReplicasPath: '.status.seen' },
  };
  return crd;
}

test('scale methods read and write the number of replicas of an object', async () => {
  const fake = createFakeTransport({ crds: [scalableCrd()] });
  const gadgets = createResourceClient(fake, gadgetResource, { namespace: 'default' });
  const gadget: Gadget = { metadata: { name: 'a' }, spec: { size: 1 } };
  await gadgets.create(gadget);
  const scale = await gadgets.getScale('a');
  assert.equal(scale.spec?.replicas, 1);
  assert.equal((await gadgets.patchScale('a', { spec: { replicas: 2 } })).spec?.replicas, 2);
  const { metadata } = await gadgets.getScale('a');
  const updated = await gadgets.updateScale('a', { metadata, spec: { replicas: 3 } });
  assert.equal(updated.spec?.replicas, 3);
  assert.equal((await gadgets.get('a')).spec.size, 3);
  await assert.rejects(gadgets.getScale('b'), isNotFound);
  // As in kube-apiserver 1.37, which applies a Scale only to built-in kinds.
  await assert.rejects(
    gadgets.applyScale('a', { spec: { replicas: 4 } }, { fieldManager: 'autoscaler', force: true }),
    /invalid group\/version: autoscaling\/v1/,
  );
});

test('a scale of a built-in kind can be applied', async () => {
  const fake = createFakeTransport();
  const deployments = createDeploymentClient(fake, 'default');
  const labels = { app: 'a' };
  await deployments.create({
    metadata: { name: 'a' },
    spec: {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'a', image: 'a' }] } },
    },
  });
  const options = { fieldManager: 'autoscaler', force: true };
  await deployments.applyScale('a', { spec: { replicas: 4 } }, options);
  assert.equal((await deployments.get('a')).spec?.replicas, 4);
});

/** The errors of the compiler for a statement that uses generated clients. */
function problemsOf(statement: string): string[] {
  const golden = inRepository('generator', 'testdata', 'golden');
  const file = inRepository('test', 'unit', 'scale-types.ts');
  const text = [
    `import type { OrderClient } from '${golden}/shop/v1/client.js';`,
    `import type { SailClient } from '${golden}/fleet/v1/client.js';`,
    'declare const withScale: OrderClient;',
    'declare const withoutScale: SailClient;',
    statement,
  ].join('\n');
  const program = strictProgram(new Map([[file, text]]));
  const source = program.getSourceFile(file);
  return program
    .getSemanticDiagnostics(source)
    .map(({ messageText }) => typescript.flattenDiagnosticMessageText(messageText, '\n'));
}

test('a kind with +kubebuilder:subresource:scale has scale methods', () => {
  const statement = `
    await withScale.getScale('a');
    await withScale.patchScale('a', { spec: { replicas: 2 } });
    await withScale.updateScale('a', { metadata: { name: 'a' }, spec: { replicas: 2 } });
    await withScale.applyScale('a', { spec: { replicas: 2 } }, { fieldManager: 'm' });`;
  assert.deepEqual(problemsOf(statement), []);
});

test('a kind without the marker has no scale methods', () => {
  for (const method of ['getScale', 'patchScale', 'updateScale', 'applyScale']) {
    const [problem, ...others] = problemsOf(`export const f = withoutScale.${method};`);
    assert.match(problem ?? '', new RegExp(`'${method}' does not exist on type 'SailClient'`));
    assert.deepEqual(others, []);
  }
});
