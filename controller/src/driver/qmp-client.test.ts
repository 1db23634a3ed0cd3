import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { createFakeClock } from '@vmgen/runtime/testing';
import { QmpClient, type QmpEvent, type QmpOptions } from './qmp-client.js';

const GREETING = { QMP: { version: {}, capabilities: [] } };
const { signal } = new AbortController();

type Answer = (socket: Socket, id: number) => void;

const result =
  (value: unknown): Answer =>
  (socket, id) =>
    void socket.write(`${JSON.stringify({ return: value, id })}\r\n`);

/** A monitor on a real Unix socket with answers by command. */
async function listen(
  t: TestContext,
  answers: Record<string, Answer>,
  greeting = JSON.stringify(GREETING),
): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vmgen-qmp-'));
  const all: Record<string, Answer> = { qmp_capabilities: result({}), ...answers };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.write(`${greeting}\r\n`);
    socket.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\n').filter((each) => each !== '')) {
        const { execute, id } = JSON.parse(line) as { execute: string; id: number };
        all[execute]?.(socket, id);
      }
    });
  });
  const file = path.join(folder, 'qmp.sock');
  await new Promise<void>((resolve) => server.listen(file, resolve));
  t.after(async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await rm(folder, { recursive: true });
  });
  return file;
}

function connect(file: string, options: Partial<QmpOptions> = {}): Promise<QmpClient> {
  return QmpClient.connect(file, { signal, ...options });
}

test('executes commands, and matches answers by their id', async (t) => {
  const waiting: (() => void)[] = [];
  const file = await listen(t, {
    slow: (socket, id) => waiting.push(() => result('slow')(socket, id)),
    fast: result('fast'),
  });
  const client = await connect(file);
  const slow = client.execute('slow', {}, signal);
  assert.equal(await client.execute('fast', {}, signal), 'fast');
  waiting[0]?.();
  assert.equal(await slow, 'slow');
  client.close();
});

test('reads answers that arrive in parts, and passes events', async (t) => {
  const events: QmpEvent[] = [];
  const file = await listen(t, {
    split(socket, id) {
      const text = `{"event":"STOP"}\n${JSON.stringify({ return: 'ä', id })}\n`;
      const bytes = Buffer.from(text);
      const at = bytes.indexOf('ä') + 1;
      socket.write(bytes.subarray(0, at));
      setTimeout(() => socket.write(bytes.subarray(at)), 10);
    },
  });
  const client = await connect(file, { onEvent: (event) => events.push(event) });
  assert.equal(await client.execute('split', {}, signal), 'ä');
  assert.deepEqual(events, [{ event: 'STOP', data: {} }]);
  client.close();
});

test('rejects an error of the machine, and remains usable', async (t) => {
  const file = await listen(t, {
    bad: (socket, id) =>
      void socket.write(`${JSON.stringify({ id, error: { desc: 'x'.repeat(2_000) } })}\n`),
    good: result(1),
  });
  const client = await connect(file);
  await assert.rejects(client.execute('bad', {}, signal), {
    name: 'QmpCommandError',
    message: 'x'.repeat(500),
  });
  assert.equal(await client.execute('good', {}, signal), 1);
  client.close();
});

const violations: [name: string, line: string, error: RegExp][] = [
  ['text that is not JSON', '{"return": nonsense\n', /not a JSON object/],
  ['another JSON value', '[1]\n', /not a JSON object/],
  ['a line without an end', 'x'.repeat((1 << 20) + 1), /exceeds 1048576 characters/],
];
for (const [name, line, error] of violations) {
  test(`ends the connection after ${name}`, async (t) => {
    let ends = 0;
    const file = await listen(t, { ask: (socket) => void socket.write(line) });
    const client = await connect(file, { onEnd: () => ends++ });
    await assert.rejects(client.execute('ask', {}, signal), error);
    await assert.rejects(client.execute('ask', {}, signal), error);
    assert.equal(ends, 1);
  });
}

test('rejects pending calls when the machine closes the connection', async (t) => {
  const file = await listen(t, { ask: (socket) => socket.destroy() });
  const client = await connect(file);
  const other = assert.rejects(client.execute('other', {}, signal), /closed the connection/);
  await assert.rejects(client.execute('ask', {}, signal), /closed the connection/);
  await other;
});

test('rejects another greeting, and a missing socket', async (t) => {
  await assert.rejects(connect(await listen(t, {}, '{"hello":1}')), /sent no greeting/);
  await assert.rejects(connect('/nowhere/qmp.sock'), /ENOENT/);
});

test('limits the time of an answer, ignores the late one, and follows its signal', async (t) => {
  const clock = createFakeClock();
  let answer = (): void => {};
  let asked = (): void => {};
  const file = await listen(t, {
    mute(socket, id) {
      answer = () => result(1)(socket, id);
      asked();
    },
    good: result(2),
  });
  const client = await connect(file, { clock });
  const isAsked = new Promise<void>((resolve) => (asked = resolve));
  const timedOut = assert.rejects(
    client.execute('mute', {}, signal),
    /no answer to mute within 5 s/,
  );
  await isAsked;
  await clock.advance(5_000);
  await timedOut;
  answer();
  assert.equal(await client.execute('good', {}, signal), 2);
  const stop = new AbortController();
  const reason = new Error('enough');
  const aborted = assert.rejects(client.execute('mute', {}, stop.signal), reason);
  stop.abort(reason);
  await aborted;
  assert.equal(clock.pendingTimers, 0);
  client.close();
});
