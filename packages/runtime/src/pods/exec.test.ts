import assert from 'node:assert/strict';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import type { WebSocket } from 'ws';
import { createFakeClock } from '../testing/index.js';
import { ScriptedTransport } from '../client/scripted-transport.test.helper.js';
import { createPodAccess } from './pod-access.js';
import { endWith, exitStatus, message, startPodServer, V4 } from './pod-server.test.helper.js';

test('runs a command with unmodified arguments and returns its output and exit code', async (t) => {
  const { pods, asked } = await startPodServer(t, (socket) => {
    socket.send(message(1, 'to '));
    socket.send(message(2, 'problem'));
    socket.send(message(1, 'stdout'));
    endWith(socket, exitStatus(3));
  });
  const session = await pods.exec('web-0', ['sh', '-c', 'echo "a&b" ü'], { container: 'main' });
  assert.equal(session.stdin, undefined);
  const [out, problem, { exitCode }] = await Promise.all([
    text(session.stdout),
    text(session.stderr),
    session.exit,
  ]);
  assert.deepEqual([out, problem, exitCode], ['to stdout', 'problem', 3]);
  const url = new URL(asked[0] ?? '', 'http://a');
  assert.equal(url.pathname, '/api/v1/namespaces/ns/pods/web-0/exec');
  assert.deepEqual(url.searchParams.getAll('command'), ['sh', '-c', 'echo "a&b" ü']);
  const flags = ['container', 'stdin', 'stdout', 'stderr', 'tty'];
  assert.deepEqual(
    flags.map((flag) => url.searchParams.get(flag)),
    ['main', 'false', 'true', 'true', 'false'],
  );
});

test('returns exit code 0 for a successful command', async (t) => {
  const { pods } = await startPodServer(t, (socket) => endWith(socket, exitStatus(0)));
  const session = await pods.exec('a', ['true']);
  session.stdout.resume();
  session.stderr.resume();
  assert.deepEqual(await session.exit, { exitCode: 0 });
  // All streams have ended.
  await session.close();
});

test('sends the complete input and its end to the command', async (t) => {
  const { pods } = await startPodServer(t, (socket) => {
    const read: Buffer[] = [];
    socket.on('message', (data) => {
      if (data[0] === 0) read.push(data.subarray(1));
      if (data[0] !== 255) return;
      assert.deepEqual([...data], [255, 0]);
      socket.send(message(1, Buffer.concat(read)));
      endWith(socket, exitStatus(0));
    });
  });
  const session = await pods.exec('a', ['cat'], { stdin: true });
  const sent = Buffer.alloc(300_001, 'ein Satz über 300 KB ');
  session.stdin?.write('');
  session.stdin?.end(sent);
  const chunks = await session.stdout.toArray();
  assert.ok(Buffer.concat(chunks).equals(sent));
  assert.deepEqual(await session.exit, { exitCode: 0 });
});

test('uses version 4 of the protocol if the server supports only that', async (t) => {
  const received: Buffer[] = [];
  const serve = (socket: WebSocket): void => {
    assert.equal(socket.protocol, V4);
    socket.on('message', (data) => {
      received.push(data);
      if (data.toString() === '\0exit\n') endWith(socket, exitStatus(0));
    });
  };
  const { pods } = await startPodServer(t, serve, { knows: [V4] });
  const session = await pods.exec('a', ['sh'], { stdin: true });
  session.stdin?.end('exit\n');
  assert.deepEqual(await session.exit, { exitCode: 0 });
  assert.equal(received.length, 1);
});

test('supports a terminal with one output and its size', async (t) => {
  const { pods, asked } = await startPodServer(t, (socket) => {
    socket.once('message', (data) => {
      socket.send(message(1, data));
      endWith(socket, exitStatus(0));
    });
  });
  const session = await pods.attach('a', { tty: true, stdin: true });
  session.resize({ columns: 80, rows: 24 });
  assert.equal(await text(session.stdout), '\x04{"Width":80,"Height":24}');
  assert.equal(await text(session.stderr), '');
  assert.match(asked[0] ?? '', /^\/api\/v1\/namespaces\/ns\/pods\/a\/attach\?.*stderr=false/);
});

test('rejects with the message of the server if the command could not be run', async (t) => {
  const failure = {
    status: 'Failure',
    reason: 'InternalError',
    code: 500,
    message: 'no such file',
  };
  const { pods } = await startPodServer(t, (socket) => endWith(socket, failure));
  const session = await pods.exec('a', ['nothing']);
  await assert.rejects(session.exit, {
    name: 'ApiError',
    message: 'no such file',
    statusCode: 500,
  });
  const plain = await startPodServer(t, (socket) => {
    socket.send(message(3, 'runtime: no such container'));
    socket.close();
  });
  const other = await plain.pods.exec('a', ['nothing']);
  await assert.rejects(other.exit, { name: 'ApiError', message: 'runtime: no such container' });
});

test('an invalid result fails only its session', async (t) => {
  const garbage = { status: 'Failure', reason: 'NonZeroExitCode', details: { causes: [null] } };
  const { pods } = await startPodServer(t, (socket) => endWith(socket, garbage));
  const session = await pods.exec('a', ['true']);
  session.stdout.resume();
  session.stderr.resume();
  await assert.rejects(session.exit, { name: 'ApiError', reason: 'NonZeroExitCode' });
});

test('an error response is an ApiError with the status of the server', async (t) => {
  const refusals: readonly (readonly [number, string, string])[] = [
    [403, 'Forbidden', 'pods "a" is forbidden'],
    [404, 'NotFound', 'pods "a" not found'],
    [400, 'BadRequest', 'container nope is not valid for pod a'],
  ];
  for (const [status, reason, text] of refusals) {
    const body = JSON.stringify({ kind: 'Status', reason, message: text, code: status });
    const { pods } = await startPodServer(t, () => {}, { refusal: { status, body } });
    const expected = { name: 'ApiError', statusCode: status, reason, message: text };
    await assert.rejects(pods.exec('a', ['true']), expected);
    await assert.rejects(pods.attach('a'), expected);
    await assert.rejects(pods.connectPort('a', 80), expected);
  }
});

test('rejects a server with another subprotocol', async (t) => {
  const { pods, open } = await startPodServer(t, () => {}, { knows: ['v1.channel.k8s.io'] });
  await assert.rejects(
    pods.exec('a', ['true']),
    /the subprotocol is "" instead of v5.channel.k8s.io or v4/,
  );
  for (const socket of open) await once(socket, 'close');
});

test('a lost connection is an error of the session and its streams', async (t) => {
  const { pods } = await startPodServer(t, (socket) => {
    socket.send(message(1, 'begun'), () => socket.terminate());
  });
  const session = await pods.exec('a', ['true'], { stdin: true });
  await assert.rejects(session.exit, { code: 'ERR_VMGEN_CONNECTION', message: /was lost/ });
  await assert.rejects(text(session.stdout), /was lost/);
  assert.equal(session.stdin?.destroyed, true);
});

test('rejects if the connection is closed before an exit status is received', async (t) => {
  const { pods } = await startPodServer(t, (socket) => socket.close(1000));
  const session = await pods.exec('a', ['true']);
  await assert.rejects(session.exit, /closed before an exit status was received/);
  assert.equal(await text(session.stdout), '');
});

test('an abort ends the session and its streams with its reason', async (t) => {
  const { pods, open } = await startPodServer(t, (socket) => socket.send(message(1, 'x')));
  const giveUp = new AbortController();
  const session = await pods.exec('a', ['sleep', '9'], { stdin: true, signal: giveUp.signal });
  await once(session.stdout, 'readable');
  const [socket] = open;
  const reason = new Error('aborted by the test');
  giveUp.abort(reason);
  await assert.rejects(session.exit, reason);
  await assert.rejects(text(session.stdout), reason);
  if (socket !== undefined && open.has(socket)) await once(socket, 'close');
  await assert.rejects(pods.exec('a', ['true'], { signal: giveUp.signal }), reason);
});

test('close() sends a close frame and ends the streams', async (t) => {
  const codes: number[] = [];
  const { pods } = await startPodServer(t, (socket) => {
    socket.once('close', (code) => codes.push(code));
  });
  const session = await pods.exec('a', ['sleep', '9'], { stdin: true });
  await session.close();
  await session.close();
  assert.deepEqual(codes, [1000]);
  assert.equal(await text(session.stdout), '');
  assert.equal(session.stdin?.destroyed, true);
  await assert.rejects(session.exit, /closed before an exit status was received/);
});

test('close() closes the connection if the server does not respond', async (t) => {
  const clock = createFakeClock();
  const { pods, open } = await startPodServer(t, (socket) => socket.pause(), { clock });
  const session = await pods.exec('a', ['sleep', '9']);
  const closing = session.close();
  await clock.advance(2_000);
  await closing;
  for (const socket of open) socket.terminate();
});

test('unread output blocks the server', async (t) => {
  const MEGABYTE = Buffer.alloc(2 ** 20, 'x');
  let sent = 0;
  const { pods } = await startPodServer(t, (socket) => {
    const send = (): void => {
      if (sent === 40) endWith(socket, exitStatus(0));
      else
        socket.send(message(1, MEGABYTE), (error?: Error) => {
          if (error) return;
          sent++;
          send();
        });
    };
    send();
  });
  const session = await pods.exec('a', ['yes']);
  // Nothing is read, so only the data that fits into the buffers is sent.
  let before = -1;
  while (before !== sent) {
    before = sent;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  assert.ok(sent < 30, `sent ${sent} MB`);
  assert.ok(session.stdout.readableLength < 3 * 2 ** 20, String(session.stdout.readableLength));
  let bytes = 0;
  for await (const chunk of session.stdout) bytes += (chunk as Buffer).length;
  assert.equal(bytes, 40 * 2 ** 20);
  assert.deepEqual(await session.exit, { exitCode: 0 });
});

test('unread input blocks its writer', async (t) => {
  const { pods, open } = await startPodServer(t, (socket) => socket.pause());
  const session = await pods.exec('a', ['sleep', '9'], { stdin: true });
  const { stdin } = session;
  assert.ok(stdin);
  let written = 0;
  const chunk = Buffer.alloc(2 ** 20);
  const write = (): void => {
    stdin.write(chunk, (error) => {
      if (error) return;
      written++;
      write();
    });
  };
  write();
  let before = -1;
  while (before !== written) {
    before = written;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  assert.ok(written < 30, `written ${written} MB`);
  assert.equal(stdin.writableNeedDrain, true);
  for (const socket of open) socket.terminate();
  await assert.rejects(session.exit);
});

test('an idle connection is kept alive, and pings are answered', async (t) => {
  const clock = createFakeClock();
  const heard: string[] = [];
  const { pods, open } = await startPodServer(
    t,
    (socket) => {
      socket.on('ping', () => heard.push('ping'));
      socket.on('pong', () => heard.push('pong'));
      socket.ping();
    },
    { clock },
  );
  const session = await pods.exec('a', ['sleep', '9']);
  const [socket] = open;
  assert.ok(socket);
  if (!heard.includes('pong')) await once(socket, 'pong');
  for (let i = 0; i < 2; i++) {
    const pinged = once(socket, 'ping');
    await clock.advance(30_000);
    await pinged;
  }
  assert.deepEqual(heard, ['pong', 'ping', 'ping']);
  await session.close();
});

test('a dead server is detected by missing pongs', async (t) => {
  const clock = createFakeClock();
  const { pods, open } = await startPodServer(t, (socket) => socket.pause(), { clock });
  const session = await pods.exec('a', ['sleep', '9']);
  await clock.advance(60_000);
  assert.equal(session.stdout.destroyed, false);
  await clock.advance(30_000);
  await assert.rejects(session.exit, {
    code: 'ERR_VMGEN_CONNECTION',
    message: /no response to 2 pings/,
  });
  for (const socket of open) socket.terminate();
});

test('a server that answers pings may be silent, and a blocked server need not answer', async (t) => {
  const clock = createFakeClock();
  const { pods, open } = await startPodServer(t, () => undefined, { clock });
  const quiet = await pods.exec('a', ['sleep', '9']);
  const [answering] = open;
  assert.ok(answering);
  for (let i = 0; i < 5; i++) {
    const pinged = once(answering, 'ping');
    await clock.advance(30_000);
    await pinged;
    // The pong arrives, and then the following data.
    answering.send(message(1, '.'));
    await once(quiet.stdout, 'readable');
    quiet.stdout.read();
  }
  const behind = await pods.exec('a', ['cat'], { stdin: true });
  const held = [...open].at(-1);
  held?.pause();
  behind.stdin?.write('unread input');
  await clock.advance(300_000);
  assert.equal(behind.stdout.destroyed, false);
  for (const socket of open) socket.terminate();
});

test('rejects invalid arguments before a request is sent', async () => {
  const transport = new ScriptedTransport();
  const pods = createPodAccess(transport, { namespace: 'ns' });
  const wrong = { code: 'ERR_VMGEN_ARGUMENT' };
  await assert.rejects(pods.exec('a', []), wrong);
  await assert.rejects(pods.exec('../secrets', ['true']), wrong);
  await assert.rejects(pods.exec('', ['true']), wrong);
  for (const port of [0, 65_536, 1.5, Number.NaN])
    await assert.rejects(pods.connectPort('a', port), wrong);
  for (const namespace of ['..', '', 'a/b']) {
    assert.throws(() => createPodAccess(transport, { namespace }), wrong);
  }
  await assert.rejects(pods.exec('a', ['true']), { code: 'ERR_VMGEN_STATE' });
  assert.deepEqual(transport.requests, []);
});
