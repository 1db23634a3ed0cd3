import assert from 'node:assert/strict';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { inspect, promisify } from 'node:util';
import type { ClusterConfig } from './cluster-config.js';
import { createHttpTransport } from './http-transport.js';
import { loadKubeConfig } from './load-kube-config.js';
import { makeCertificate, startServer, until } from './local-server.test.helper.js';

const GET = { method: 'GET', path: '/apis/x/v1/things' } as const;

/**
 * A kubeconfig whose plugin is a shell command. `$RUNS` is a file that counts its runs, `$PID` a
 * file for a process id.
 */
async function configOf(
  script: string,
  { server = 'https://a.example', ca = '', execTimeoutMs = 60_000 } = {},
): Promise<{ config: ClusterConfig; file: string; runs: () => number; pid: () => number }> {
  const folder = mkdtempSync(join(tmpdir(), 'vmgen-exec-'));
  const file = join(folder, 'config');
  const env = [
    { name: 'RUNS', value: join(folder, 'runs') },
    { name: 'PID', value: join(folder, 'pid') },
  ];
  const exec = {
    apiVersion: 'client.authentication.k8s.io/v1',
    command: 'sh',
    args: ['-c', `echo run >> "$RUNS"; ${script}`],
    env,
  };
  const cluster = {
    server,
    ...(ca !== '' && { 'certificate-authority-data': Buffer.from(ca).toString('base64') }),
  };
  const kubeconfig = {
    clusters: [{ name: 'main', cluster }],
    users: [{ name: 'main', user: { exec } }],
    contexts: [{ name: 'main', context: { cluster: 'main', user: 'main' } }],
    'current-context': 'main',
  };
  writeFileSync(file, JSON.stringify(kubeconfig));
  const read = (name: string): string =>
    existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : '';
  return {
    config: await loadKubeConfig({ kubeconfig: file, execTimeoutMs }),
    file,
    runs: () => read('runs').split('\n').length - 1,
    pid: () => Number(read('pid')),
  };
}

/**
 * A plugin that waits for a hanging child process, as scripts do. The file with the process id appears with its
 * content, because the plugin may be ended as soon as the file exists.
 */
const HANGING = 'sleep 1000 & echo $! > "$PID.new"; mv "$PID.new" "$PID"; wait';

/** An ended process remains in the process table until its result is read. */
function isAlive(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

test('a hanging plugin is killed after the timeout with its child processes', async () => {
  const { config, pid } = await configOf(HANGING, { execTimeoutMs: 500 });
  await assert.rejects(async () => config.credentials?.current(), {
    code: 'ERR_VMGEN_CREDENTIALS',
    message: /user "main": exec: getting credentials: sh took more than 500 ms and was killed$/,
  });
  assert.ok(pid() > 0);
  await until(() => !isAlive(pid()));
});

test('a plugin that prints without end is killed', async () => {
  const { config } = await configOf('yes');
  await assert.rejects(async () => config.credentials?.current(), /sh printed more than 1048576/);
});

test('an invalid expirationTimestamp is an error', async () => {
  const credential = {
    apiVersion: 'client.authentication.k8s.io/v1',
    kind: 'ExecCredential',
    status: { token: 't', expirationTimestamp: 'tomorrow' },
  };
  const { config } = await configOf(`echo '${JSON.stringify(credential)}'`);
  await assert.rejects(async () => config.credentials?.current(), {
    code: 'ERR_VMGEN_CREDENTIALS',
    message: /sh: expirationTimestamp is not a valid time: "tomorrow"$/,
  });
});

test('the error for a plugin that cannot be started does not contain its arguments', async () => {
  const { config } = await configOf('true # canary\0');
  await assert.rejects(
    async () => config.credentials?.current(),
    (error) => {
      assert.match(String(error), /sh cannot be started with .* \(ERR_INVALID_ARG_VALUE\)$/);
      assert.doesNotMatch(inspect(error, { depth: Infinity }), /canary/);
      return true;
    },
  );
});

test('control characters in the output of a plugin are escaped', async () => {
  const { config } = await configOf(`printf '\\033[2Jgone' >&2; exit 3`);
  await assert.rejects(async () => config.credentials?.current(), /credentials: \\u001b\[2Jgone$/);
  const { config: silent } = await configOf('exit 3');
  await assert.rejects(async () => silent.credentials?.current(), /sh ended with exit code 3$/);
});

test('requests do not wait for a hanging plugin longer than their timeout', async (t) => {
  const { config, runs, pid } = await configOf(HANGING);
  t.after(() => {
    try {
      // The process id 0 would be the group of this process.
      if (pid() > 0) process.kill(pid());
    } catch {
      // It has ended.
    }
  });
  const transport = createHttpTransport(config, { requestTimeoutMs: 50 });
  await assert.rejects(transport.request(GET), { code: 'ERR_VMGEN_TIMEOUT' });
  const patient = createHttpTransport(config, { requestTimeoutMs: 0 });
  const caller = new AbortController();
  const aborted = patient.request({ ...GET, signal: caller.signal });
  const running = patient.request(GET);
  caller.abort(new Error('enough'));
  await assert.rejects(aborted, /enough/);
  // On a busy machine, it starts later than the first timeout.
  await until(() => pid() > 0);
  await Promise.all([patient.close(), transport.close()]);
  await assert.rejects(running, { code: 'ERR_VMGEN_CLOSED' });
  assert.equal(runs(), 1);
});

test('a hanging plugin does not keep a process alive and does not outlive it', async () => {
  const { file, pid } = await configOf(HANGING);
  const runtime = JSON.stringify(new URL('.', import.meta.url));
  const script = `
    const { existsSync } = await import('node:fs');
    const { createHttpTransport } = await import(new URL('http-transport.js', ${runtime}));
    const { loadKubeConfig } = await import(new URL('load-kube-config.js', ${runtime}));
    const config = await loadKubeConfig({ kubeconfig: ${JSON.stringify(file)} });
    const transport = createHttpTransport(config);
    const asked = transport.request({ method: 'GET', path: '/' }).catch(({ code }) => code);
    while (!existsSync(${JSON.stringify(join(file, '..', 'pid'))})) await new Promise(setImmediate);
    await transport.close();
    console.log(await asked);`;
  const args = ['--input-type=module', '-e', script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 30_000 });
  assert.equal(stdout, 'ERR_VMGEN_CLOSED\n');
  assert.ok(pid() > 0);
  await until(() => !isAlive(pid()));
});

/**
 * Runs a script in a process that waits for a hanging plugin, and returns the plugin's process id.
 */
async function startWaiting(
  t: TestContext,
  prelude: string,
): Promise<{ child: ChildProcess; pid: number }> {
  const { file, pid } = await configOf(HANGING);
  const script = `
    const { loadKubeConfig } = await import(new URL('load-kube-config.js', ${JSON.stringify(import.meta.url)}));
    ${prelude}
    const config = await loadKubeConfig({ kubeconfig: ${JSON.stringify(file)} });
    // Two plugins, each with its own listeners.
    const other = await loadKubeConfig({ kubeconfig: ${JSON.stringify(file)} });
    await Promise.all([config.credentials.current(), other.credentials.current()]);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  await until(() => pid() > 0);
  return { child, pid: pid() };
}

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  test(`a hanging plugin ends with a process that is ended by ${name}`, async (t) => {
    const { child, pid } = await startWaiting(t, '');
    child.kill(name);
    const [code, signal] = await once(child, 'exit');
    assert.deepEqual({ code, signal }, { code: null, signal: name });
    await until(() => !isAlive(pid));
  });
}

test('the plugin of a program with its own signal handler ends at its exit', async (t) => {
  const { child, pid } = await startWaiting(
    t,
    `process.once('SIGTERM', () => {
       process.once('SIGUSR2', () => process.exit(3));
       setInterval(() => {}, 1_000);
       console.log('handled');
     });`,
  );
  child.kill('SIGTERM');
  const [text] = await once(child.stdout ?? assert.fail(), 'data');
  assert.equal(String(text), 'handled\n');
  assert.equal(isAlive(pid), true);
  child.kill('SIGUSR2');
  const [code, signal] = await once(child, 'exit');
  assert.deepEqual({ code, signal }, { code: 3, signal: null });
  await until(() => !isAlive(pid));
});

/**
 * Accepts one token. Requests with other tokens are rejected when the test releases them at
 * `holds`.
 */
async function startGuarded(t: TestContext): Promise<{
  url: string;
  cert: string;
  guard: { token: string; holds: boolean; held: ServerResponse[] };
}> {
  const { cert, private: key } = await makeCertificate();
  const guard = { token: '1', holds: false, held: new Array<ServerResponse>() };
  const { url } = await startServer(
    t,
    (request, response) => {
      const { authorization } = request.headers;
      if (authorization === `Bearer ${guard.token}`) response.end('ok');
      else if (guard.holds && request.url === '/held') guard.held.push(response);
      else response.writeHead(401).end();
    },
    { key, cert },
  );
  return { url, cert, guard };
}

/** Each run prints the number of runs as its token. */
const COUNTING = 'printf \'{"status":{"token":"%d"}}\' $(wc -l < "$RUNS")';

test('a revocation causes one run for any number of rejected requests', async (t) => {
  const { url, cert, guard } = await startGuarded(t);
  const { config, runs } = await configOf(COUNTING, { server: url, ca: cert });
  const transport = createHttpTransport(config);
  t.after(() => transport.close());
  const ask = async (path: string): Promise<number> => {
    const response = await transport.request({ method: 'GET', path });
    await response.text();
    return response.status;
  };
  assert.equal(await ask('/'), 200);
  Object.assign(guard, { token: '2', holds: true });
  const held = Array.from({ length: 50 }, () => ask('/held'));
  await until(() => guard.held.length === 50);
  const early = await Promise.all(Array.from({ length: 50 }, () => ask('/')));
  guard.holds = false;
  for (const response of guard.held) response.writeHead(401).end();
  const statuses = new Set([...early, ...(await Promise.all(held))]);
  assert.deepEqual([...statuses], [200]);
  assert.equal(runs(), 2);
});

test('a rejection of new credentials is returned, and the next request obtains other ones', async (t) => {
  const { url, cert, guard } = await startGuarded(t);
  guard.token = '4';
  const { config, runs } = await configOf(COUNTING, { server: url, ca: cert });
  const transport = createHttpTransport(config);
  t.after(() => transport.close());
  const statuses: number[] = [];
  for (let i = 0; i < 2; i++) {
    const response = await transport.request(GET);
    await response.text();
    statuses.push(response.status);
  }
  assert.deepEqual(statuses, [401, 200]);
  assert.equal(runs(), 4);
});
