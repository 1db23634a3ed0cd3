import assert from 'node:assert/strict';
import { access, chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { EnvtestServers } from './envtest-servers.js';
import { startEnvtest } from './start-envtest.js';

/** A folder with an etcd that does nothing, and a kube-apiserver that executes a command of the shell. */
async function folderWith(t: TestContext, apiServer: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vmgen-envtest-servers-test-'));
  t.after(() => rm(folder, { recursive: true }));
  const programs = { etcd: 'exec sleep 600', 'kube-apiserver': apiServer };
  for (const [name, command] of Object.entries(programs)) {
    await writeFile(path.join(folder, name), `#!/bin/sh\n${command}\n`);
    await chmod(path.join(folder, name), 0o755);
  }
  return folder;
}

test('does not name the process of an API server that has ended', async (t) => {
  const folder = await folderWith(t, 'exit 3');
  const ports = { etcd: 1, peer: 1, api: 1 };
  const options = { assets: folder, folder, ports, token: 'x', apiServerFlags: [] };
  const servers = new EnvtestServers(options);
  t.after(() => servers.end());
  const [etcd] = servers.processIds();
  assert.ok(etcd !== undefined);
  await assert.rejects(servers.startApiServer(), /kube-apiserver ended with 3/);
  assert.deepEqual(servers.processIds(), [etcd]);
});

test('does not wait for what a server has left behind', async (t) => {
  const left = 'cd "$(dirname "$0")"; (sleep 30; : > ended) & echo $! > left; echo why >&2; exit 3';
  const assets = await folderWith(t, left);
  await assert.rejects(startEnvtest({ assets }), /kube-apiserver ended with 3: why/);
  await assert.rejects(access(path.join(assets, 'ended')), { code: 'ENOENT' });
  process.kill(Number(await readFile(path.join(assets, 'left'), 'utf8')));
});

test('takes other ports if another process has taken one, a few times', async (t) => {
  const log = 'for each; do case $each in --secure-port=*) echo $each >> ports;; esac; done';
  const taken = 'echo "listen tcp 127.0.0.1:1: bind: address already in use" >&2; exit 1';
  const assets = await folderWith(t, `cd "$(dirname "$0")"; ${log}; ${taken}`);
  await assert.rejects(startEnvtest({ assets }), /kube-apiserver ended with 1: .*already in use/);
  const ports = (await readFile(path.join(assets, 'ports'), 'utf8')).trim().split('\n');
  assert.equal(ports.length, 3);
  assert.ok(new Set(ports).size > 1, ports.join());
});
