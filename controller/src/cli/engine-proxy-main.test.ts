import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseEngineProxyOptions } from './engine-proxy-options.js';

const main = fileURLToPath(new URL('engine-proxy-main.js', import.meta.url));

test('parses the command line of vm-engine-proxy', async () => {
  assert.deepEqual(await parseEngineProxyOptions(['--listen', '/a'], '1.2.3'), {
    engine: '/var/run/docker.sock',
    listen: '/a',
    healthPort: undefined,
  });
  const args = ['--engine=unix:///b', '--listen=/a', '--health-port=8082'];
  assert.deepEqual(await parseEngineProxyOptions(args, '1.2.3'), {
    engine: '/b',
    listen: '/a',
    healthPort: 8_082,
  });
});

for (const [args, message] of [
  ['', 'Missing required argument: listen'],
  ['--listen=a', '--listen must be an absolute path'],
  ['--listen=/a --engine=tcp://b:1', '--engine must be unix:// and an absolute path'],
  ['--listen=/a --engine=unix://b', '--engine must be unix:// and an absolute path'],
  ['--listen=/a --listen=/b', '--listen may be set only once'],
  [
    '--listen=/a --health-port=-1',
    '--health-port must be a whole number of at least 0 and at most 65535',
  ],
  ['--listen=/a --privileged', 'Unknown argument: privileged'],
] as const) {
  test(`rejects the command line of vm-engine-proxy: ${args}`, async () => {
    const words = args.split(' ').filter((word) => word !== '');
    await assert.rejects(parseEngineProxyOptions(words, '1.2.3'), { name: 'UsageError', message });
  });
}

test('a socket that cannot be created is an error of the command line', (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'vmgen-engine-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const args = [main, '--listen', path.join(folder, 'absent', 'a.sock')];
  const { status, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    timeout: 60_000,
  });
  assert.equal(status, 2);
  assert.match(stderr, /^vm-engine-proxy: --listen: .*: choose a path in a folder that exists/);
});
