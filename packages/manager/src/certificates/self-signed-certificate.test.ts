import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { connect } from 'node:tls';
import { createFakeTransport } from '@vmgen/apiserver/fake';
// The bundle, whose imports of libraries differ from those of the modules.
import { createManager } from '@vmgen/manager';
import { silentLogger } from '@vmgen/runtime';
import { createFakeClock } from '@vmgen/runtime/testing';
import { parseCertificates } from './certificates.js';
import { createSelfSigned, renewSelfSigned } from './self-signed-certificate.js';
import { present, until } from '../site.test.helper.js';

const DAY_MS = 86_400_000;

test('a self-signed certificate is valid for a week, and is replaced every day', async () => {
  const clock = createFakeClock();
  const first = present(parseCertificates((await createSelfSigned(clock)).cert)[0]);
  assert.ok(first.verify(first.publicKey));
  const nowMs = clock.date().getTime();
  assert.ok(Date.parse(first.validFrom) < nowMs);
  assert.equal(Date.parse(first.validTo), nowMs + 7 * DAY_MS);

  const used: string[] = [];
  let failures = 0;
  const stopping = new AbortController();
  const setCertificate = ({ cert }: { readonly cert: string }): void => {
    if (used.push(cert) === 1) throw new Error('invalid');
  };
  const logger = { ...silentLogger, error: () => (failures += 1) };
  const renewing = renewSelfSigned({ setCertificate }, { clock, logger, signal: stopping.signal });
  for (let days = 1; days <= 2; days++) {
    await clock.advance(DAY_MS);
    await until(() => used.length === days && clock.pendingTimers === 1);
  }
  assert.equal(failures, 1);
  assert.notEqual(used[0], used[1]);
  const [last] = parseCertificates(used[1] ?? '');
  assert.equal(Date.parse(last?.validTo ?? ''), nowMs + 9 * DAY_MS);
  stopping.abort();
  await renewing;
});

test('the bundled manager serves HTTPS with a self-signed certificate', async () => {
  const stopping = new AbortController();
  const manager = createManager(createFakeTransport(), {
    name: 'sites',
    leaderElection: false,
    server: { port: 0, tls: 'self-signed' },
  });
  manager.task('connect', async () => {
    const socket = connect({ port: manager.port, host: '127.0.0.1', rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    assert.match(String(socket.getPeerCertificate().subject.CN), /^vmgen-/);
    socket.destroy();
    stopping.abort();
  });
  await manager.run({ signal: stopping.signal });
});
