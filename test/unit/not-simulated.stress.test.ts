import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { pbkdf2 } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { gzip } from 'node:zlib';
import { createFakeTransport } from '@vmgen/apiserver/fake';
import { configMapResource, createConfigMapClient } from '@vmgen/kubernetes/core/v1';
import { createTestManager, explorationText, explore } from '@vmgen/manager/testing';
import type { Manager } from '@vmgen/manager';
import type { Transport } from '@vmgen/runtime';

/** Long enough that the timer still runs when a busy machine looks for it. */
const RUNS_MS = 50;

const createShop = ({ server }: { readonly server: Transport }) =>
  createConfigMapClient(server, 'default').create({ metadata: { name: 'shop' } });

/** Runs `work` for each ConfigMap. */
const operatorOf =
  (work: () => Promise<unknown>) =>
  (manager: Manager): void => {
    const { configMaps } = manager.cache({ configMaps: configMapResource });
    manager.controller(configMaps).reconcile(async () => {
      await work();
    });
  };

const explored = (operator: (manager: Manager) => unknown) =>
  explore({ operator, server: createFakeTransport, workload: { create: createShop }, faults: [] });

const REAL: Readonly<Record<string, readonly [work: () => Promise<unknown>, types: RegExp]>> = {
  'a real timer': [() => setTimeout(RUNS_MS), /^Timeout$/],
  'a file': [() => readFile(import.meta.filename), /^FSREQ/],
  'a DNS request': [() => lookup('localhost'), /^GETADDRINFOREQWRAP$/],
  'a socket': [() => once(connect(1, '127.0.0.1'), 'error'), /^TCP/],
  'a child process': [() => promisify(execFile)(process.execPath, ['--version']), /^PROCESSWRAP$/],
  'a worker': [() => once(new Worker('', { eval: true }), 'exit'), /^WORKER$/],
  'a compression': [() => promisify(gzip)('text'), /^ZLIB$/],
  cryptography: [() => promisify(pbkdf2)('a', 'b', 1, 8, 'sha256'), /^PBKDF2REQUEST$/],
};

for (const [expected, [work, types]] of Object.entries(REAL)) {
  test(`an exploration names what it does not simulate: ${expected}`, async () => {
    const { notSimulated } = await explored(operatorOf(work));
    const [found, ...others] = notSimulated.filter(({ what }) => what === expected);
    assert.deepEqual(others, []);
    assert.equal(found?.step, 'create');
    assert.match(found.type, types);
    assert.match(found.at ?? '', /unit[\\/]not-simulated\.stress\.test\.[jt]s:\d+:\d+$/);
  });
}

test('an exploration names the timer of AbortSignal.timeout', async () => {
  const { notSimulated } = await explored(
    operatorOf(async () => AbortSignal.timeout(3_600_000).throwIfAborted()),
  );
  assert.deepEqual(
    notSimulated.map(({ what, type, step }) => `${what} (${type}) in ${step}`),
    ['a real timer (Timeout) in create'],
  );
  assert.match(notSimulated[0]?.at ?? '', /unit[\\/]not-simulated\.stress\.test\.[jt]s:\d+:\d+$/);
});

test('a timer, and a file at the start, are named in the text', async () => {
  const exploration = await explored(async (manager) => {
    await readFile(import.meta.filename);
    operatorOf(() => setTimeout(RUNS_MS))(manager);
  });
  const text = explorationText(exploration)
    .replaceAll(/\S+(not-simulated\.stress\.test\.)\w+:\d+:\d+/g, '$1')
    // Versions of Node give different types to reads of files.
    .replaceAll(/FSREQ\w+/g, 'FSREQ');
  assert.equal(
    text,
    `operator: 0 plans, 0 violated, 0 not tested; faults reached 0 of 0 effects
  not simulated: a file (FSREQ) at the start, started in not-simulated.stress.test.
  not simulated: a real timer (Timeout) in step "create", started in not-simulated.stress.test.`,
  );
});

test('idle() names the timers of Node that it has waited for', async () => {
  const fake = createFakeTransport();
  const sleeping = new AbortController();
  const { signal } = sleeping;
  const operator = await createTestManager(
    fake,
    operatorOf(() => setTimeout(3_600_000, undefined, { signal }).catch(() => undefined)),
  );
  await createShop({ server: fake });
  await assert.rejects(operator.idle(), {
    message:
      'the manager is not idle, and nothing progresses: a reconcile of default/shop by the controller configmaps ' +
      'has not ended; a real timer (Timeout) is not simulated; if it waits for time, call advance() before: ' +
      'the next timer is due in 60000 ms',
  });
  sleeping.abort();
  await operator.stop();
});

test('an operator without work in real time is not reported, nor other work of the process', async () => {
  const timer = setInterval(() => void readFile(import.meta.filename), 1);
  const { notSimulated } = await explored(
    operatorOf(async () => {
      console.error('reconciles');
      await import('node:http2');
    }),
  );
  clearInterval(timer);
  assert.deepEqual(notSimulated, []);
});
