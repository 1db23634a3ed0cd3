import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { ClientRequest } from 'node:http';
import { request } from 'node:https';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';

/** As in the Deployment that vmgen generates: the heap has 80 MiB less than the memory limit of 192 MiB. */
const NODE_OPTIONS = ['--max-semi-space-size=1', '--max-old-space-size=112'];
const API_SERVER = '127.0.0.1';
const ATTACKER = '127.0.0.2';
const ACCOMPLICE = '127.0.0.3';

const MUTATE = '/mutate-web-example-com-v1-site';
const VALIDATE = '/validate-web-example-com-v1-site';
const CONVERT = '/convert';
/** The largest body of an admission review, and smaller ones, which the server may accept. */
const LARGEST = 7 * 2 ** 20;
const SIZES = [1, 2, 4, 8].map((part) => LARGEST / part);

let server: ChildProcess;
let port = 0;
let ca = '';

before(async () => {
  const file = path.join(import.meta.dirname, 'attacked-server.test.helper.js');
  server = fork(file, { execArgv: NODE_OPTIONS, stdio: 'inherit' });
  const [message] = (await once(server, 'message')) as [{ port: number; ca: string }];
  ({ port, ca } = message);
});
after(() => server.kill());

const opened = new Set<Socket | ClientRequest>();
afterEach(async () => {
  assert.deepEqual([server.exitCode, server.signalCode], [null, null], 'the server has ended');
  for (const each of opened) each.destroy();
  opened.clear();
});

/** Opens a connection that sends nothing. Resolves when it is open. */
async function connectSilently(localAddress: string): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, localAddress });
  opened.add(socket);
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** Begins a request over a connection of its own. The caller sends the body. */
function begin(from: string, target: string, headers: Record<string, string> = {}) {
  const sent = request({
    ...{ host: '127.0.0.1', port, path: target, method: 'POST', localAddress: from, agent: false },
    ...{ servername: 'localhost', ca },
    headers: { 'content-type': 'application/json', ...headers },
  });
  opened.add(sent);
  return sent;
}

/** Resolves after the handshake of a request's connection. */
async function isConnected(sent: ClientRequest): Promise<void> {
  const [socket] = (await once(sent, 'socket')) as [Socket];
  await once(socket, 'secureConnect');
}

/** Sends a request. Resolves with the status, or with 0 if the connection fails. */
function post(from: string, target: string, body: string): Promise<number> {
  return new Promise((resolve) => {
    const sent = begin(from, target);
    sent.on('error', () => resolve(0));
    sent.on('response', (response) => {
      response.on('error', () => {}).resume();
      resolve(response.statusCode ?? 0);
    });
    sent.end(body);
  });
}

function review(object: string): string {
  const kind = '{"group":"web.example.com","version":"v1","kind":"Site"}';
  const request = `{"uid":"1","kind":${kind},"operation":"CREATE","name":"a","object":${object}}`;
  return `{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":${request}}`;
}

function conversion(spec: string): string {
  const object = `{"apiVersion":"web.example.com/v1","kind":"Site","metadata":{"name":"a"},"spec":${spec}}`;
  const request = `{"uid":"1","desiredAPIVersion":"web.example.com/v2","objects":[${object}]}`;
  return `{"apiVersion":"apiextensions.k8s.io/v1","kind":"ConversionReview","request":${request}}`;
}

/** The calls of the API server are answered: a large object, and a small one at each path. */
async function callsAreAnswered(): Promise<void> {
  const small = review('{"metadata":{"name":"a"},"spec":{"html":"Hello"}}');
  const large = review(`{"metadata":{"name":"a"},"spec":{"html":"${'x'.repeat(2 ** 20)}"}}`);
  const calls: readonly (readonly [string, string])[] = [
    [VALIDATE, small],
    [MUTATE, large],
    [CONVERT, conversion('{"html":"Hello"}')],
  ];
  for (const [target, body] of calls) {
    const answered: number = await post(API_SERVER, target, body);
    assert.equal(answered, 200, target);
  }
}

/** Repeats a text until it fills a body. */
function filled(size: number, item: (index: number) => string, [open, close] = ['[', ']']): string {
  const items: string[] = [];
  for (let length = 1_000, index = 0; ; index++) {
    const text = item(index);
    length += text.length + 1;
    if (length > size) return open + items.join(',') + close;
    items.push(text);
  }
}

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

/** JSON whose values need much more memory than its text, by name. */
const BOMBS: Readonly<Record<string, (size: number) => string>> = {
  'empty objects': (size) => filled(size, () => '{}'),
  'empty lists': (size) => filled(size, () => '[]'),
  numbers: (size) => filled(size, () => '1'),
  'large integers': (size) => filled(size, () => '9007199254740993'),
  'a text': (size) => `"${'x'.repeat(size - 1_000)}"`,
  'a wide text': (size) => `"€${'x'.repeat(size - 1_000)}"`,
  'fields with names of their own': (size) =>
    filled(size, (index) => `{"${index.toString(36)}x":0}`),
  'an object with many fields': (size) =>
    filled(size, (index) => `"${index.toString(36)}":0`, ['{', '}']),
  'fields in ever new orders': (size) =>
    filled(size, (index) => {
      const names = 'abcdefgh'.split('').map((name, at) => name.repeat(1 + ((index >> at) & 7)));
      return `{${names.map((name) => `"${name}":0`).join(',')}}`;
    }),
  'names that are numbers': (size) =>
    filled(size, (index) => `{"${(index * 7_919) % 1_000_000}":0}`),
  'the same number as a name': (size) => filled(size, () => '{"99999":0}'),
  texts: (size) => filled(size, (index) => `"${index.toString(36)}"`),
  'short deep lists': (size) => filled(size, () => nested(40)),
  'a list as deep as the body': (size) => nested(size / 2 - 1_000),
};

// The server is slow on a busy machine: the timeout only ends a test that hangs.
describe('the webhook server under attack', { timeout: 900_000 }, () => {
  const statuses: number[] = [];
  for (const [name, bomb] of Object.entries(BOMBS)) {
    test(`answers the API server during bodies with ${name}`, async () => {
      for (const size of SIZES) {
        const text = bomb(size);
        const attacks = [ATTACKER, ACCOMPLICE].flatMap((from) => [
          post(from, MUTATE, review(`{"metadata":{},"spec":${text}}`)),
          post(from, CONVERT, conversion(text)),
        ]);
        await callsAreAnswered();
        statuses.push(...(await Promise.all(attacks)));
      }
      await callsAreAnswered();
    });
  }

  test('accepts some of these bodies, and refuses others', () => {
    assert.deepEqual(
      [200, 413, 429].map((status) => statuses.includes(status)),
      [true, true, true],
      statuses.join(),
    );
  });

  test('answers the API server during silent connections, which end', async () => {
    const silent = await Promise.all(
      Array.from({ length: 1_100 }, () => connectSilently(ATTACKER)),
    );
    await callsAreAnswered();
    for (const socket of silent) if (!socket.closed) await once(socket, 'close');
  });

  test('answers the API server during bodies that were announced and do not arrive', async () => {
    const sent = Array.from({ length: 100 }, () =>
      begin(ATTACKER, CONVERT, { 'content-length': String(128 * 2 ** 20) }),
    );
    const refused = sent.map((each) => {
      each.flushHeaders();
      return new Promise((resolve) => each.on('error', resolve).on('response', resolve));
    });
    await Promise.all(sent.map(isConnected));
    await callsAreAnswered();
    await Promise.all(refused);
  });

  test('answers the API server during bodies that arrive slowly', async () => {
    for (let client = 0; client < 300; client++) {
      const sent = begin(client % 2 === 0 ? ATTACKER : ACCOMPLICE, VALIDATE);
      sent.on('error', () => {}).on('response', () => {});
      sent.write(`{"x":"${'x'.repeat(100_000)}`);
    }
    await callsAreAnswered();
  });

  test('answers the API server while a client does not read its answers, whose memory is released', async () => {
    const body = conversion(`{"html":"${'x'.repeat(6 * 2 ** 20)}"}`);
    for (let client = 0; client < 30; client++) {
      const sent = begin(ATTACKER, CONVERT);
      sent.on('error', () => {}).on('response', (response) => response.pause());
      sent.end(body);
    }
    await callsAreAnswered();
    while ((await post(ATTACKER, CONVERT, body)) !== 200) await callsAreAnswered();
  });
});
