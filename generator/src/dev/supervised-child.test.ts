import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '@vmgen/runtime/testing';
import { SupervisedChild, type ChildListener, type ChildState } from './supervised-child.js';

/** A child whose processes the test ends. */
function supervised() {
  const clock = createFakeClock();
  const processes: { listener: ChildListener; signals: string[] }[] = [];
  const states: ChildState['phase'][] = [];
  const may = { start: true };
  const child = new SupervisedChild({
    clock,
    graceMs: 5_000,
    command: () => ({ args: [String(processes.length)], env: {} }),
    start: (_command, listener) => {
      const signals: string[] = [];
      processes.push({ listener, signals });
      return { pid: processes.length, kill: (signal) => void signals.push(signal) };
    },
    mayStart: () => may.start,
    onLine: () => undefined,
    onChange: (state) => void states.push(state.phase),
  });
  const exit = (index: number, code: number | null = 0): void =>
    processes[index]!.listener.onExit({ code, reason: null });
  return { clock, child, processes, states, may, exit };
}

test('starts one process, however often it is asked to', () => {
  const { child, processes } = supervised();
  child.start();
  child.start();
  assert.equal(processes.length, 1);
  assert.deepEqual(child.state, { phase: 'running', pid: 1 });
});

test('restarts after the end of the old process only', () => {
  const { child, processes, states, exit } = supervised();
  child.start();
  child.restart();
  child.restart();
  assert.deepEqual(processes[0]?.signals, ['SIGTERM']);
  assert.equal(processes.length, 1);
  exit(0);
  assert.equal(processes.length, 2);
  assert.deepEqual(states, ['running', 'stopping', 'stopped', 'running']);
});

test('kills a process that does not end in time, and not one that does', async () => {
  const { clock, child, processes, exit } = supervised();
  child.start();
  child.restart();
  await clock.advance(4_999);
  assert.deepEqual(processes[0]?.signals, ['SIGTERM']);
  await clock.advance(1);
  assert.deepEqual(processes[0].signals, ['SIGTERM', 'SIGKILL']);
  exit(0, null);
  child.restart();
  exit(1);
  await clock.advance(10_000);
  assert.deepEqual(processes[1]?.signals, ['SIGTERM']);
  assert.deepEqual(processes[2]?.signals, []);
});

test('starts a process again that has crashed, with growing delays, until it runs for a while', async () => {
  const { clock, child, processes, exit } = supervised();
  child.start();
  for (const [index, delayMs] of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000].entries()) {
    exit(index, 1);
    assert.equal(child.state.phase, 'crashed');
    await clock.advance(delayMs - 1);
    assert.equal(processes.length, index + 1);
    await clock.advance(1);
    assert.equal(processes.length, index + 2);
  }
  await clock.advance(10_000);
  exit(7, 1);
  await clock.advance(1_000);
  assert.equal(processes.length, 9);
});

test('keeps the last lines of a process that has crashed, and none of the one before', () => {
  const { child, processes, exit } = supervised();
  child.start();
  processes[0]?.listener.onLine('of the first');
  exit(0, 1);
  child.start();
  for (let line = 1; line <= 20; line++) processes[1]?.listener.onLine(`line ${line}`);
  exit(1, 7);
  assert.deepEqual(child.state, {
    phase: 'crashed',
    exit: { code: 7, reason: null },
    lastLines: Array.from({ length: 12 }, (_, index) => `line ${index + 9}`),
    delayMs: 2_000,
  });
});

test('a start after a crash does not wait, and its timer starts no second process', async () => {
  const { clock, child, processes, exit } = supervised();
  child.start();
  exit(0, 1);
  child.restart();
  await clock.advance(60_000);
  assert.equal(processes.length, 2);
});

test('starts nothing by itself that may not start, until it is asked to', async () => {
  const { clock, child, processes, may, exit } = supervised();
  child.start();
  exit(0, 1);
  may.start = false;
  await clock.advance(60_000);
  assert.equal(child.state.phase, 'crashed');
  assert.equal(processes.length, 1);
  may.start = true;
  child.start();
  assert.equal(processes.length, 2);
  child.restart();
  may.start = false;
  exit(1);
  assert.equal(child.state.phase, 'stopped');
  assert.equal(processes.length, 2);
});

test('stop resolves after the end, and prevents later starts', async () => {
  const { clock, child, processes, exit } = supervised();
  child.start();
  let isStopped = false;
  const stopped = child.stop().then(() => (isStopped = true));
  await clock.advance(100);
  assert.equal(isStopped, false);
  exit(0);
  await stopped;
  assert.equal(child.state.phase, 'stopped');
  child.start();
  exit(1, 1);
  await child.stop();
  await clock.advance(60_000);
  assert.equal(processes.length, 2);
});

test('a process that is killed is not started again', async () => {
  const { clock, child, processes, exit } = supervised();
  child.start();
  child.kill();
  assert.deepEqual(processes[0]?.signals, ['SIGKILL']);
  exit(0, null);
  await clock.advance(60_000);
  assert.equal(processes.length, 1);
});

test('a command that cannot be made or started is a crash with the reason', async () => {
  const clock = createFakeClock();
  let attempts = 0;
  const child = new SupervisedChild({
    clock,
    graceMs: 5_000,
    command: () => {
      throw new Error(`no space left, attempt ${++attempts}`);
    },
    start: () => assert.fail('started without a command'),
    onLine: () => undefined,
    onChange: () => undefined,
  });
  child.start();
  const crashed = (attempt: number): ChildState => ({
    phase: 'crashed',
    exit: { code: null, reason: `no space left, attempt ${attempt}` },
    lastLines: [],
    delayMs: attempt * 1_000,
  });
  assert.deepEqual(child.state, crashed(1));
  await clock.advance(1_000);
  assert.deepEqual(child.state, crashed(2));
  await child.stop();
  await clock.advance(60_000);
  assert.equal(attempts, 2);
});
