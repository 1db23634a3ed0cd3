import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { parseDocuments } from '@vmgen/base/yaml';
import type { JsonObject } from '@vmgen/base/json';
import { createApiServer, type RunningServer, startHttpsServer } from '@vmgen/apiserver';
import { commandLine } from '../testing/cli.js';

interface Result {
  readonly name: string;
  readonly status: string;
  readonly findings?: readonly { readonly message: string; readonly fix: string }[];
  readonly reason?: string;
}

const NAMES = [
  'kubeconfig',
  'reachable',
  'credentials',
  'kubernetes-version',
  'installed-crds',
  'stored-versions',
  'webhooks',
  'permissions',
];

const { vmgenHereWith } = commandLine();
const server = createApiServer({ authorization: 'RBAC' });
const admin = server.transport;

async function send(method: 'POST' | 'PUT' | 'DELETE', url: string, body?: object) {
  const answer = await admin.request({
    method,
    path: url,
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  assert.ok(answer.status < 300, text);
  return JSON.parse(text) as JsonObject;
}

const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const CONFIGURATIONS = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations';

describe('vmgen doctor of a cluster over HTTPS', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'vmgen-doctor-'));
  const kubeconfig = path.join(folder, 'kubeconfig');
  let running: RunningServer;
  before(async () => {
    running = await startHttpsServer(server);
    await running.writeKubeconfig(kubeconfig);
    const options = ['--name', 'site-operator', '--group', 'web.example.com', '--kind', 'Site'];
    await vmgen('init', '.', ...options);
    await vmgen('add', 'webhook', 'Site', '--validate');
    await vmgen('generate');
  });
  after(async () => {
    await running.close();
    rmSync(folder, { recursive: true });
  });

  function vmgen(...args: string[]) {
    return vmgenHereWith({ KUBECONFIG: kubeconfig }, folder, ...args);
  }

  /** The results of the checks of the cluster that are not ok. */
  async function doctor(...args: string[]) {
    const { stdout, stderr } = await vmgen('doctor', '--format', 'json', ...args);
    assert.equal(stderr, '');
    const { checks } = JSON.parse(stdout) as { readonly checks: readonly Result[] };
    const results = checks.filter(({ name }) => NAMES.includes(name));
    assert.deepEqual(
      results.map(({ name }) => name),
      NAMES,
    );
    return results.filter(({ status }) => status !== 'ok');
  }

  const generated = (file: string): readonly JsonObject[] => {
    const text = readFileSync(path.join(folder, 'generated', file), 'utf8');
    return parseDocuments({ source: file, text }).documents.map(({ value }) => value);
  };
  const problem = (name: string, message: string, fix: string) => ({
    name,
    status: 'problem',
    findings: [{ message, fix }],
  });
  const unchecked = (reason: string, names: readonly string[]) =>
    names.map((name) => ({ name, status: 'not checked', reason }));
  const APPLY = 'kubectl apply --server-side -f generated/crds';

  test('asks no cluster without an option', async () => {
    const reason = 'a cluster is only asked with --cluster or --context NAME';
    assert.deepEqual(await doctor(), unchecked(reason, NAMES));
  });

  test('finds a context that does not exist, and a file that is not a kubeconfig', async () => {
    const [first, ...rest] = await doctor('--context', 'stage\u001b[31m');
    assert.match(
      first?.findings?.[0]?.message ?? '',
      /no context "stage.*"; existing contexts: "vmgen"$/,
    );
    assert.equal(first?.name, 'kubeconfig');
    assert.deepEqual(rest, unchecked('the kubeconfig is invalid', NAMES.slice(1)));
    const text = await vmgen('doctor', '--context', 'stage\u001b[31m');
    assert.equal(text.status, 1);
    assert.doesNotMatch(text.stdout, /\u001b/);
    const [other] = await doctor('--kubeconfig', path.join(folder, 'package.json'));
    assert.equal(other?.name, 'kubeconfig');
  });

  test('finds an API server that has ended, and a token that is rejected', async () => {
    const other = await startHttpsServer(createApiServer());
    const file = path.join(folder, 'other');
    writeFileSync(file, other.kubeconfig('wrong').replace('https://', 'https://me:secret@'));
    assert.deepEqual(await doctor('--kubeconfig', file), [
      problem(
        'credentials',
        'the API server rejects the credentials of the context (401)',
        'log in again as the cluster requires it, then: kubectl auth whoami',
      ),
      ...unchecked('the API server rejects the credentials', NAMES.slice(3)),
    ]);
    await other.close();
    const [first, ...rest] = await doctor('--kubeconfig', file);
    assert.match(
      first?.findings?.[0]?.message ?? '',
      /^the API server "https:\/\/127\.0\.0\.1:\d+" does not respond: (?!.*secret)/,
    );
    assert.equal(first?.name, 'reachable');
    assert.deepEqual(rest, unchecked('the API server does not respond', NAMES.slice(2)));
  });

  test('finds CRDs that are missing, that differ, and whose stored versions are lost', async () => {
    const none = unchecked('the cluster has no webhook of the project', ['webhooks']);
    const missing = 'the cluster does not have the CRD sites.web.example.com';
    assert.deepEqual(await doctor('--cluster'), [
      problem('installed-crds', missing, APPLY),
      ...none,
    ]);
    const [crd] = generated('crds/web.example.com_sites.yaml');
    assert.ok(crd);
    const spec = crd['spec'] as unknown as { versions: { name: string; storage: boolean }[] };
    const [v1] = spec.versions;
    assert.ok(v1);
    const old = { ...v1, name: 'v1alpha1', storage: true };
    const older = { ...crd, spec: { ...spec, versions: [{ ...v1, storage: false }, old] } };
    await send('POST', CRDS, older);
    assert.deepEqual(await doctor('--cluster'), [
      problem(
        'installed-crds',
        'the CRD sites.web.example.com of the cluster is not the generated one: spec.versions.0.storage differs',
        APPLY,
      ),
      problem(
        'stored-versions',
        'objects of sites.web.example.com are stored in v1alpha1, which the generated CRD does not have: the API server refuses it',
        'keep the version with +kubebuilder:unservedversion until migrateStorage() has written all objects (docs/conversion.md)',
      ),
      ...none,
    ]);
    await send('DELETE', `${CRDS}/sites.web.example.com`);
    await send('POST', CRDS, crd);
    assert.deepEqual(await doctor('--cluster'), none);
  });

  test('finds a webhook without its Service, and without a caBundle', async () => {
    const [configuration] = generated('webhook/manifests.yaml');
    assert.ok(configuration);
    const { metadata } = await send('POST', CONFIGURATIONS, configuration);
    const { name } = metadata as { readonly name: string };
    const owner = `ValidatingWebhookConfiguration ${name}`;
    const [first] = await doctor('--cluster');
    assert.deepEqual(
      first,
      problem(
        'webhooks',
        `${owner} calls the Service site-operator-system/site-operator-webhooks, which does not exist`,
        'kubectl apply --server-side -f generated/install.yaml',
      ),
    );
    await send('POST', '/api/v1/namespaces', { metadata: { name: 'site-operator-system' } });
    await send('POST', '/api/v1/namespaces/site-operator-system/services', {
      metadata: { name: 'site-operator-webhooks' },
      spec: { ports: [{ port: 443 }] },
    });
    assert.deepEqual(await doctor('--cluster'), [
      problem(
        'webhooks',
        `${owner} has no caBundle: the API server does not trust the webhook`,
        'kubectl logs --namespace site-operator-system deployment/OPERATOR shows why the operator, or cert-manager, has not set it',
      ),
    ]);
    await send('DELETE', `${CONFIGURATIONS}/${name}`);
  });

  test('finds the permissions that the user of the context lacks', async () => {
    await send('POST', '/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'dev' } });
    const { status } = await send(
      'POST',
      '/api/v1/namespaces/default/serviceaccounts/dev/token',
      {},
    );
    const { token } = status as { readonly token: string };
    const file = path.join(folder, 'dev');
    writeFileSync(file, running.kubeconfig(token));
    const found = (await doctor('--kubeconfig', file)).find(({ name }) => name === 'permissions');
    assert.match(
      found?.findings?.[0]?.message ?? '',
      /^the user of the context lacks permissions that the operator needs: create configmaps, .* and \d+ more$/,
    );
    await send('POST', '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', {
      metadata: { name: 'dev' },
      roleRef: {
        apiGroup: 'rbac.authorization.k8s.io',
        kind: 'ClusterRole',
        name: 'cluster-admin',
      },
      subjects: [{ kind: 'ServiceAccount', name: 'dev', namespace: 'default' }],
    });
    assert.deepEqual(
      (await doctor('--kubeconfig', file)).filter(({ name }) => name === 'permissions'),
      [],
    );
  });
});
