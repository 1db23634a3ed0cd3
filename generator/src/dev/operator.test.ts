import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createFakeClock } from '@vmgen/runtime/testing';
import type { EndedProcess } from './cluster.js';
import { Operator } from './operator.js';
import type { ChildListener } from './supervised-child.js';

test('names each process that has ended, however it has ended', async () => {
  const processes: { readonly pod: string | undefined; readonly listener: ChildListener }[] = [];
  const ended: EndedProcess[] = [];
  const signals: string[] = [];
  const clock = createFakeClock();
  const operator = new Operator({
    start: ({ env }, listener) => {
      processes.push({ pod: env['POD_NAME'], listener });
      return { pid: 1, kill: (signal) => void signals.push(signal) };
    },
    clock,
    command: () => ({ args: ['main.js'], env: { POD_NAMESPACE: 'site-system' } }),
    mayStart: () => true,
    onChange: () => undefined,
    onLog: () => undefined,
    onEnd: (each) => void ended.push(each),
  });
  operator.restart();
  processes[0]?.listener.onExit({ code: 1, reason: null });
  operator.restart();
  operator.restart();
  assert.equal(ended.length, 1);
  await clock.advance(10_000);
  assert.deepEqual(signals, ['SIGTERM', 'SIGKILL']);
  processes[1]?.listener.onExit({ code: null, reason: 'SIGKILL' });
  const stopped = operator.child.stop();
  processes[2]?.listener.onExit({ code: 0, reason: null });
  await stopped;
  const pods = processes.map(({ pod }) => pod);
  assert.deepEqual(
    ended,
    pods.map((pod) => ({ namespace: 'site-system', pod })),
  );
  // The list of the Leases may arrive after the next process has its own.
  assert.equal(new Set(pods).size, 3);
});

test('the time until an operator is ready does not count the crashes before its start', async (t) => {
  const server = createServer((_request, response) => response.end('ok'));
  t.after(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  const listeners: ChildListener[] = [];
  const clock = createFakeClock();
  let readyMs: number | undefined;
  const operator = new Operator({
    start: (_, listener) => {
      listeners.push(listener);
      return { pid: 1, kill: () => undefined };
    },
    clock,
    command: () => ({ args: ['main.js'], env: {} }),
    mayStart: () => true,
    onChange: (changes) => (readyMs = changes.readyMs ?? readyMs),
    onLog: () => undefined,
    onEnd: () => undefined,
  });
  const hourMs = 3_600_000;
  operator.restart(clock.nowMs() - hourMs);
  listeners[0]?.onExit({ code: 1, reason: null });
  await clock.advance(1_000);
  listeners[1]?.onLine(`{"msg":"serving probes and metrics","port":${address.port}}`);
  while (readyMs === undefined) {
    await clock.advance(25);
    await turn();
  }
  assert.ok(readyMs < hourMs, `${readyMs}`);
});
