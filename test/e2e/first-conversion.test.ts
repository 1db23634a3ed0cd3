import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { HttpTransport } from '@vmgen/runtime/transport';
import { endsAfterTests } from '../support/ends-after.js';
import { realCluster } from '../support/real-cluster.js';
import { inRepository } from '../support/repository.js';
import { CLIENTS, loadOperator, NAME, SYSTEM, withoutFailures } from './widgets/operator-image.js';
import { GROUP } from './widgets/widget.js';

const CRD = `widgets.${GROUP}`;

const cluster = realCluster();
const { kubectl, shows } = cluster;
const atEnd = endsAfterTests();

let folder: string;
let transport: HttpTransport;

type Release = 'before' | 'converts' | 'serves-v1';

/** Replaces a part of a text, which must exist. */
function replaced(text: string, part: string | RegExp, by: string): string {
  const result = text.replace(part, by);
  assert.notEqual(result, text, String(part));
  return result;
}

/** The manifests of a release, from those of the last one with admission webhooks. */
async function manifestsOf(release: Release): Promise<string> {
  const all = await readFile(inRepository('test/e2e/widgets/operator.yaml'), 'utf8');
  const documents = all.split('---\n').filter((each) => !/^kind: \w+WebhookConfig/m.test(each));
  const deployment = /( +)env:\n/;
  const text = replaced(
    documents.join('---\n'),
    deployment,
    `$1env:\n$1  - { name: RELEASE, value: ${release} }\n`,
  );
  if (release === 'serves-v1') return text;
  const v1 = /( +)- name: v1\n +served: true\n +storage: true\n/;
  const stored = replaced(text, 'storage: false', 'storage: true');
  if (release === 'converts') {
    return replaced(stored, v1, '$1- name: v1\n$1  served: false\n$1  storage: false\n');
  }
  const old = replaced(stored, / {2}conversion:\n(?: {4,}.*\n)+/, '');
  return replaced(old, / {4}- name: v1\n(?: {6,}.*\n)+/, '');
}

/** Applies the manifests of a release, and waits until no replica of the former one is left. */
async function install(release: Release): Promise<void> {
  const file = path.join(folder, `${release}.yaml`);
  await writeFile(file, await manifestsOf(release));
  await kubectl('apply', '-f', file);
  await cluster.rollout(SYSTEM, NAME);
}

/** Sends a request. Rejects unless it succeeds. */
async function send(method: 'GET' | 'PATCH' | 'POST', path_: string, body?: object) {
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  const response = await transport.request({
    method,
    path: path_,
    headers: { 'content-type': type },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.status >= 300) throw new Error(`${method} ${path_}: ${response.status} ${text}`);
  return JSON.parse(text) as Record<string, unknown>;
}

const widgets = (version: string): string => `/apis/${GROUP}/${version}/namespaces/default/widgets`;

/** The version that kubectl uses, which clients find by discovery. */
async function preferredVersion(): Promise<string> {
  const { preferredVersion: preferred } = await send('GET', `/apis/${GROUP}`);
  return (preferred as { version: string }).version;
}

before(async () => {
  ({ folder, transport } = await loadOperator(cluster, 'releases.js', atEnd));
  await install('before');
});

test('no write fails while two releases add the first conversion', async () => {
  for (let client = 0; client < CLIENTS; client++) {
    const name = `client-${client}`;
    const body = { metadata: { name }, spec: { size: 0, host: name } };
    await send('POST', widgets('v1alpha1'), {
      ...{ apiVersion: `${GROUP}/v1alpha1`, kind: 'Widget', ...body },
    });
  }
  const versions = new Set<string>();
  const round = async (client: number, size: number): Promise<void> => {
    const name = `client-${client}`;
    await send('PATCH', `${widgets('v1alpha1')}/${name}`, { spec: { size } });
    const version = await preferredVersion();
    versions.add(version);
    const annotations = { round: String(size) };
    await send('PATCH', `${widgets(version)}/${name}`, { metadata: { annotations } });
    const found = await send('GET', `${widgets('v1alpha1')}/${name}`);
    assert.deepEqual(found['spec'], { size, host: name });
  };
  const what = 'writes while the first conversion was added';
  await withoutFailures({ what, perRound: 2, round }, async () => {
    await install('converts');
    await shows(['crd', CRD], '.spec.conversion.webhook.clientConfig.caBundle', /./);
    await install('serves-v1');
    await wait(5_000);
  });
  assert.deepEqual([...versions].sort(), ['v1', 'v1alpha1']);
  const { spec } = await send('GET', `${widgets('v1')}/client-1`);
  assert.deepEqual((spec as { hosts: unknown }).hosts, ['client-1']);
});

test('uninstalling leaves nothing', async () => {
  await kubectl('delete', '-f', path.join(folder, 'serves-v1.yaml'), '--timeout=60s');
  await kubectl('delete', 'namespace', SYSTEM, '--timeout=60s');
  assert.doesNotMatch(await cluster.clusterObjects(), /widget/);
});
