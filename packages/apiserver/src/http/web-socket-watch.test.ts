import assert from 'node:assert/strict';
import type { Duplex } from 'node:stream';
import { after, test } from 'node:test';
import { createApiServer } from '../node/create-api-server.js';
import { openCall } from '../testing/https-call.js';
import { startHttpsServer } from './start-https-server.js';

const apiServer = createApiServer();
const running = await startHttpsServer(apiServer);
after(() => running.close());

const WATCH = '/api/v1/namespaces?watch=true&resourceVersion=0';
const HANDSHAKE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  'sec-websocket-version': '13',
  origin: 'https://127.0.0.1',
};

interface Answer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  /** The text of a response that is not an upgrade. */
  readonly text: string;
  /** The connection of an upgrade, and its first bytes. */
  readonly socket?: Duplex;
  readonly head: Buffer;
}

function ask(
  path: string,
  headers: NodeJS.Dict<string> = HANDSHAKE,
  token?: string | null,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = openCall(running, { path, headers, token });
    request.once('error', reject);
    request.once('upgrade', ({ statusCode = 0, headers: given }, socket, head) =>
      resolve({ status: statusCode, headers: given, text: '', socket, head }),
    );
    request.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.once('end', () => {
        const { statusCode = 0, headers: given } = response;
        resolve({ status: statusCode, headers: given, text, head: Buffer.alloc(0) });
      });
    });
    request.end();
  });
}

interface Frame {
  readonly opcode: number;
  readonly payload: Buffer;
}

/** Reads the frames of a server until there are `count` of them or the connection ends. */
async function frames({ socket, head }: Answer, count = Infinity): Promise<Frame[]> {
  assert.ok(socket !== undefined, 'the server did not upgrade the connection');
  let bytes = head;
  const found: Frame[] = [];
  const take = (): boolean => {
    const [first, second] = bytes;
    if (first === undefined || second === undefined) return false;
    assert.equal(second & 0x80, 0, 'a server does not mask frames');
    const start = second < 126 ? 2 : second === 126 ? 4 : 10;
    if (bytes.length < start) return false;
    const length =
      second < 126
        ? second
        : second === 126
          ? bytes.readUInt16BE(2)
          : Number(bytes.readBigUInt64BE(2));
    if (bytes.length < start + length) return false;
    found.push({ opcode: first & 0x0f, payload: bytes.subarray(start, start + length) });
    bytes = bytes.subarray(start + length);
    return true;
  };
  while (take());
  if (found.length < count) {
    for await (const chunk of socket) {
      bytes = Buffer.concat([bytes, chunk as Buffer]);
      while (take());
      if (found.length >= count) break;
    }
  }
  return found;
}

/** Encodes a frame of a client. */
function masked(opcode: number, payload: Buffer): Buffer {
  const mask = Buffer.from([1, 2, 3, 4]);
  const body = payload.map((byte, i) => byte ^ (mask[i & 3] ?? 0));
  return Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | payload.length]), mask, body]);
}

test('sends a watch over a WebSocket as one text frame per event, and closes it normally', async () => {
  const answer = await ask(`${WATCH}&timeoutSeconds=1`);
  assert.equal(answer.status, 101);
  assert.equal(answer.headers['sec-websocket-accept'], 's3pPLMBiTxaQ9kYGzzhZRbK+xOo=');
  assert.equal(answer.headers['sec-websocket-protocol'], undefined);
  const received = await frames(answer);
  const events = received
    .filter(({ opcode }) => opcode === 1)
    .map(({ payload }) => JSON.parse(payload.toString()) as { type: string; object: object });
  assert.deepEqual(
    events.map(({ type }) => type),
    ['ADDED', 'ADDED', 'ADDED', 'ADDED'],
  );
  assert.deepEqual(received.at(-1), { opcode: 8, payload: Buffer.from([0x03, 0xe8]) });
});

test('sends an event larger than 64 KiB in one frame', async () => {
  const text = 'x'.repeat(100_000);
  apiServer.seed([
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'large' }, data: { text } } as never,
  ]);
  const path = '/api/v1/namespaces/default/configmaps?watch=1&resourceVersion=0&timeoutSeconds=1';
  const [first] = await frames(await ask(path));
  assert.ok(first?.payload.includes(text));
});

test('confirms the only subprotocol that a client offers', async () => {
  const answer = await ask(WATCH, { ...HANDSHAKE, 'sec-websocket-protocol': 'base64.k8s.io' });
  assert.equal(answer.headers['sec-websocket-protocol'], 'base64.k8s.io');
  answer.socket?.destroy();
});

test('authenticates by a token among the subprotocols, which is not confirmed', async () => {
  const encoded = (token: string): string =>
    `base64url.bearer.authorization.k8s.io.${Buffer.from(token).toString('base64url')}`;
  const askWith = (...protocols: string[]) =>
    ask(WATCH, { ...HANDSHAKE, 'sec-websocket-protocol': protocols.join(', ') }, null);
  const own = encoded(running.token);
  const answer = await askWith(own, 'base64.k8s.io');
  assert.equal(answer.status, 101);
  assert.equal(answer.headers['sec-websocket-protocol'], 'base64.k8s.io');
  answer.socket?.destroy();
  for (const refused of [
    [encoded('other'), 'base64.k8s.io'],
    [own],
    [own, own, 'base64.k8s.io'],
    [`${own}=`, 'base64.k8s.io'],
  ]) {
    const { status, socket } = await askWith(...refused);
    socket?.destroy();
    assert.equal(status, 401, String(refused));
  }
});

const { origin: _origin, ...withoutOrigin } = HANDSHAKE;
const { 'sec-websocket-key': _key, ...withoutKey } = HANDSHAKE;
for (const [title, headers, status, text] of [
  ['without an Origin', withoutOrigin, 403, ''],
  ['without a key', withoutKey, 400, 'mismatch challenge/response'],
  [
    'with another protocol version',
    { ...HANDSHAKE, 'sec-websocket-version': '8' },
    400,
    'missing or bad WebSocket Version',
  ],
  ['with two subprotocols', { ...HANDSHAKE, 'sec-websocket-protocol': 'a, b' }, 400, ''],
] as const) {
  test(`rejects a handshake ${title} as kube-apiserver does`, async () => {
    const answer = await ask(WATCH, headers);
    assert.deepEqual([answer.status, answer.text], [status, text]);
  });
}

test('answers requests other than watches without an upgrade', async () => {
  const list = await ask('/api/v1/namespaces?limit=1');
  assert.equal(list.status, 200);
  assert.match(list.text, /"kind":"NamespaceList"/);
  assert.equal((await ask('/api/v1/namespaces/default?watch=true')).status, 200);
  const refused = await ask('/api/v1/namespaces?watch=true&labelSelector=a%20b%20c');
  assert.equal(refused.status, 400);
  assert.match(refused.text, /unable to parse requirement/);
  const other = await ask('/api/v1/namespaces?limit=1', { connection: 'Upgrade', upgrade: 'h2c' });
  assert.equal(other.status, 200);
});

test('answers pings, and closes the connection after a close frame', async () => {
  const answer = await ask('/api/v1/namespaces/default/secrets?watch=true&resourceVersion=0');
  answer.socket?.write(masked(9, Buffer.from('hello')));
  const pong = new Promise<Frame>((resolve) => {
    answer.socket?.once('data', (chunk: Buffer) =>
      resolve({ opcode: (chunk[0] ?? 0) & 0x0f, payload: chunk.subarray(2) }),
    );
  });
  assert.deepEqual(await pong, { opcode: 10, payload: Buffer.from('hello') });
  // A data frame is skipped. An unmasked frame would end the connection.
  answer.socket?.write(masked(1, Buffer.from('ignored')));
  const closed = new Promise((resolve) => answer.socket?.once('close', resolve));
  answer.socket?.write(masked(8, Buffer.from([0x03, 0xe8])));
  await closed;
});

test('ends WebSocket watches when the server closes', async () => {
  const other = await startHttpsServer(createApiServer());
  const request = openCall(other, { path: WATCH, headers: HANDSHAKE });
  const closed = new Promise<void>((resolve) => {
    request.once('upgrade', (_response, socket) => {
      socket.on('error', () => undefined);
      socket.resume();
      socket.once('close', () => resolve());
      void other.close();
    });
  });
  request.end();
  await closed;
});
