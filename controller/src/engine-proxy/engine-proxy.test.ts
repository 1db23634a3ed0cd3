import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import {
  request as requestHttp,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
  type ServerResponse,
} from 'node:http';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import Docker from 'dockerode';
import { createDockerDriver } from '../driver/docker-driver.js';
import { creationOf } from '../driver/engine-requests.js';
import { labelsOf } from '../driver/server-identity.js';
import { startEngineProxy } from './engine-proxy.js';
import { ALLOWED_ENDPOINTS } from './policy.js';
import { isHarmless } from './policy.test.helper.js';
import { ID, json, OWNER, startRecorded } from './recorded-engine.test.helper.js';

const SPEC = { image: 'nginx:1', nanoCpus: 5e8, memoryBytes: 1_000, running: true };
const LIMITS = { PidsLimit: 1_024, NanoCpus: 5e8, Memory: 1_000, MemorySwap: 1_000 };
const NAMED = '/containers/vm_default_vm_u1';

async function connect(t: TestContext) {
  const recorded = await startRecorded(t);
  const engine = new Docker({ socketPath: recorded.socket });
  const driver = createDockerDriver({ cluster: 'c1', engine });
  t.after(() => driver.close());
  return { ...recorded, driver };
}

/** Sends a request, and resolves when its answer begins. */
function begin(
  options: RequestOptions,
  body?: string,
): Promise<{ sent: ClientRequest; response: IncomingMessage }> {
  return new Promise((resolve, reject) => {
    const sent = requestHttp(options, (response) => resolve({ sent, response }));
    sent.on('error', reject).end(body);
  });
}

async function nextText(response: IncomingMessage): Promise<string> {
  const [data] = (await once(response, 'data')) as [Buffer];
  return data.toString();
}

/** Waits until a condition is met by events on real sockets. */
async function until(condition: () => boolean): Promise<void> {
  for (const end = Date.now() + 60_000; !condition();) {
    assert.ok(Date.now() < end, 'the condition was not met');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

test('passes all requests of the driver, and allows no endpoint that the driver does not use', async (t) => {
  const { driver, received, lines, answers } = await connect(t);
  const container = { Id: ID, Created: 1, Labels: labelsOf('c1', OWNER) };
  const state = (State: object) =>
    json(200, { Id: ID, State, Config: { Image: 'a', Labels: container.Labels }, HostConfig: {} });
  answers['GET /version'] = json(200, { Version: '1', ApiVersion: '2' });
  assert.equal(await driver.engineVersion(), '1 (API 2)');
  let creations = 0;
  answers['POST /containers/create'] = (response, request) =>
    (creations++ === 0 ? json(404, { message: 'no image' }) : json(201, { Id: ID }))(
      response,
      request,
    );
  answers['POST /images/create'] = (response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"a"}\n');
  await driver.createServer(OWNER, SPEC);
  answers['GET /containers/json'] = json(200, [container]);
  answers[`GET /containers/${ID}/json`] = state({ Status: 'paused', Running: true, Paused: true });
  await driver.updateServer(OWNER, SPEC);
  await driver.getServerStatus(OWNER);
  answers[`GET /containers/${ID}/stats`] = json(200, {
    memory_stats: {},
    cpu_stats: { cpu_usage: { total_usage: 1 } },
    precpu_stats: { cpu_usage: { total_usage: 0 } },
  });
  await driver.getServerUsage(OWNER);
  assert.deepEqual(await driver.listServers(), [OWNER]);
  await driver.deleteServer(OWNER);
  answers['GET /events'] = (response) => response.writeHead(200).flushHeaders();
  const events = driver.watchServers()[Symbol.asyncIterator]();
  assert.deepEqual(await events.next(), { done: false, value: { type: 'resync' } });
  assert.deepEqual(lines, []);
  const used = received.map(({ call }) => call.replace(/\?.*/, '').replace(ID, 'ID'));
  assert.deepEqual([...new Set(used)].sort(), [...ALLOWED_ENDPOINTS].sort());
  const bodies = received.filter(({ body }) => body !== '');
  assert.deepEqual(
    bodies.map(({ call, body }) => [call, JSON.parse(body) as unknown]),
    [
      ...[1, 2].map(() => [
        'POST /containers/create?name=vm_default_vm_u1',
        creationOf('c1', OWNER, SPEC).body,
      ]),
      [`POST /containers/${ID}/update`, LIMITS],
    ],
  );
  assert.ok(bodies.slice(0, 2).every(({ body }) => isHarmless(body)));
  const pulls = received.filter(({ call }) => call.startsWith('POST /images'));
  assert.deepEqual(
    pulls.map(({ call }) => call),
    ['POST /images/create?fromImage=nginx&tag=1'],
  );
});

test('the engine receives no header of a client, and its own form of a body', async (t) => {
  const { socket, received } = await startRecorded(t);
  const { body } = creationOf('c1', OWNER, SPEC);
  const repeated = JSON.stringify(body).replace('"Image"', '"Image":"other", "Image"');
  const headers = {
    'x-registry-auth': 'secret',
    authorization: 'Bearer a',
    'content-type': 'text/plain',
    'content-length': Buffer.byteLength(repeated),
  };
  const url = '/containers/create?name=vm_default_vm_u1';
  const options = { socketPath: socket, method: 'POST', path: url, headers };
  const { response } = await begin(options, repeated);
  response.resume();
  const [only] = received;
  assert.equal(only?.body, JSON.stringify(body));
  assert.deepEqual(only.headers, {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(only.body)),
    host: 'localhost',
    connection: 'close',
  });
});

test('changes a container by its ID when a client names it otherwise', async (t) => {
  const { send, received } = await startRecorded(t);
  const { status } = await send('POST', `${NAMED}/start`);
  assert.equal(status, 200);
  assert.deepEqual(
    received.map(({ call }) => call),
    [`GET ${NAMED}/json`, `POST /containers/${ID}/start`],
  );
});

test('a name that a container without the labels has is a conflict', async (t) => {
  const { driver, answers } = await connect(t);
  answers['POST /containers/create'] = json(409, { message: 'in use' });
  answers[`GET ${NAMED}/json`] = json(200, { Id: 'b'.repeat(64), Config: { Labels: null } });
  await assert.rejects(driver.createServer(OWNER, SPEC), { reason: 'NameConflict' });
});

test('keeps an idle connection for longer than the driver does', async (t) => {
  const { socket: socketPath, answers } = await startRecorded(t);
  answers['GET /version'] = json(200, {});
  const { response } = await begin({ socketPath, path: '/version' });
  assert.equal(response.headers['keep-alive'], 'timeout=60');
  response.resume();
});

test('passes the errors of the engine', async (t) => {
  const { send, answers } = await startRecorded(t);
  answers['GET /containers/gone/json'] = json(404, { message: 'No such container: gone' });
  const url = '/containers/gone/start';
  assert.deepEqual(await send('POST', url), { status: 404, message: 'No such container: gone' });
});

test('an engine that does not answer is unreachable, and logged once', async (t) => {
  const { driver, stopEngine, lines } = await connect(t);
  await stopEngine();
  for (let calls = 0; calls < 2; calls++) {
    await assert.rejects(driver.listServers(), { kind: 'unreachable' });
  }
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? '', /no answer of the engine/);
});

for (const [what, text] of [
  ['no JSON', '<html>'],
  ['no ID', '{"Id":"../../build","Config":{"Labels":{}}}'],
  ['no container', '{}'],
  ['too large', `"${' '.repeat(1_048_576)}"`],
]) {
  test(`an inspection that the proxy cannot read ends without an answer: ${what}`, async (t) => {
    const { sendRaw, answers, received } = await startRecorded(t);
    answers[`GET /containers/${ID}/json`] = (response) => response.end(text);
    const request = `POST /containers/${ID}/start HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n`;
    assert.equal(await sendRaw(request).catch(() => ''), '');
    assert.equal(received.length, 1);
  });
}

test('passes a stream as it arrives, and ends it with its client', async (t) => {
  const { socket, answers } = await startRecorded(t);
  let stream: ServerResponse | undefined;
  answers['POST /images/create'] = (response) => {
    stream = response;
    response.writeHead(200).write('{"status":"one"}\n');
  };
  const url = '/images/create?fromImage=a&tag=b';
  const { sent, response } = await begin({ socketPath: socket, method: 'POST', path: url });
  assert.equal(await nextText(response), '{"status":"one"}\n');
  stream?.write('{"status":"two"}\n');
  assert.equal(await nextText(response), '{"status":"two"}\n');
  sent.on('error', () => {}).destroy();
  await until(() => stream?.destroyed === true);
});

test('a client that leaves before an answer ends the request to the engine', async (t) => {
  const { socket, answers } = await startRecorded(t);
  let waiting: ServerResponse | undefined;
  answers['GET /version'] = (response) => (waiting = response);
  const sent = requestHttp({ socketPath: socket, path: '/version' }).on('error', () => {});
  sent.end();
  await until(() => waiting !== undefined);
  sent.destroy();
  await until(() => waiting?.destroyed === true);
});

test('does not read a stream faster than its client', async (t) => {
  const { socket, answers } = await startRecorded(t);
  const chunk = Buffer.alloc(65_536, ' ');
  let written = 0;
  answers['POST /images/create'] = (response) => {
    const write = (): void => {
      while (written < 1_000) {
        written++;
        if (!response.write(chunk)) return void response.once('drain', write);
      }
    };
    write();
  };
  const url = '/images/create?fromImage=a&tag=b';
  const { sent, response } = await begin({ socketPath: socket, method: 'POST', path: url });
  let before = -1;
  while (before !== written) {
    before = written;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.ok(written < 100, `${written} of 1,000 chunks`);
  response.resume();
  await until(() => written === 1_000);
  sent.on('error', () => {}).destroy();
});

test('only the user and the group of the socket may connect', async (t) => {
  const { socket } = await startRecorded(t);
  assert.equal(statSync(socket).mode & 0o777, 0o660);
});

test('replaces the socket of a killed process, and nothing else', async (t) => {
  const { socket } = await startRecorded(t);
  const [engine, left] = ['engine.sock', 'left.sock'].map((name) =>
    path.join(path.dirname(socket), name),
  ) as [string, string];
  const die = `() => process.kill(process.pid, 'SIGKILL')`;
  const script = `require('net').createServer().listen(${JSON.stringify(left)}, ${die})`;
  spawnSync(process.execPath, ['-e', script], { timeout: 60_000 });
  assert.equal(existsSync(left), true);
  const next = await startEngineProxy({ engine, listen: left });
  await next.close();
  assert.equal(existsSync(left), false);
  await assert.rejects(startEngineProxy({ engine, listen: engine }), /another process listens/);
  assert.equal(existsSync(engine), true);
  await assert.rejects(startEngineProxy({ engine, listen: path.dirname(socket) }), {
    code: 'EADDRINUSE',
  });
});
