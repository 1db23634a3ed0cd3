import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, test } from 'node:test';
import { migrateStorage } from '@vmgen/manager';
import { createResourceClient } from '@vmgen/runtime';
import type { HttpTransport } from '@vmgen/runtime/transport';
import { endsAfterTests } from '../support/ends-after.js';
import { realCluster } from '../support/real-cluster.js';
import { reissueCertificate, type KeyPair } from '../support/reissue-certificate.js';
import { inRepository } from '../support/repository.js';
import { checkPermissions } from '../support/role-rules.js';
import { waitFor } from '../support/wait-for.js';
import { loadOperator, NAME, SYSTEM, withoutFailures } from './widgets/operator-image.js';
import { GROUP, widgetResource, widgetV1alpha1Resource, type Widget } from './widgets/widget.js';

const SECRET = `${NAME}-webhook-certificate`;
const CRD = `widgets.${GROUP}`;
const OPERATOR = inRepository('test/e2e/widgets/operator.yaml');
const POLICIES = inRepository('test/e2e/widgets/policies.yaml');
const WITHIN_MS = 60_000;
/** The replicas check their certificates once a minute. */
const CHECKED_WITHIN_MS = 90_000;

const cluster = realCluster();
const { kubectl, shows } = cluster;
const atEnd = endsAfterTests();

let folder: string;
let transport: HttpTransport;
const inFolder = (name: string): string => path.join(folder, name);

type Version = 'v1' | 'v1alpha1';

/** A manifest of a Widget. */
function widget(version: Version, name: string, spec: object): string {
  const apiVersion = `${GROUP}/${version}`;
  return JSON.stringify({ apiVersion, kind: 'Widget', metadata: { name }, spec });
}

/** Applies a manifest, and returns what kubectl printed. */
async function apply(manifest: string, ...flags: string[]) {
  const file = inFolder('object.json');
  await writeFile(file, manifest);
  return kubectl.attempt('apply', '-f', file, ...flags);
}

/** Returns the spec of a Widget, as the API server returns it in a version. */
async function specOf(version: Version, name: string): Promise<unknown> {
  const text = await kubectl('get', `widgets.${version}.${GROUP}`, name, '-o', 'json');
  return (JSON.parse(text) as Widget).spec;
}

/** Changes the spec of a Widget through a version. */
async function edit(version: Version, name: string, spec: object): Promise<void> {
  const patch = JSON.stringify({ spec });
  await kubectl('patch', `widgets.${version}.${GROUP}`, name, '--type=merge', '-p', patch);
}

/** Returns a Widget as etcd has it. The JSON API of etcd encodes keys and values in base64. */
async function stored(name: string): Promise<Widget> {
  const key = Buffer.from(`/registry/${GROUP}/widgets/default/${name}`).toString('base64');
  const curl = ['curl', '--silent', '--fail', '--data', JSON.stringify({ key })];
  const answer = await cluster.onNode(...curl, 'http://127.0.0.1:2379/v3/kv/range');
  const { kvs: [entry] = [] } = JSON.parse(answer) as { kvs?: { value: string }[] };
  assert.ok(entry, `etcd has no widget ${name}`);
  return JSON.parse(Buffer.from(entry.value, 'base64').toString()) as Widget;
}

/** Changes a Widget, so that the API server stores it again. */
async function write(name: string): Promise<void> {
  await kubectl('annotate', 'widget', name, '--overwrite', `written-at=${Date.now()}`);
}

/** Makes a version the storage version, and waits until the API server writes it. */
async function storeAs(version: Version): Promise<void> {
  const patch = ['v1', 'v1alpha1'].map((each, index) => ({
    op: 'replace',
    path: `/spec/versions/${index}/storage`,
    value: each === version,
  }));
  await kubectl('patch', 'crd', CRD, '--type=json', '-p', JSON.stringify(patch));
  await waitFor(`a widget stored as ${version}`, WITHIN_MS, async () => {
    await write('first');
    return (await stored('first')).apiVersion === `${GROUP}/${version}` ? true : undefined;
  });
}

/** Returns a field of each Pod of the operator. */
async function pods(field: string): Promise<string[]> {
  const text = await kubectl('get', 'pods', '-n', SYSTEM, '-o', `jsonpath={.items[*].${field}}`);
  return text.split(' ');
}

/** Returns the certificates and keys of the operator by the names of their files, such as `tls.crt`. */
async function certificates(): Promise<Record<string, string>> {
  const { data = {} } = JSON.parse(
    await kubectl('get', 'secret', SECRET, '-n', SYSTEM, '-o', 'json'),
  ) as { data?: Record<string, string> };
  return Object.fromEntries(
    Object.entries(data).map(([file, text]) => [file, Buffer.from(text, 'base64').toString()]),
  );
}

/** Makes certificates of the operator older than they are. They keep their names and keys. */
async function age(ages: Readonly<Record<string, readonly [number, number]>>): Promise<void> {
  const files = await certificates();
  const pairOf = (name: string): KeyPair => ({
    cert: files[`${name}.crt`] ?? '',
    key: files[`${name}.key`] ?? '',
  });
  const data: Record<string, string> = {};
  for (const [name, days] of Object.entries(ages)) {
    const authority = name === 'tls' ? [pairOf('authority')] : [];
    const cert = await reissueCertificate(pairOf(name), days, ...authority);
    data[`${name}.crt`] = Buffer.from(cert).toString('base64');
  }
  const patch = JSON.stringify({ data });
  await kubectl('patch', 'secret', SECRET, '-n', SYSTEM, '--type=merge', '-p', patch);
}

/** Waits until all replicas serve the certificate of the Secret. */
async function untilServed(): Promise<void> {
  const addresses = await pods('status.podIP');
  assert.equal(addresses.length, 2);
  const wanted = new X509Certificate((await certificates())['tls.crt'] ?? '').fingerprint256;
  const print = 'openssl x509 -noout -fingerprint -sha256';
  for (const address of addresses) {
    const connect = `openssl s_client -connect ${address}:9443 </dev/null 2>/dev/null | ${print}`;
    await waitFor(`${address} serves the certificate of the Secret`, CHECKED_WITHIN_MS, async () =>
      (await cluster.onNode('sh', '-c', connect)).includes(wanted) ? true : undefined,
    );
  }
}

/** Sends requests that need webhooks while an action runs. Fails if one of them fails. */
async function withoutFailedCalls(during: string, action: () => Promise<void>): Promise<void> {
  const namespace = 'default';
  const widgets = createResourceClient(transport, widgetResource, { namespace });
  const older = createResourceClient(transport, widgetV1alpha1Resource, { namespace });
  const round = async (client: number): Promise<void> => {
    const metadata = { name: `client-${client}` };
    await widgets.create({ metadata, spec: { replicas: 1 } }, { dryRun: true });
    await older.get('first');
  };
  await withoutFailures({ what: `webhook calls during ${during}`, perRound: 3, round }, action);
}

before(async () => {
  ({ folder, transport } = await loadOperator(cluster, 'main.js', atEnd));
  const level = 'pod-security.kubernetes.io/enforce=restricted';
  await kubectl('label', 'namespace', SYSTEM, level);
  await kubectl('apply', '-f', OPERATOR);
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

test('the API server generates names after it calls mutating webhooks', async () => {
  const file = inFolder('generated.json');
  const metadata = { generateName: 'generated-' };
  const apiVersion = `${GROUP}/v1`;
  await writeFile(
    file,
    JSON.stringify({ apiVersion, kind: 'Widget', metadata, spec: { replicas: 1 } }),
  );
  const { out, err } = await kubectl.attempt('create', '-f', file, '-o', 'json');
  const created = JSON.parse(out) as Widget;
  assert.equal(created.metadata.annotations?.['name-in-default'], 'none');
  assert.match(err, new RegExp(`Warning: validated ${created.metadata.name}`));
  assert.match(created.metadata.name ?? '', /^generated-/);
});

test('policies validate and change objects by parameters, in both versions', async () => {
  const limited = ['-n', SYSTEM];
  await kubectl('apply', '-f', POLICIES);
  // The API server uses a policy about a second after its creation, and may know its kind and its parameters later.
  const isEarly =
    /Kind=Widget not found\. There can be a delay|not yet synced to use for admission/;
  await waitFor('the first label', WITHIN_MS, async () => {
    await kubectl('delete', 'widget', 'few', ...limited, '--ignore-not-found');
    const { code, err } = await apply(widget('v1alpha1', 'few', { size: 2 }), ...limited);
    if (isEarly.test(err)) return undefined;
    assert.equal(code, 0, err);
    const label = 'jsonpath={.metadata.labels.limited-in}';
    const value = await kubectl('get', 'widget', 'few', ...limited, '-o', label);
    return value === SYSTEM ? true : undefined;
  });

  const message = /at most 2 replicas are allowed in widget-system/;
  await waitFor('the first denial', WITHIN_MS, async () => {
    const dryRun = await apply(
      widget('v1', 'many', { replicas: 3 }),
      ...limited,
      '--dry-run=server',
    );
    return message.test(dryRun.err) ? true : undefined;
  });
  const converted = await apply(widget('v1alpha1', 'many', { size: 3 }), ...limited);
  assert.match(converted.err, message);
  assert.equal((await apply(widget('v1', 'many', { replicas: 3 }))).code, 0);

  await kubectl(
    'patch',
    'configmap',
    'widget-limits',
    ...limited,
    '-p',
    '{"data":{"replicas":"3"}}',
  );
  await waitFor('the changed parameter', WITHIN_MS, async () => {
    const { code } = await apply(widget('v1', 'few', { replicas: 3 }), ...limited);
    return code === 0 ? true : undefined;
  });
});

test('an edit through the older version keeps what only the stored version has', async () => {
  await apply(widget('v1alpha1', 'older', { size: 2, host: 'a' }));
  const created = { color: 'blue', hosts: ['a'], replicas: 2 };
  assert.deepEqual(await specOf('v1', 'older'), created);
  await edit('v1', 'older', { hosts: ['a', 'b'] });
  assert.deepEqual(await specOf('v1alpha1', 'older'), { color: 'blue', host: 'a', size: 2 });

  await edit('v1alpha1', 'older', { size: 3 });
  assert.deepEqual(await specOf('v1', 'older'), { ...created, hosts: ['a', 'b'], replicas: 3 });
  const { apiVersion, metadata, spec } = await stored('older');
  assert.equal(apiVersion, `${GROUP}/v1`);
  assert.deepEqual(spec, { color: 'blue', hosts: ['a', 'b'], replicas: 3 });
  assert.doesNotMatch(JSON.stringify(metadata?.annotations), /conversion\.vmgen\.io/);

  await edit('v1alpha1', 'older', { host: 'c' });
  assert.deepEqual(await specOf('v1alpha1', 'older'), { color: 'blue', host: 'c', size: 3 });
  assert.deepEqual(await specOf('v1', 'older'), { ...created, hosts: ['c', 'b'], replicas: 3 });
});

test('no webhook call fails during a rolling update that renews the certificate', async () => {
  const former = await certificates();
  const formerPods = await pods('metadata.name');
  await withoutFailedCalls('a rolling update that renews the certificate', async () => {
    await age({ tls: [-25, 4], authority: [-300, 60] });
    await kubectl('-n', SYSTEM, 'rollout', 'restart', `deployment/${NAME}`);
    await cluster.rollout(SYSTEM, NAME);
    await waitFor('the end of the former Pods', WITHIN_MS, async () => {
      const now = await pods('metadata.name');
      return formerPods.some((pod) => now.includes(pod)) ? undefined : true;
    });
    await untilServed();
  });
  const current = await certificates();
  assert.notEqual(current['tls.key'], former['tls.key']);
  assert.equal(current['authority.key'], former['authority.key']);
  assert.ok(current['next-authority.crt'], 'the authority was not due');
});

test('no webhook call fails while the authority is replaced', async () => {
  const { 'next-authority.key': next } = await certificates();
  await withoutFailedCalls('the replacement of the authority', async () => {
    // The next authority signs after it was trusted for an hour.
    const since = new Date(Date.now() - 3 * 3_600_000).toISOString();
    const data = { 'next-authority.trusted-since': Buffer.from(since).toString('base64') };
    const patch = JSON.stringify({ data });
    await kubectl('patch', 'secret', SECRET, '-n', SYSTEM, '--type=merge', '-p', patch);
    await waitFor('the next authority signs', CHECKED_WITHIN_MS, async () =>
      (await certificates())['authority.key'] === next ? true : undefined,
    );
    await untilServed();
  });
  const { 'ca.crt': bundle = '', 'authority.crt': authority = '', ...rest } = await certificates();
  assert.equal(bundle, authority + (rest['previous-authority.crt'] ?? ''));
  const caBundle = Buffer.from(bundle).toString('base64');
  await shows(['crd', CRD], '.spec.conversion.webhook.clientConfig.caBundle', caBundle);
});

test('the operator used each permission of its roles, and no other', () =>
  checkPermissions(cluster, {
    account: `${SYSTEM}:${NAME}`,
    roles: [OPERATOR],
    // On older API servers, which do not send the existing objects as events of a watch.
    exceptions: ['list widgets.e2e.example.com'],
  }));

test('a storage migration stores objects in the new storage version', async () => {
  await storeAs('v1alpha1');
  // v1alpha1 cannot express the second host.
  const spec = { color: 'blue', hosts: ['a', 'b'], replicas: 1 };
  await apply(widget('v1', 'migrated', spec));
  await storeAs('v1');
  assert.equal((await stored('migrated')).apiVersion, `${GROUP}/v1alpha1`);
  assert.deepEqual(await specOf('v1', 'migrated'), spec);

  // The controller manager starts when its watch is as new as the migration: after a write, or a bookmark each minute.
  const ended = new AbortController();
  const writing = (async () => {
    while (!ended.signal.aborted) await write('first');
  })();
  const migration = migrateStorage(transport, widgetResource).finally(() => ended.abort());
  assert.deepEqual(await Promise.all([migration, writing]), [['v1alpha1'], undefined]);
  await shows(['crd', CRD], '.status.storedVersions', '["v1"]');
  const migrated = await stored('migrated');
  assert.equal(migrated.apiVersion, `${GROUP}/v1`);
  assert.deepEqual(migrated.spec, spec);
});

test('uninstalling leaves nothing', async () => {
  await edit('v1', 'third', { color: 'blue' });
  await kubectl('delete', '-f', POLICIES, '--timeout=60s');
  await kubectl('delete', '-f', OPERATOR, '--timeout=60s');
  // Kubernetes deletes a namespace with terminating Pods 16 s later.
  await kubectl('wait', 'pods', '--all', '-n', SYSTEM, '--for=delete', '--timeout=60s');
  await kubectl('delete', 'namespace', SYSTEM, '--timeout=60s');
  assert.doesNotMatch(await cluster.clusterObjects(), /widget/);
});
