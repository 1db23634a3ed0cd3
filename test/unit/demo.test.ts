import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { createHttpTransport, loadKubeConfig } from '@vmgen/runtime';
import { createClientset } from '../../generated/clientset.js';
import { startChild } from '../support/child.js';
import { inRepository } from '../support/repository.js';
import { waitFor } from '../support/wait-for.js';

/** What the demo waits for machines that do not go, and much more than an end takes. */
const GONE_WITHIN_MS = 30_000;

test('a kept demo ends at Ctrl-C, and removes all machines', async (t) => {
  const demo = startChild(process.execPath, [inRepository('hack/demo.mjs'), '--keep'], {
    DOCKER_HOST: `unix://${path.join(tmpdir(), 'vmgen-no-engine.sock')}`,
  });
  t.after(() => demo.end('SIGKILL'));
  const kubeconfig = await waitFor('the demo keeps running', 60_000, () =>
    Promise.resolve(/export KUBECONFIG=(.+)/.exec(demo.stdout())?.[1]),
  );
  const transport = createHttpTransport(await loadKubeConfig({ kubeconfig }));
  const [, statusPage = ''] = /Status page: (\S+)/.exec(demo.stdout()) ?? [];
  const page = await fetch(statusPage);
  assert.equal(page.status, 200);
  assert.match(await page.text(), /^<!doctype html>/);
  const { cloudnativeV1alpha1 } = createClientset(transport);
  for (const name of ['mine', 'yours']) {
    const resource = { cpu: '500m', memory: '128Mi' };
    const machines = cloudnativeV1alpha1.virtualMachines('default');
    await machines.create({ metadata: { name }, spec: { resource } });
  }
  await transport.close();

  const interrupted = performance.now();
  assert.equal(await demo.end('SIGINT'), 0, demo.stderr());
  assert.ok(performance.now() - interrupted < GONE_WITHIN_MS / 2);
  for (const name of ['mine', 'yours', 'test-vm']) {
    assert.ok(demo.stdout().includes(`> kubectl delete vm ${name}\n`), demo.stdout());
  }
  const folder = path.basename(path.dirname(kubeconfig));
  assert.ok(!readdirSync(tmpdir()).includes(folder));
});
