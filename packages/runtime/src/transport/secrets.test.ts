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

/** Part of every secret of the kubeconfig. No message may contain it. */
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

/** Sends a request and returns its error with all causes, and its log. */
async function allMessages(
  kubeconfig: string,
  options: HttpTransportOptions = {},
): Promise<string> {
  const message: unknown[] = [];
  const lines: string[] = [];
  const logger = createLogger({ verbosity: 10, write: (line) => lines.push(line) });
  try {
    const config = await loadKubeConfig({ kubeconfig });
    await using transport = createHttpTransport(config, { logger, ...options });
    message.push(config.credentials);
    const response = await transport.request({ method: 'GET', path: '/apis/x/v1/things' });
    message.push(response, await response.text());
  } catch (error) {
    message.push(error);
    logger.error('failed', { error });
  }
  return inspect(message, { depth: Infinity }) + lines.join('');
}

async function startRejecting(t: TestContext): Promise<{ server: string; ca: string }> {
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

test('errors and logs of a failed request contain no secret', async (t) => {
  const { server, ca } = await startRejecting(t);
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
      const message = await allMessages(kubeconfigOf(user, cluster));
      assert.ok(!message.includes(CANARY), message);
    }
  }
});

test('a timeout and an invalid URL do not contain the password of a server', async (t) => {
  const { cert, private: key } = await makeCertificate();
  const server = await startServer(t, () => {}, { key, cert });
  const ca = Buffer.from(cert).toString('base64');
  const url = server.url.replace('//', `//me:${CANARY}@`);
  const cluster = { server: url, 'certificate-authority-data': ca };
  const shown = await allMessages(kubeconfigOf({}, cluster), { requestTimeoutMs: 50 });
  assert.match(shown, /took more than 50 ms/);
  assert.ok(!shown.includes(CANARY), shown);
  const odd = await allMessages(kubeconfigOf({}, { server: `https://me:a/${CANARY}@host:x` }));
  assert.match(odd, /invalid server URL/);
  assert.ok(!odd.includes(CANARY), odd);
});

test('the error for invalid YAML does not contain lines of the file', async () => {
  const text = `users:\n- name: main\n  user:\n    token: ${CANARY}\n  : [`;
  const message = await allMessages(write(text));
  assert.match(message, /not a kubeconfig: invalid YAML/);
  assert.ok(!message.includes(CANARY), message);
});
