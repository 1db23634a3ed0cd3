import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { createApiServer, startHttpsServer } from '@vmgen/apiserver';
import { createLeaseClient } from '@vmgen/kubernetes/coordination/v1';

/** Runs a manager as a process against a server of this process. */
async function start(t: TestContext, setUp: string, options = '') {
  const folder = await mkdtemp(path.join(tmpdir(), 'vmgen-manager-'));
  const server = createApiServer();
  const listener = await startHttpsServer(server);
  const kubeconfig = path.join(folder, 'kubeconfig');
  await listener.writeKubeconfig(kubeconfig);
  const script = `
    import { runManager } from '${new URL('index.js', import.meta.url).href}';
    import { configMapResource } from '${import.meta.resolve('@vmgen/kubernetes/core/v1')}';
    const kubeconfig = ${JSON.stringify(kubeconfig)};
    const leaderElection = { leaseNamespace: 'default' };
    await runManager(
      { name: 'test-operator', kubeconfig, leaderElection, server: { port: 0 }, ${options} },
      (manager) => { ${setUp} },
    );`;
  const process_ = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  process_.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
  const ended = once(process_, 'close').then(([code]) => code as number | null);
  t.after(async () => {
    process_.kill('SIGKILL');
    await listener.close();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });
  return { process: process_, ended, server, log: () => log };
}

describe('runManager', () => {
  test('ends with 0 after SIGTERM, and releases the lease', async (t) => {
    const own = await start(
      t,
      `const { maps } = manager.cache({ maps: configMapResource });
       manager.controller(maps).reconcile(async () => {});
       manager.task('ready', async () => console.log('ready'));`,
    );
    await once(own.process.stdout, 'data');
    const leases = createLeaseClient(own.server.transport, 'default');
    assert.notEqual((await leases.get('test-operator')).spec?.holderIdentity, '');
    own.process.kill('SIGTERM');
    assert.equal(await own.ended, 0, own.log());
    assert.ok(!(await leases.get('test-operator')).spec?.holderIdentity);
  });

  test('ends with 0 after SIGTERM while the set-up waits', async (t) => {
    const own = await start(
      t,
      `console.log('waiting');
       return new Promise((resolve) => setInterval(() => {}, 1_000));`,
    );
    await once(own.process.stdout, 'data');
    own.process.kill('SIGTERM');
    assert.equal(await own.ended, 0, own.log());
  });

  test('ends with 1 and the reason if a kind does not sync in time', async (t) => {
    const { ended, log } = await start(
      t,
      `manager.cache({ things: { ...configMapResource, group: 'example.com', plural: 'things' } });`,
      'limits: { syncTimeoutMs: 500 },',
    );
    assert.equal(await ended, 1);
    assert.match(log(), /"level":"error","msg":"test-operator failed"/);
    assert.match(log(), /within 500 ms: things\.example\.com/);
  });

  for (const [what, code, reason] of [
    ['an error that nobody catches', `throw new Error('boom')`, 'outside of a reconcile'],
    ['a rejection', `void Promise.reject(new Error('boom'))`, 'nothing handles it'],
  ] as const) {
    test(`ends with 1 and a log line after ${what}`, async (t) => {
      const { ended, log } = await start(
        t,
        `manager.task('late', async () => void setTimeout(() => { ${code} }, 1), { everywhere: true });`,
      );
      assert.equal(await ended, 1);
      const last = JSON.parse(log().trim().split('\n').at(-1) ?? '') as Record<string, unknown>;
      assert.equal(last['level'], 'error');
      assert.match(String(last['msg']), new RegExp(`^test-operator failed: .*${reason}`));
      assert.match(JSON.stringify(last), /boom/);
    });
  }

  test('passes all metrics to the option metrics, and then serves no page of them', async (t) => {
    const own = await start(
      t,
      `const { maps } = manager.cache({ maps: configMapResource });
       manager.controller(maps).reconcile(async () => {});
       manager.task('page', async () => {
         const { status } = await fetch('http://127.0.0.1:' + manager.port + '/metrics');
         console.log('page ' + status);
       });`,
      `metrics: (() => {
         const metric = ({ name }) => {
           console.log(name);
           return { add() {}, set() {}, observe() {}, remove() {} };
         };
         const observe = ({ name }) => { console.log(name); return () => {}; };
         return { counter: metric, gauge: metric, histogram: metric, observe };
       })(),`,
    );
    let printed = '';
    for await (const text of own.process.stdout) {
      printed += String(text);
      if (printed.includes('page ')) break;
    }
    assert.match(printed, /^page 404$/m);
    for (const name of [
      'controller_runtime_reconcile_total',
      'informer_objects',
      'leader_election_master_status',
      'rest_client_requests_total',
    ]) {
      assert.match(printed, new RegExp(`^${name}$`, 'm'));
    }
    own.process.kill('SIGTERM');
    assert.equal(await own.ended, 0, own.log());
  });

  test('ends with 1 if the set-up fails', async (t) => {
    const { ended, log } = await start(t, `throw new Error('no configuration');`);
    assert.equal(await ended, 1);
    assert.match(log(), /no configuration/);
  });
});
