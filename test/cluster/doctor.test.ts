import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { startEnvtest } from '@vmgen/apiserver/envtest';
import { startChild } from '../support/child.js';
import { endsAfterTests } from '../support/ends-after.js';
import { kubectlOf, type Kubectl } from '../support/kubectl.js';
import { inRepository } from '../support/repository.js';
import { untilServed } from '../support/until-served.js';

const atEnd = endsAfterTests();
let kubectl: Kubectl;
let kubeconfig: string;

before(async () => {
  const plane = await startEnvtest();
  atEnd(() => plane.stop());
  kubectl = kubectlOf(plane.assets, plane.kubeconfig);
  ({ kubeconfig } = plane);
});

/** What a run prints of problems and of checks of the cluster. */
async function doctor(folder: string): Promise<string[]> {
  const program = [inRepository('generator/bin/vmgen.cjs'), 'doctor', '--kubeconfig', kubeconfig];
  const child = startChild(process.execPath, program, {}, inRepository(folder));
  await child.closed;
  assert.equal(child.stderr(), '');
  return child
    .stdout()
    .split('\n')
    .filter((line) => /^problem: |^not checked: .*(webhooks|crds|permissions)/.test(line));
}

describe('vmgen doctor with a real kube-apiserver', () => {
  for (const [folder, name] of [
    ['examples/backup', 'backupschedules.backup.example.com'],
    ['examples/network', 'networks.samplecrd.example.com'],
  ] as const) {
    test(`finds the missing CRD of ${folder}, and no other problem once it is installed`, async () => {
      const noWebhook = 'not checked: webhooks: the cluster has no webhook of the project';
      assert.deepEqual(await doctor(folder), [
        `problem: installed-crds: the cluster does not have the CRD ${name}`,
        noWebhook,
      ]);
      const crds = inRepository(folder, 'generated/crds');
      await kubectl('apply', '--server-side', '-f', crds);
      await untilServed(kubectl, crds);
      assert.deepEqual(await doctor(folder), [noWebhook]);
    });
  }
});
