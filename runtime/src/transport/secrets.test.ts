import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { inspect } from 'node:util';
import { createLogger } from '../logging/create-logger.js';
import { createHttpTransport, type HttpTransportOptions } from './http-transport.js';
import { loadKubeConfig } from './load-kube-config.js';
import { startProxy } from './local-proxy.test.helper.js';
import { makeCertificate, startServer } from './local-server.test.helper.js';

/** Stands in every secret that a kubeconfig can hold; nothing that is told may hold it. */
const CANARY = 'canary';
const folder = mkdtempSync(join(tmpdir(), 'vmgen-secrets-'));

let files = 0;
function write(content: string | object): string {
  const path = join(folder, `file-${files++}`);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

function kubeconfigOf(user: object, cluster: object): string {
  return write({
    clusters: [{ name: 'main', cluster }],
    users: [{ name: 'main', user }],
    contexts: [{ name: 'main', context: { cluster: 'main', user: 'main' } }],
    'current-context': 'main',
  });
}

function execUser(script: string): object {
  const apiVersion = 'client.authentication.k8s.io/v1';
  const env = [{ name: 'SECRET', value: CANARY }];
  return { exec: { apiVersion, command: 'sh', args: ['-c', script], env } };
}

/** Makes a request, and gives all that it says of itself: its error as deep as it goes, and its log. */
async function tellAll(kubeconfig: string, options: HttpTransportOptions = {}): Promise<string> {
  const told: unknown[] = [];
  const lines: string[] = [];
  const logger = createLogger({ verbosity: 10, write: (line) => lines.push(line) });
  try {
    const config = await loadKubeConfig({ kubeconfig });
    await using transport = createHttpTransport(config, { logger, ...options });
    told.push(config.credentials);
    const response = await transport.request({ method: 'GET', path: '/apis/x/v1/things' });
    told.push(response, await response.text());
  } catch (error) {
    told.push(error);
    logger.error('failed', { error });
  }
  return inspect(told, { depth: Infinity }) + lines.join('');
}

async function startRefusing(t: TestContext): Promise<{ server: string; ca: string }> {
  const { cert, private: key } = await makeCertificate();
  const server = await startServer(
    t,
    (_request, response) => {
      response.setHeader('warning', '299 - "soon gone"').writeHead(401).end('who?');
    },
    { key, cert },
  );
  return { server: server.url, ca: Buffer.from(cert).toString('base64') };
}

test('no secret is in what is told of a request that fails, however much is told', async (t) => {
  const { server, ca } = await startRefusing(t);
  const proxy = await startProxy(t, 407);
  const good = { server, 'certificate-authority-data': ca };
  const gone = { server: 'https://127.0.0.1:1', 'insecure-skip-tls-verify': true };
  const proxied = { ...gone, 'proxy-url': proxy.url.replace('p%40ss', CANARY) };
  const open = { server: 'http://127.0.0.1:1' };
  const named = { ...gone, server: `https://me:${CANARY}@127.0.0.1:1` };
  const wrong = { ...gone, server: `https://me:${CANARY}@127.0.0.1:http` };
  const foreign = { ...gone, server: `ftp://me:${CANARY}@127.0.0.1:1` };
  const printed = `printf '{"status":{"token":"%s"' "$SECRET"`;
  const users = [
    { token: CANARY },
    { token: `${CANARY}\n${CANARY}` },
    { tokenFile: write(`${CANARY}\u0000`) },
    { username: 'me', password: CANARY },
    execUser(`${printed}; printf '}}'`),
    execUser(printed),
    execUser(`${printed}; exit 1`),
    { 'client-certificate': write(CANARY), 'client-key': write(CANARY) },
  ];
  for (const user of users) {
    for (const cluster of [
      good,
      gone,
      proxied,
      open,
      named,
      wrong,
      foreign,
      { ...good, 'certificate-authority-data': '' },
    ]) {
      const told = await tellAll(kubeconfigOf(user, cluster));
      assert.ok(!told.includes(CANARY), told);
    }
  }
});

test('the password of a server is not shown when its answer takes too long, nor of an odd URL', async (t) => {
  const { cert, private: key } = await makeCertificate();
  const server = await startServer(t, () => {}, { key, cert });
  const ca = Buffer.from(cert).toString('base64');
  const url = server.url.replace('//', `//me:${CANARY}@`);
  const cluster = { server: url, 'certificate-authority-data': ca };
  const shown = await tellAll(kubeconfigOf({}, cluster), { requestTimeoutMs: 50 });
  assert.match(shown, /took more than 50 ms/);
  assert.ok(!shown.includes(CANARY), shown);
  const odd = await tellAll(kubeconfigOf({}, { server: `https://me:a/${CANARY}@host:x` }));
  assert.match(odd, /invalid server URL/);
  assert.ok(!odd.includes(CANARY), odd);
});

test('a file that is no YAML is not told in pieces', async () => {
  const text = `users:\n- name: main\n  user:\n    token: ${CANARY}\n  : [`;
  const told = await tellAll(write(text));
  assert.match(told, /not a kubeconfig: invalid YAML/);
  assert.ok(!told.includes(CANARY), told);
});
