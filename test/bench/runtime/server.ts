import { createServer, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';
import { API_VERSION, listText, machineText } from './machines.js';

// The API server of the benchmark, a process of its own that is one for all subjects. It answers with
// bytes that were made before. `/bench/reset` chooses the state, `/bench/start` sends the events to
// the watch that is open, or ends it as expired when all objects have changed. Over TLS it has one
// machine.

interface State {
  readonly objects: number;
  readonly events: number;
  /** Whether watches may begin with the state (sendInitialEvents). */
  readonly streaming: boolean;
  /** Whether the start means that the watch has expired. */
  readonly expires: boolean;
}

const FIRST_VERSION = 10_000_000;
const CHUNK_BYTES = 65_536;

const EXPIRED = eventText(
  'ERROR',
  JSON.stringify({ kind: 'Status', status: 'Failure', reason: 'Expired', code: 410 }),
);

const texts = new Map<string, readonly Buffer[]>();
let state: State = { objects: 0, events: 0, streaming: false, expires: false };
let version = FIRST_VERSION;
let watcher: ServerResponse | undefined;
let isStarted = false;

// A slow reader may think for longer than Node keeps a connection.
const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const url = new URL(request.url ?? '/', 'http://bench');
  const query = url.searchParams;
  if (url.pathname === '/bench/reset') {
    state = {
      objects: Number(query.get('objects')),
      events: Number(query.get('events')),
      streaming: query.get('streaming') === 'true',
      expires: query.get('expires') === 'true',
    };
    version = FIRST_VERSION;
    isStarted = false;
    watcher = undefined;
    items();
    events();
    response.end();
  } else if (url.pathname === '/bench/start') {
    response.end();
    isStarted = true;
    notifyWatcher();
  } else if (!url.pathname.endsWith('/virtualmachines')) {
    response.writeHead(404).end();
  } else if (query.get('watch') === null || query.get('watch') === 'false') {
    list(response, query);
  } else {
    watch(response, query);
  }
});

/** The start may come before the watch does. */
function notifyWatcher(): void {
  if (!isStarted || watcher === undefined) return;
  isStarted = false;
  if (!state.expires) {
    void send(watcher, events());
    return;
  }
  version++;
  items();
  watcher.end(EXPIRED);
}

function list(response: ServerResponse, query: URLSearchParams): void {
  const all = items();
  const first = Number(query.get('continue') ?? 0);
  const last = Math.min(first + Number(query.get('limit') ?? all.length), all.length);
  const token = last < all.length ? String(last) : '';
  const [head = '', tail = ''] = listText('\n', String(version), token).split('\n');
  // One buffer holds all items: a page of them is a piece of it, without a copy.
  const page = span(all, first, last);
  response.setHeader('content-type', 'application/json');
  response.setHeader('content-length', head.length + page.length + tail.length);
  response.write(head);
  response.write(page);
  response.end(tail);
}

function watch(response: ServerResponse, query: URLSearchParams): void {
  const isStreaming = query.get('sendInitialEvents') === 'true';
  if (isStreaming && !state.streaming) {
    const status = { kind: 'Status', apiVersion: 'v1', status: 'Failure', code: 422 };
    const message = 'sendInitialEvents: Forbidden: sendInitialEvents is forbidden for watch';
    response.writeHead(422, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ...status, reason: 'Invalid', message }));
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json' });
  response.flushHeaders();
  watcher = response;
  if (isStreaming) void send(response, initialEvents());
  else notifyWatcher();
}

/** The items of a list, each with the comma behind it. */
function items(): readonly Buffer[] {
  const { objects } = state;
  return made(`items ${objects} ${version}`, objects, (i) => `${machineText(i, version)},`);
}

function events(): readonly Buffer[] {
  const { objects, events: count } = state;
  return made(`events ${count} of ${objects}`, count, (index) =>
    eventText('MODIFIED', machineText(index % objects, FIRST_VERSION + 1 + index)),
  );
}

function initialEvents(): readonly Buffer[] {
  const { objects } = state;
  const end = {
    kind: 'VirtualMachine',
    apiVersion: API_VERSION,
    metadata: {
      resourceVersion: String(version),
      annotations: { 'k8s.io/initial-events-end': 'true' },
    },
  };
  return made(`initial events ${objects} ${version}`, objects + 1, (index) =>
    index < objects
      ? eventText('ADDED', machineText(index, version))
      : eventText('BOOKMARK', JSON.stringify(end)),
  );
}

function eventText(type: string, object: string): string {
  return `{"type":"${type}","object":${object}}\n`;
}

/** Pieces of one buffer, made once. */
function made(name: string, count: number, textOf: (index: number) => string): readonly Buffer[] {
  const known = texts.get(name);
  if (known !== undefined) return known;
  const parts: string[] = [];
  for (let index = 0; index < count; index++) parts.push(textOf(index));
  const whole = Buffer.from(parts.join(''));
  let start = 0;
  // The texts are ASCII: a character is a byte.
  const pieces = parts.map((part) => whole.subarray(start, (start += part.length)));
  texts.set(name, pieces);
  return pieces;
}

/** The bytes from one piece up to another, which lie side by side; without the last comma. */
function span(pieces: readonly Buffer[], first: number, last: number): Buffer {
  const start = pieces[first];
  const end = pieces[last - 1];
  if (start === undefined || end === undefined) return Buffer.alloc(0);
  const length = end.byteOffset + end.length - 1 - start.byteOffset;
  return Buffer.from(start.buffer, start.byteOffset, length);
}

/** In chunks as a TLS connection gives them, which end anywhere. */
async function send(response: ServerResponse, pieces: readonly Buffer[]): Promise<void> {
  const [first] = pieces;
  const end = pieces.at(-1);
  if (first === undefined || end === undefined) return;
  const length = end.byteOffset + end.length - first.byteOffset;
  const whole = Buffer.from(first.buffer, first.byteOffset, length);
  for (let at = 0; at < whole.length && !response.destroyed; at += CHUNK_BYTES) {
    if (response.write(whole.subarray(at, at + CHUNK_BYTES))) continue;
    await new Promise<void>((resolve) => {
      const go = (): void => {
        response.off('drain', go).off('close', go);
        resolve();
      };
      response.once('drain', go).once('close', go);
    });
  }
}

const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
  algorithm: 'sha256',
  keyType: 'ec',
});
const one = machineText(1, 1);
const secure = createSecureServer({ cert, key }, (_request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(one);
});

server.listen(0, '127.0.0.1', () => {
  secure.listen(0, '127.0.0.1', () => {
    const [plain, tls] = [server, secure].map((each) => (each.address() as AddressInfo).port);
    console.log(JSON.stringify({ plain, tls }));
  });
});
// It ends with the one that started it.
process.stdin.resume().once('end', () => process.exit());
