import assert from 'node:assert/strict';
import { once } from 'node:events';
import net, { connect } from 'node:net';
import { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import type { WebSocket } from 'ws';
import { silentLogger } from '../logging/logger.js';
import { collectingLogger, type LogLine } from '../testing/collecting-logger.test.helper.js';
import { message, startPodServer, V4 } from './pod-server.test.helper.js';
import { listenAndForward } from './port-forward.js';

const PORT = 8080;
const PORT_BYTES = Buffer.from([PORT & 0xff, PORT >> 8]);

/** A port that returns each text in upper case and closes the connection after `quit`. */
function shouting(socket: WebSocket): void {
  for (const channel of [0, 1]) socket.send(message(channel, PORT_BYTES));
  socket.on('message', (data) => {
    assert.equal(data[0], 0);
    const said = data.subarray(1).toString();
    socket.send(message(0, said.toUpperCase()));
    if (said.includes('quit')) socket.close();
  });
}

test('removes the port number from the stream of a connection', async (t) => {
  const { pods, asked } = await startPodServer(t, shouting, { knows: [V4] });
  const stream = await pods.connectPort('web-0', PORT);
  stream.write('hello ');
  stream.write('quit');
  assert.equal(await text(stream), 'HELLO QUIT');
  assert.deepEqual(asked, ['/api/v1/namespaces/ns/pods/web-0/portforward?ports=8080']);
});

test('removes a port number that arrives in several messages', async (t) => {
  const { pods } = await startPodServer(t, (socket) => {
    socket.send(message(0, PORT_BYTES.subarray(0, 1)));
    socket.send(message(0, Buffer.concat([PORT_BYTES.subarray(1), Buffer.from('da')])));
    socket.send(message(0, 'ta'));
    socket.close();
  });
  assert.equal(await text(await pods.connectPort('a', PORT)), 'data');
});

test('the error for a closed port contains the message of the server', async (t) => {
  const { pods } = await startPodServer(t, (socket) => {
    for (const channel of [0, 1]) socket.send(message(channel, PORT_BYTES));
    socket.send(message(1, 'error forwarding port 8080 to pod:\nconnection refused'));
    socket.close();
  });
  await assert.rejects(text(await pods.connectPort('a', PORT)), {
    code: 'ERR_VMGEN_CONNECTION',
    message: /^port 8080 of the pod cannot be reached: "error forwarding .*\\nconnection refused"$/,
  });
});

test('ending the stream ends the connection', async (t) => {
  const { pods, open } = await startPodServer(t, shouting);
  for (const end of ['end', 'destroy'] as const) {
    const stream = await pods.connectPort('a', PORT);
    const [socket] = open;
    assert.ok(socket);
    const gone = once(socket, 'close');
    stream.resume();
    stream[end]();
    await gone;
    if (!stream.closed) await once(stream, 'close');
  }
});

test('an abort ends the connection with its reason', async (t) => {
  const { pods } = await startPodServer(t, shouting);
  const giveUp = new AbortController();
  const stream = await pods.connectPort('a', PORT, { signal: giveUp.signal });
  const reason = new Error('aborted by the test');
  giveUp.abort(reason);
  await assert.rejects(text(stream), reason);
});

test('unread data blocks the server', async (t) => {
  let sent = 0;
  const { pods } = await startPodServer(t, (socket) => {
    socket.send(message(0, PORT_BYTES));
    const send = (): void => {
      if (sent === 40) socket.close();
      else
        socket.send(message(0, Buffer.alloc(2 ** 20)), (error?: Error) => {
          if (error) return;
          sent++;
          send();
        });
    };
    send();
  });
  const stream = await pods.connectPort('a', PORT);
  let before = -1;
  while (before !== sent) {
    before = sent;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  assert.ok(sent < 30, `sent ${sent} MB`);
  let bytes = 0;
  for await (const chunk of stream) bytes += (chunk as Buffer).length;
  assert.equal(bytes, 40 * 2 ** 20);
});

test('a forwarded port forwards each connection to the pod', async (t) => {
  const { pods, open } = await startPodServer(t, shouting);
  const forward = await pods.forwardPort('web-0', PORT);
  const said = await Promise.all(
    ['one quit', 'two quit'].map(async (words) => {
      const socket = connect(forward.port, '127.0.0.1');
      socket.write(words);
      return text(socket);
    }),
  );
  assert.deepEqual(said, ['ONE QUIT', 'TWO QUIT']);
  const left = connect(forward.port, '127.0.0.1');
  left.write('stay');
  await once(left, 'data');
  await forward.close();
  await forward.close();
  if (!left.closed) await once(left, 'close');
  await assert.rejects(once(connect(forward.port, '127.0.0.1'), 'connect'), {
    code: 'ECONNREFUSED',
  });
  for (const socket of open) await once(socket, 'close');
});

test('a client that disconnects ends its connection to the pod', async (t) => {
  const { pods, open } = await startPodServer(t, shouting);
  await using forward = await pods.forwardPort('a', PORT);
  const client = connect(forward.port, '127.0.0.1');
  client.write('stay');
  await once(client, 'data');
  const [socket] = open;
  assert.ok(socket);
  const gone = once(socket, 'close');
  client.destroy();
  await gone;
});

test('data that a client sent before it disconnected is delivered to a slow pod', async (t) => {
  const got: string[] = [];
  let takeMore = (): void => undefined;
  const slow = new Duplex({
    read: () => undefined,
    write(chunk: Buffer, _encoding, done) {
      got.push(chunk.toString());
      takeMore = () => done();
    },
  });
  const options = { host: '127.0.0.1', localPort: 0, logger: silentLogger };
  const forward = await listenAndForward(async () => slow, options);
  t.after(() => forward.close());
  const client = connect({ port: forward.port, host: '127.0.0.1' });
  client.write('one ');
  while (got.length === 0) await new Promise(setImmediate);
  client.end('two');
  await once(client, 'close');
  takeMore();
  while (got.length === 1 && !slow.destroyed) await new Promise(setImmediate);
  assert.deepEqual(got, ['one ', 'two']);
});

test('a client that keeps its connection after the pod has closed does not block close()', async (t) => {
  const { pods } = await startPodServer(t, shouting);
  const forward = await pods.forwardPort('a', PORT);
  const client = connect({ port: forward.port, host: '127.0.0.1', allowHalfOpen: true });
  t.after(() => client.destroy());
  client.resume().write('quit');
  await once(client, 'end');
  await forward.close();
});

test('logs a rejected connection, and others continue', async (t) => {
  const lines: LogLine[] = [];
  const refusal = { status: 404, body: '{"kind":"Status","code":404,"message":"no pod"}' };
  const logger = collectingLogger(lines);
  const { pods } = await startPodServer(t, () => {}, { refusal, logger });
  const forward = await pods.forwardPort('a', PORT);
  const client = connect(forward.port, '127.0.0.1');
  await once(client, 'close');
  assert.deepEqual(
    lines.map((line) => [line.level, line.message, String(line.fields['error'])]),
    [['warn', 'a connection to a pod failed', 'ApiError: no pod']],
  );
  await forward.close();
});

test('logs connections that cannot be accepted, and others continue', async (t) => {
  const { createServer } = net;
  const servers: net.Server[] = [];
  t.mock.method(net, 'createServer', (listener: (socket: net.Socket) => void) => {
    const server = createServer(listener);
    servers.push(server);
    return server;
  });
  const lines: LogLine[] = [];
  const connectNever = async (): Promise<Duplex> => new Duplex();
  const logger = collectingLogger(lines);
  const forward = await listenAndForward(connectNever, { host: '127.0.0.1', localPort: 0, logger });
  for (const code of ['EMFILE', 'ENFILE']) servers[0]?.emit('error', new Error(`accept ${code}`));
  await forward.close();
  assert.deepEqual(
    lines.map(({ fields }) => String(fields['error'])),
    ['Error: accept EMFILE', 'Error: accept ENFILE'],
  );
});

test('rejects if the local port is in use, and an abort closes it', async (t) => {
  const { pods } = await startPodServer(t, shouting);
  const ending = new AbortController();
  const { port } = await pods.forwardPort('a', PORT, { signal: ending.signal });
  await assert.rejects(pods.forwardPort('a', PORT, { localPort: port }), { code: 'EADDRINUSE' });
  ending.abort(new Error('done'));
  const again = await pods.forwardPort('a', PORT, { localPort: port });
  assert.equal(again.port, port);
  await again.close();
  await assert.rejects(pods.forwardPort('a', PORT, { signal: ending.signal }), /done/);
});
