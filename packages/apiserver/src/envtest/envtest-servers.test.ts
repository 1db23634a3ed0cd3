import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { EnvtestServers } from './envtest-servers.js';

test('does not name the process of an API server that has ended', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'vmgen-envtest-servers-test-'));
  t.after(() => rm(folder, { recursive: true }));
  const programs = { etcd: 'exec sleep 600', 'kube-apiserver': 'exit 3' };
  for (const [name, command] of Object.entries(programs)) {
    await writeFile(path.join(folder, name), `#!/bin/sh\n${command}\n`);
    await chmod(path.join(folder, name), 0o755);
  }
  const ports = { etcd: 1, peer: 1, api: 1 };
  const options = { assets: folder, folder, ports, token: 'x', apiServerFlags: [] };
  const servers = new EnvtestServers(options);
  t.after(() => servers.end());
  const [etcd] = servers.processIds();
  assert.ok(etcd !== undefined);
  await assert.rejects(servers.startApiServer(), /kube-apiserver ended with 3/);
  assert.deepEqual(servers.processIds(), [etcd]);
});
