import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { silentLogger } from '@vmgen/runtime';
import { createPrometheusRegistry } from '@vmgen/runtime/prometheus';
import { createFakeClock } from '@vmgen/runtime/testing';
import { followCertificate, readCertificate } from './certificate-files.js';
import { until } from '../site.test.helper.js';

test('uses changed files, keeps the last pair after a failure, and counts both', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'vmgen-certificate-'));
  t.after(() => rm(folder, { recursive: true }));
  const files = { certFile: path.join(folder, 'tls.crt'), keyFile: path.join(folder, 'tls.key') };
  const write = async (content: string): Promise<void> => {
    for (const file of Object.values(files)) await writeFile(file, content);
  };
  const registry = createPrometheusRegistry();
  const { metrics } = registry;
  const counted = async (): Promise<string[]> =>
    Array.from((await registry.text()).matchAll(/^certwatcher_\w+ \d+$/gm), ([line]) => line);
  await write('first');
  assert.deepEqual(await readCertificate(files, metrics), { cert: 'first', key: 'first' });
  assert.deepEqual(await counted(), [
    'certwatcher_read_certificate_total 1',
    'certwatcher_read_certificate_errors_total 0',
  ]);

  const clock = createFakeClock();
  const used: string[] = [];
  let failures = 0;
  const logger = { ...silentLogger, error: () => (failures += 1) };
  const stopping = new AbortController();
  const following = followCertificate(
    files,
    { setCertificate: ({ cert }) => void used.push(cert) },
    { clock, logger, metrics, signal: stopping.signal },
  );
  await write('second');
  await clock.advance(60_000);
  await until(() => used.length === 1);
  await rm(files.keyFile);
  await clock.advance(60_000);
  await until(() => failures === 1);
  assert.deepEqual(used, ['second']);
  assert.deepEqual(await counted(), [
    'certwatcher_read_certificate_total 3',
    'certwatcher_read_certificate_errors_total 1',
  ]);
  stopping.abort();
  await following;
});
