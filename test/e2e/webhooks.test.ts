import assert from 'node:assert/strict';
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { before, test } from 'node:test';
import { createHttpTransport, createResourceClient, loadKubeConfig } from '@vmgen/runtime';
import { run } from '../support/child.js';
import { endsAfterTests } from '../support/ends-after.js';
import { loadImage, realCluster } from '../support/real-cluster.js';
import { inRepository } from '../support/repository.js';
import { waitFor } from '../support/wait-for.js';
import { widgetResource, widgetV1alpha1Resource } from './widgets/widget.js';

const SYSTEM = 'widget-system';
const NAME = 'widget-operator';
const WITHIN_MS = 60_000;
/** The clients that send requests during an update. */
const CLIENTS = 4;

const cluster = realCluster();
const { kubectl, shows } = cluster;
const atEnd = endsAfterTests();

let folder: string;
const inFolder = (name: string): string => path.join(folder, name);

/** Creates a certificate authority and a certificate for the Service. */
async function createCertificates(): Promise<void> {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc', '-days', '2'];
  const authority = ['-subj', '/CN=widget-ca', '-keyout', inFolder('ca.key')];
  await run('openssl', ['req', '-x509', ...key, ...authority, '-out', inFolder('ca.crt')]);
  const issuer = ['-CA', inFolder('ca.crt'), '-CAkey', inFolder('ca.key')];
  const names = `subjectAltName=DNS:widget-webhooks.${SYSTEM}.svc`;
  const subject = ['-subj', '/CN=widget-webhooks', '-addext', names];
  const leaf = ['-keyout', inFolder('tls.key'), '-out', inFolder('tls.crt')];
  await run('openssl', ['req', '-x509', ...key, ...issuer, ...subject, ...leaf]);
}

async function writeProgram(): Promise<void> {
  const app = inFolder('app');
  await mkdir(app);
  await writeFile(path.join(app, 'package.json'), '{ "type": "module" }\n');
  for (const file of ['main.js', 'widget.js']) {
    await cp(path.join(import.meta.dirname, 'widgets', file), path.join(app, file));
  }
}

/** A manifest of a Widget. */
function widget(version: 'v1' | 'v1alpha1', name: string, spec: object): string {
  const apiVersion = `e2e.example.com/${version}`;
  return JSON.stringify({ apiVersion, kind: 'Widget', metadata: { name }, spec });
}

/** Applies a manifest, and returns what kubectl printed. */
async function apply(manifest: string, ...flags: string[]) {
  const file = inFolder('object.json');
  await writeFile(file, manifest);
  return kubectl.attempt('apply', '-f', file, ...flags);
}

const pods = (): Promise<string> =>
  kubectl('get', 'pods', '-n', SYSTEM, '-o', 'jsonpath={.items[*].metadata.name}');

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vmgen-e2e-'));
  atEnd(() => rm(folder, { recursive: true }));
  await createCertificates();
  await writeProgram();
  await loadImage(cluster, {
    tags: ['widget-operator:0.1.0'],
    packages: ['runtime', 'manager'],
    entrypoint: ['node', 'main.js'],
    app: inFolder('app'),
  });
  await kubectl('create', 'namespace', SYSTEM);
  const level = 'pod-security.kubernetes.io/enforce=restricted';
  await kubectl('label', 'namespace', SYSTEM, level);
  const files = ['--cert', inFolder('tls.crt'), '--key', inFolder('tls.key')];
  await kubectl('create', 'secret', 'tls', 'widget-certificate', '-n', SYSTEM, ...files);
  const manifest = await readFile(inRepository('test/e2e/widgets/operator.yaml'), 'utf8');
  const authority = (await readFile(inFolder('ca.crt'))).toString('base64');
  await writeFile(inFolder('operator.yaml'), manifest.replaceAll('CA_BUNDLE', authority));
  await kubectl('apply', '-f', inFolder('operator.yaml'));
  await cluster.rollout(SYSTEM, NAME);
});

test('the webhooks default, warn and deny through their Service', async () => {
  // The API server may learn of the Service's endpoints later than the rollout.
  await waitFor('the first call', WITHIN_MS, async () => {
    const { code } = await apply(widget('v1', 'first', { replicas: 1 }), '--dry-run=server');
    return code === 0 ? true : undefined;
  });
  const created = await apply(widget('v1', 'first', { replicas: 4 }));
  assert.equal(created.code, 0, created.err);
  assert.match(created.err, /Warning: more than 3 replicas are expensive/);
  await shows(['widget', 'first'], '.spec.color', 'blue');

  const denied = await apply(widget('v1', 'second', { replicas: 10 }));
  assert.match(denied.err, /validate\.e2e\.example\.com.*at most 9 replicas are allowed/);
  await apply(widget('v1', 'third', { replicas: 1, color: 'red' }));
  const kept = await kubectl.attempt('delete', 'widget', 'third');
  assert.match(kept.err, /the widget is red/);
});

test('converts objects through the Service', async () => {
  await apply(widget('v1alpha1', 'older', { size: 2 }));
  await shows(['widgets.v1.e2e.example.com', 'older'], '.spec', '{"color":"blue","replicas":2}');
  await shows(['widgets.v1alpha1.e2e.example.com', 'first'], '.spec', '{"color":"blue","size":4}');
});

test('no webhook call fails during a rolling update', async () => {
  const config = await loadKubeConfig({ kubeconfig: process.env['KUBECONFIG'] ?? '' });
  await using transport = createHttpTransport(config);
  const namespace = 'default';
  const widgets = createResourceClient(transport, widgetResource, { namespace });
  const older = createResourceClient(transport, widgetV1alpha1Resource, { namespace });
  const failures: string[] = [];
  let calls = 0;
  const updated = new AbortController();
  const load = Array.from({ length: CLIENTS }, async (_, client) => {
    const metadata = { name: `client-${client}` };
    while (!updated.signal.aborted) {
      try {
        await widgets.create({ metadata, spec: { replicas: 1 } }, { dryRun: true });
        await older.get('first');
      } catch (error) {
        failures.push(String(error));
      }
      calls += 3;
    }
  });
  const former = await pods();
  try {
    await kubectl('-n', SYSTEM, 'rollout', 'restart', `deployment/${NAME}`);
    await cluster.rollout(SYSTEM, NAME);
    await waitFor('the end of the former Pods', WITHIN_MS, async () => {
      const now = await pods();
      return former.split(' ').some((pod) => now.includes(pod)) ? undefined : true;
    });
  } finally {
    updated.abort();
    await Promise.all(load);
  }
  assert.deepEqual(failures, []);
  assert.ok(calls > 100, `only ${calls} calls`);
  const notes = process.env['VMGEN_NOTES'];
  const note = `${calls} webhook calls during a rolling update, ${failures.length} failed\n`;
  if (notes !== undefined) await appendFile(notes, note);
});

test('uninstalling leaves nothing', async () => {
  await kubectl('patch', 'widget', 'third', '--type=merge', '-p', '{"spec":{"color":"blue"}}');
  await kubectl('delete', '-f', inFolder('operator.yaml'), '--timeout=60s');
  await kubectl('delete', 'namespace', SYSTEM, '--timeout=60s');
  const kinds =
    'namespaces,crds,clusterroles,clusterrolebindings,validatingwebhookconfigurations,mutatingwebhookconfigurations';
  assert.doesNotMatch(await kubectl('get', kinds, '-o', 'name'), /widget/);
});
