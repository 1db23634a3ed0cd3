import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';
import { createFakeClock } from '../testing/fake-clock.js';
import type { ClusterConfig, RequestCredentials } from './cluster-config.js';
import { createHttpTransport } from './http-transport.js';
import { inClusterConfig } from './load-kube-config.js';
import { loadKubeConfig } from './load-kube-config.js';
import { makeCertificate } from './local-server.test.helper.js';

const folder = mkdtempSync(join(tmpdir(), 'vmgen-kubeconfig-'));

function write(name: string, content: string | object): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

/** A file with one cluster, one context and the given user, all with one name. */
function kubeconfigOf(user: object, cluster: object = {}, name = 'main'): object {
  return {
    clusters: [{ name, cluster: { server: `https://${name}.example:6443/`, ...cluster } }],
    users: [{ name, user }],
    contexts: [{ name, context: { cluster: name, user: name, namespace: `${name}-ns` } }],
    'current-context': name,
  };
}

async function credentialsOf(config: ClusterConfig): Promise<RequestCredentials | undefined> {
  return config.credentials?.current();
}

test('reads server, namespace, proxy, authorities and credentials', async () => {
  const certificate = Buffer.from('PEM').toString('base64');
  const file = write(
    'full',
    `
apiVersion: v1
kind: Config
clusters:
- name: a
  cluster:
    server: https://a.example:6443/
    proxy-url: http://proxy:3128
    tls-server-name: api.internal
    certificate-authority-data: ${certificate}
users:
- name: u
  user: {token: "12345", as: boss, as-uid: "7", as-groups: [x], as-user-extra: {k: [v]}}
contexts:
- {name: c, context: {cluster: a, user: u, namespace: ns}}
- {name: other, context: {cluster: a}}
current-context: c
`,
  );
  const config = await loadKubeConfig({ kubeconfig: file });
  const { certificateAuthority, credentials: _credentials, ...plain } = config;
  assert.deepEqual(plain, {
    server: 'https://a.example:6443',
    source: file,
    namespace: 'ns',
    proxyUrl: 'http://proxy:3128',
    tlsServerName: 'api.internal',
    impersonate: { user: 'boss', uid: '7', groups: ['x'], extra: { k: ['v'] } },
  });
  assert.equal(certificateAuthority?.read(), 'PEM');
  assert.deepEqual(await credentialsOf(config), { authorization: 'Bearer 12345' });

  const other = await loadKubeConfig({ kubeconfig: file, context: 'other' });
  assert.equal(other.credentials, undefined);
  assert.equal(other.namespace, undefined);
});

test('rejects an authority together with insecure-skip-tls-verify, as client-go does', async () => {
  const { cert } = await makeCertificate();
  const insecure = { 'insecure-skip-tls-verify': true };
  write('authority.crt', cert);
  const authorities = [
    { 'certificate-authority-data': Buffer.from(cert).toString('base64') },
    { 'certificate-authority': 'authority.crt' },
  ];
  for (const [index, authority] of authorities.entries()) {
    const cluster = { ...insecure, ...authority };
    const kubeconfig = write(`insecure-${index}`, kubeconfigOf({}, cluster));
    await assert.rejects(loadKubeConfig({ kubeconfig }), {
      code: 'ERR_VMGEN_CONFIG',
      message:
        `${kubeconfig}: certificate-authority together with insecure-skip-tls-verify is not ` +
        'allowed; remove insecure-skip-tls-verify',
    });
  }
  const alone = await loadKubeConfig({ kubeconfig: write('alone', kubeconfigOf({}, insecure)) });
  assert.equal(alone.insecureSkipTlsVerify, true);
  const trusting = write('trusting', kubeconfigOf({}, authorities[0]));
  const { certificateAuthority } = await loadKubeConfig({ kubeconfig: trusting });
  assert.ok(certificateAuthority);
  assert.throws(
    () => createHttpTransport({ ...alone, certificateAuthority }),
    /certificate-authority together with insecure-skip-tls-verify is not allowed/,
  );
});

test('resolves relative paths from the folder of the file', async () => {
  const { cert, private: key } = await makeCertificate();
  write('client.crt', cert);
  write('client.key', key);
  write('ca.crt', 'CA');
  write('token', 'from-file\n');
  const user = {
    'client-certificate': 'client.crt',
    'client-key': 'client.key',
    tokenFile: 'token',
  };
  const file = write('relative', kubeconfigOf(user, { 'certificate-authority': './ca.crt' }));
  const config = await loadKubeConfig({ kubeconfig: file });
  assert.equal(config.certificateAuthority?.read(), 'CA');
  assert.deepEqual(await credentialsOf(config), {
    certificate: { cert, key },
    authorization: 'Bearer from-file',
  });
});

test('sends name and password as basic authentication', async () => {
  const file = write('basic', kubeconfigOf({ username: 'me', password: 'pässword' }));
  const authorization = `Basic ${Buffer.from('me:pässword').toString('base64')}`;
  assert.deepEqual(await credentialsOf(await loadKubeConfig({ kubeconfig: file })), {
    authorization,
  });
});

test('merges the files of KUBECONFIG, prefers the first and skips missing ones', async () => {
  const first = write('first', kubeconfigOf({ token: 'first' }));
  const second = write('second', {
    ...kubeconfigOf({ token: 'second' }),
    contexts: [{ name: 'extra', context: { cluster: 'main', user: 'main' } }],
    'current-context': 'extra',
  });
  const environment = { KUBECONFIG: [first, join(folder, 'none'), second].join(delimiter) };
  const config = await loadKubeConfig({ environment });
  assert.equal(config.namespace, 'main-ns');
  assert.deepEqual(await credentialsOf(config), { authorization: 'Bearer first' });
  const extra = await loadKubeConfig({ environment, context: 'extra' });
  assert.equal(extra.server, 'https://main.example:6443');
  await assert.rejects(loadKubeConfig({ environment: { KUBECONFIG: '/none/a' } }), {
    message: 'no file of KUBECONFIG exists: /none/a',
  });
});

test('reads the file in the home folder outside of a cluster', async () => {
  const home = join(folder, 'home');
  mkdirSync(join(home, '.kube'), { recursive: true });
  await assert.rejects(
    loadKubeConfig({ environment: { HOME: home } }),
    /no API server is configured/,
  );
  const file = join(home, '.kube', 'config');
  writeFileSync(file, JSON.stringify(kubeconfigOf({ token: 'home' }, {}, 'home')));
  const config = await loadKubeConfig({ environment: { HOME: home } });
  assert.equal(config.server, 'https://home.example:6443');
});

test('uses the service account in a pod and reads its token again', async () => {
  const clock = createFakeClock();
  write('token', 'one');
  write('ca.crt', 'CA');
  write('namespace', 'pod-ns');
  const environment = { KUBERNETES_SERVICE_HOST: 'fd00::1', KUBERNETES_SERVICE_PORT: '443' };
  const config = inClusterConfig(environment, clock, folder);
  assert.ok(config);
  assert.equal(config.server, 'https://[fd00::1]:443');
  assert.equal(config.namespace, 'pod-ns');
  assert.equal(config.certificateAuthority?.read(), 'CA');
  assert.deepEqual(await credentialsOf(config), { authorization: 'Bearer one' });
  write('token', 'two longer');
  await clock.advance(5000);
  assert.deepEqual(await credentialsOf(config), { authorization: 'Bearer two longer' });
  assert.equal(inClusterConfig({}, clock, folder), undefined);
});

test('reports the place and the problem in an invalid file', async () => {
  const cases: [string, string | object, RegExp][] = [
    ['yaml', 'a: [', /bad-yaml: not a kubeconfig: invalid YAML/],
    ['list', '- 1', /bad-list: not a kubeconfig: must be a mapping/],
    ['empty', '', /bad-empty: no current-context and no contexts; check that it is a kubeconfig/],
    [
      'current',
      { ...kubeconfigOf({}), 'current-context': '' },
      /no current-context; select one of "main"/,
    ],
    [
      'context',
      { ...kubeconfigOf({}), 'current-context': 'x' },
      /no context "x"; existing contexts: "main"/,
    ],
    [
      'cluster',
      { ...kubeconfigOf({}), clusters: [] },
      /no cluster "main"; existing clusters: none/,
    ],
    ['user', { ...kubeconfigOf({}), users: [] }, /no user "main"; existing users: none/],
    ['server', kubeconfigOf({}, { server: '' }), /cluster "main": server is missing/],
    ['type', kubeconfigOf({ token: 5 }), /user "main": token must be a string/],
    [
      'both',
      kubeconfigOf({ token: 'a', username: 'b' }),
      /token and username are mutually exclusive/,
    ],
    ['key', kubeconfigOf({ 'client-key-data': 'a' }), /client-key requires client-certificate/],
    ['gcp', kubeconfigOf({ 'auth-provider': { name: 'gcp' } }), /auth provider "gcp" is not supp/],
    ['as', kubeconfigOf({ 'as-groups': ['a'] }), /as-user-extra require as$/],
    ['name', { clusters: [{}] }, /clusters\[0\]: name is missing/],
  ];
  for (const [name, content, message] of cases) {
    const kubeconfig = write(`bad-${name}`, content);
    await assert.rejects(loadKubeConfig({ kubeconfig }), message);
  }
  const missing = loadKubeConfig({ kubeconfig: join(folder, 'nowhere') });
  await assert.rejects(missing, /cannot read the kubeconfig: ENOENT.*check --kubeconfig/);
});

/** An exec plugin that is a shell command. It counts its runs in a file. */
function execUser(script: string, more: object = {}): object {
  const apiVersion = 'client.authentication.k8s.io/v1';
  return { exec: { apiVersion, command: 'sh', args: ['-c', script], ...more } };
}

test('passes the cluster to an exec plugin, and runs it again when its token expires', async () => {
  const clock = createFakeClock({ start: '2026-01-02T15:00:00Z' });
  const log = join(folder, 'runs');
  const status = '{\\"token\\":\\"$TOKEN\\",\\"expirationTimestamp\\":\\"2026-01-02T15:01:00Z\\"}';
  const script = `echo "$KUBERNETES_EXEC_INFO" >> ${log}; echo "{\\"status\\":${status}}"`;
  const user = execUser(script, {
    env: [{ name: 'TOKEN', value: 'secret' }],
    provideClusterInfo: true,
  });
  const config = await loadKubeConfig({ kubeconfig: write('exec', kubeconfigOf(user)), clock });
  const runs = (): number => readFileSync(log, 'utf8').trim().split('\n').length;
  const [first, second] = await Promise.all([credentialsOf(config), credentialsOf(config)]);
  assert.deepEqual([first, second], Array(2).fill({ authorization: 'Bearer secret' }));
  assert.equal(runs(), 1);
  assert.deepEqual(JSON.parse(readFileSync(log, 'utf8')), {
    apiVersion: 'client.authentication.k8s.io/v1',
    kind: 'ExecCredential',
    spec: {
      interactive: false,
      cluster: { server: 'https://main.example:6443/' },
    },
  });
  await clock.advance(59_000);
  await credentialsOf(config);
  assert.equal(runs(), 1);
  await clock.advance(1000);
  await credentialsOf(config);
  assert.equal(runs(), 2);
  config.credentials?.invalidate();
  await credentialsOf(config);
  assert.equal(runs(), 3);
});

test('reports the output of a failed exec plugin', async () => {
  const load = async (name: string, user: object): Promise<RequestCredentials | undefined> =>
    credentialsOf(await loadKubeConfig({ kubeconfig: write(name, kubeconfigOf(user)) }));
  await assert.rejects(
    load('exec-1', execUser('echo log in first >&2; exit 1')),
    /: log in first$/,
  );
  await assert.rejects(load('exec-2', execUser('echo nonsense')), /printed no ExecCredential/);
  const missing = execUser('', { command: 'no-such-plugin', installHint: 'install it' });
  await assert.rejects(
    load('exec-3', missing),
    /user "main": exec: getting credentials: executable no-such-plugin not found\ninstall it$/,
  );
  await assert.rejects(
    load('exec-4', execUser('', { interactiveMode: 'Always' })),
    /requires an interactive terminal/,
  );
  await assert.rejects(
    load('exec-5', execUser('', { env: [{ name: 'PORT', value: 8443 }] })),
    /user "main": exec: env: the value of PORT must be a string; quote it/,
  );
});
