import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { collectionCases } from '@vmgen/fixtures/apiserver/collection-cases';
import {
  CollectionRun,
  rackDefinition,
  removeAll,
  stateOf,
} from '@vmgen/fixtures/apiserver/collection-run';
import { machineDefinition } from '@vmgen/fixtures/apiserver/machines';
import { createHttpTransport, loadKubeConfig, type Transport } from '@vmgen/runtime';
import { sleep } from '@vmgen/runtime/async';
import { startChild } from '../support/child.js';
import { startEnvtest } from '@vmgen/apiserver/envtest';
import { endsAfterTests } from '../support/ends-after.js';
import { waitFor } from '../support/wait-for.js';

const binary = join(process.env['KUBEBUILDER_ASSETS'] ?? '', 'kube-controller-manager');
const skip = existsSync(binary) ? false : 'KUBEBUILDER_ASSETS holds no kube-controller-manager';

/** How long the collector may take for what it has to change. */
const CHANGED_WITHIN_MS = 60_000;
/** So long the state has to stay afterwards for the collector to be taken as done. */
const STILL_MS = 1_500;

const atEnd = endsAfterTests();
let transport: Transport;

async function create(path: string, object: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(object);
  // A definition is served a moment after it was created.
  await waitFor(`POST ${path}`, 20_000, async () => {
    const { status } = await transport.request({ method: 'POST', path, headers, body });
    return status === 201 ? true : undefined;
  });
}

async function settled(expected: readonly string[]): Promise<void> {
  const isExpected = async (): Promise<true | undefined> =>
    (await stateOf(transport)).join() === expected.join() ? true : undefined;
  // The test reports what is not as expected.
  await waitFor('the expected objects', CHANGED_WITHIN_MS, isExpected).catch(() => undefined);
  let state = '';
  for (let since = Date.now(); Date.now() - since < STILL_MS; await sleep(150)) {
    const current = (await stateOf(transport)).join();
    if (current !== state) since = Date.now();
    state = current;
  }
}

async function isEmpty(): Promise<true | undefined> {
  return (await stateOf(transport)).length === 0 ? true : undefined;
}

before(async () => {
  if (skip !== false) return;
  const plane = await startEnvtest();
  atEnd(() => plane.stop());
  const { kubeconfig } = plane;
  const http = createHttpTransport(await loadKubeConfig({ kubeconfig }));
  atEnd(() => http.close());
  transport = http;
  for (const definition of [machineDefinition, rackDefinition]) {
    await create('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', definition);
  }
  await create('/api/v1/namespaces', { metadata: { name: 'other' } });
  const lost = { apiVersion: 'test.tw/v1', kind: 'Rack', name: 'none', uid: 'none' };
  await create('/apis/test.tw/v1/racks', {
    apiVersion: 'test.tw/v1',
    kind: 'Rack',
    metadata: { name: 'probe', ownerReferences: [lost] },
  });
  const manager = startChild(binary, [
    ...['kubeconfig', 'authentication-kubeconfig', 'authorization-kubeconfig'].map(
      (flag) => `--${flag}=${kubeconfig}`,
    ),
    '--controllers=garbage-collector-controller',
    '--leader-elect=false',
    '--secure-port=0',
  ]);
  atEnd(async () => {
    await manager.end('SIGKILL');
  });
  await waitFor('the garbage collector works', 60_000, isEmpty);
});

describe("a real cluster's garbage collector leaves the expected objects:", { skip }, () => {
  for (const collection of collectionCases) {
    test(collection.title, async () => {
      const run = new CollectionRun(transport, settled);
      try {
        await run.carryOut(collection);
        assert.deepEqual(run.left, collection.left);
      } finally {
        await removeAll(transport);
        await waitFor('all is gone', 20_000, isEmpty);
      }
    });
  }
});
