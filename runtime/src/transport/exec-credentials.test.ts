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

/** A kubeconfig whose plugin is a line of shell; `$RUNS` counts its runs, `$PID` is for a process's. */
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

/** A plugin that hangs in a program which it has started, as scripts do. */
const HANGING = 'sleep 1000 & echo $! > "$PID"; wait';

/** A process that has ended may stay listed as long as nobody asks for its result. */
function isAlive(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

test('a plugin that hangs is ended in time, with all that it has started', async () => {
  const { config, pid } = await configOf(HANGING, { execTimeoutMs: 500 });
  await assert.rejects(async () => config.credentials?.current(), {
    code: 'ERR_VMGEN_CREDENTIALS',
    message: /user "main": exec: getting credentials: sh took more than 500 ms and was ended$/,
  });
  assert.ok(pid() > 0);
  await until(() => !isAlive(pid()));
});

test('a plugin that prints without end is ended', async () => {
  const { config } = await configOf('yes');
  await assert.rejects(async () => config.credentials?.current(), /sh printed more than 1048576/);
});

test('a plugin that says an end that is no time is refused, and not run for every request', async () => {
  const credential = {
    apiVersion: 'client.authentication.k8s.io/v1',
    kind: 'ExecCredential',
    status: { token: 't', expirationTimestamp: 'tomorrow' },
  };
  const { config } = await configOf(`echo '${JSON.stringify(credential)}'`);
  await assert.rejects(async () => config.credentials?.current(), {
    code: 'ERR_VMGEN_CREDENTIALS',
    message: /sh: expirationTimestamp is no time: "tomorrow"$/,
  });
});

test('a plugin that cannot be started at all is told without what it was to be given', async () => {
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

test('what a plugin says cannot play tricks on a terminal', async () => {
  const { config } = await configOf(`printf '\\033[2Jgone' >&2; exit 3`);
  await assert.rejects(async () => config.credentials?.current(), /credentials: \\u001b\[2Jgone$/);
  const { config: silent } = await configOf('exit 3');
  await assert.rejects(async () => silent.credentials?.current(), /sh ended with exit code 3$/);
});

test('a plugin that hangs keeps nobody longer than he would wait', async (t) => {
  const { config, runs, pid } = await configOf(HANGING);
  t.after(() => {
    try {
      process.kill(pid());
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
  await Promise.all([patient.close(), transport.close()]);
  await assert.rejects(running, { code: 'ERR_VMGEN_CLOSED' });
  assert.equal(runs(), 1);
});

test('a plugin that hangs does not hold a process that has nothing else to do, nor outlives it', async () => {
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

/** Runs a script in a process that waits for a hanging plugin, and gives the plugin's process id. */
async function startWaiting(
  t: TestContext,
  prelude: string,
): Promise<{ child: ChildProcess; pid: number }> {
  const { file, pid } = await configOf(HANGING);
  const script = `
    const { loadKubeConfig } = await import(new URL('load-kube-config.js', ${JSON.stringify(import.meta.url)}));
    ${prelude}
    const config = await loadKubeConfig({ kubeconfig: ${JSON.stringify(file)} });
    // Two plugins at once: each has listeners of its own.
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
  test(`a plugin that hangs ends with a process that is ended by ${name}`, async (t) => {
    const { child, pid } = await startWaiting(t, '');
    child.kill(name);
    const [code, signal] = await once(child, 'exit');
    assert.deepEqual({ code, signal }, { code: null, signal: name });
    await until(() => !isAlive(pid));
  });
}

test('a program that handles a signal itself keeps its plugin until it exits', async (t) => {
  const { child, pid } = await startWaiting(
    t,
    `process.once('SIGTERM', () => {
       console.log('handled');
       process.stdin.resume();
       setTimeout(() => process.exit(3), 200);
     });`,
  );
  child.kill('SIGTERM');
  const [text] = await once(child.stdout ?? assert.fail(), 'data');
  assert.equal(String(text), 'handled\n');
  assert.equal(isAlive(pid), true);
  const [code, signal] = await once(child, 'exit');
  assert.deepEqual({ code, signal }, { code: 3, signal: null });
  await until(() => !isAlive(pid));
});

/** Takes the one token; what shows another is refused, when the test says so where it `holds`. */
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

/** Each run prints the number of runs so far as its token. */
const COUNTING = 'printf \'{"status":{"token":"%d"}}\' $(wc -l < "$RUNS")';

test('one revocation is one run, however many requests are refused, and whenever', async (t) => {
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

test('a refusal of new credentials is an answer, and the next request asks for others', async (t) => {
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
