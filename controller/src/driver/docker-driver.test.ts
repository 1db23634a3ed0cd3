import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import Docker from 'dockerode';
import { silentLogger, type Logger } from '@vmgen/runtime';
import { createFakeClock, type FakeClock } from '@vmgen/runtime/testing';
import {
  createDockerDriver,
  type DockerDriver,
  type DockerDriverOptions,
} from './docker-driver.js';
import { DriverError } from './vm-driver.js';

const owner = { namespace: 'default', name: 'vm', uid: 'u1' };
const spec = { image: 'nginx', nanoCpus: 0, memoryBytes: 0, running: true };
const { signal } = new AbortController();

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** A driver for an engine with responses by `METHOD /path`. Other requests return 404. */
async function connect(
  t: TestContext,
  answers: Record<string, Answer>,
  options: Partial<DockerDriverOptions> = {},
): Promise<{ driver: DockerDriver; calls: string[] }> {
  const calls: string[] = [];
  const server = createServer((request, response) => {
    const call = `${request.method} ${request.url?.split('?')[0]}`;
    calls.push(call);
    const answer = answers[call] ?? json(404, { message: 'no such thing' });
    answer(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const engine = new Docker({ protocol: 'http', host: '127.0.0.1', port });
  return { driver: createDockerDriver({ cluster: 'c1', engine, ...options }), calls };
}

/** A fake clock that counts started timers. */
function countingClock(): FakeClock & { readonly timers: number } {
  const clock = createFakeClock();
  let timers = 0;
  return {
    nowMs: () => clock.nowMs(),
    date: () => clock.date(),
    setTimer(delayMs, callback) {
      timers++;
      return clock.setTimer(delayMs, callback);
    },
    advance: (ms) => clock.advance(ms),
    get pendingTimers() {
      return clock.pendingTimers;
    },
    get nextTimerMs() {
      return clock.nextTimerMs;
    },
    get timers() {
      return timers;
    },
  };
}

/** Waits until a condition is met by events on real sockets. */
async function until(condition: () => boolean): Promise<void> {
  for (const end = Date.now() + 60_000; !condition();) {
    assert.ok(Date.now() < end, 'the condition was not met');
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function json(status: number, body: unknown): Answer {
  return (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

test('removes a server that cannot be stopped by force', async (t) => {
  const { driver, calls } = await connect(t, {
    'GET /containers/json': json(200, [{ Id: 'abc', Created: 1 }]),
    'POST /containers/abc/stop': json(500, { message: 'tried to kill it, but got no exit event' }),
    'DELETE /containers/abc': json(204, undefined),
  });
  await driver.deleteServer(owner, { signal });
  assert.deepEqual(calls, [
    'GET /containers/json',
    'POST /containers/abc/stop',
    'DELETE /containers/abc',
  ]);
});

test('replaces a server that the engine has failed to remove', async (t) => {
  const dead = { Id: 'abc', Created: 1, State: 'dead' };
  const { driver, calls } = await connect(t, {
    'GET /containers/json': json(200, [dead]),
    'POST /containers/abc/stop': json(304, undefined),
    'DELETE /containers/abc': json(204, undefined),
    'POST /containers/create': json(201, { Id: 'def' }),
  });
  assert.equal(await driver.getServerStatus(owner), undefined);
  const stopped = { ...spec, running: false };
  assert.deepEqual(await driver.createServer(owner, stopped), { id: 'def' });
  assert.equal(calls.at(-2), 'DELETE /containers/abc');
});

test('creates containers with few capabilities and a limited number of processes', async (t) => {
  let body = '';
  const { driver } = await connect(t, {
    'GET /containers/json': json(200, []),
    'POST /containers/create': (response, request) => {
      request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      request.on('end', () => json(201, { Id: 'abc' })(response, request));
    },
  });
  await driver.createServer(owner, { ...spec, running: false }, { signal });
  const { HostConfig } = JSON.parse(body) as { HostConfig: Record<string, unknown> };
  assert.deepEqual(HostConfig['CapDrop'], ['ALL']);
  assert.deepEqual(HostConfig['CapAdd'], ['CHOWN', 'KILL', 'NET_BIND_SERVICE', 'SETGID', 'SETUID']);
  assert.equal(HostConfig['PidsLimit'], 1_024);
  assert.deepEqual(HostConfig['SecurityOpt'], ['no-new-privileges:true']);
});

test('uses the container of a concurrent call once the engine finds it by its name', async (t) => {
  const clock = createFakeClock();
  let [lists, inspections] = [0, 0];
  const { driver } = await connect(
    t,
    {
      'GET /containers/json': (...exchange) =>
        json(200, lists++ === 0 ? [] : [{ Id: 'abc', Created: 1 }])(...exchange),
      'POST /containers/create': json(409, { message: 'in use' }),
      'GET /containers/vm_default_vm_u1/json': (...exchange) =>
        json(inspections++ === 0 ? 404 : 200, {})(...exchange),
    },
    { clock },
  );
  const created = driver.createServer(owner, { ...spec, running: false }, { signal });
  await until(() => clock.pendingTimers === 1);
  await clock.advance(50);
  assert.deepEqual(await created, { id: 'abc' });
  assert.equal(inspections, 2);
});

test('an update limits the processes of a container without a limit', async (t) => {
  let body = '';
  const { driver } = await connect(t, {
    'GET /containers/json': json(200, [{ Id: 'abc', Created: 1 }]),
    'POST /containers/abc/update': (response, request) => {
      request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      request.on('end', () => json(200, {})(response, request));
    },
    'POST /containers/abc/stop': json(304, undefined),
  });
  await driver.updateServer(owner, { ...spec, running: false }, { signal });
  assert.equal((JSON.parse(body) as Record<string, unknown>)['PidsLimit'], 1_024);
});

test('logs an unreachable engine once until it is reachable again', async (t) => {
  const warnings: string[] = [];
  const logger: Logger = { ...silentLogger, warn: (message) => warnings.push(message) };
  const clock = createFakeClock();
  const answers: Record<string, Answer> = {};
  const { driver, calls } = await connect(t, answers, { logger, clock });
  const stop = new AbortController();
  const seen: string[] = [];
  const follow = async (): Promise<void> => {
    for await (const { type } of driver.watchServers({ signal: stop.signal })) seen.push(type);
  };
  const following = follow();
  const tries = async (count: number): Promise<void> => {
    while (calls.length < count) await clock.advance(1_000);
  };
  await tries(3);
  assert.deepEqual(warnings, ['cannot receive events of the Docker Engine; retrying every second']);
  answers['GET /events'] = (response) => {
    response.writeHead(200).flushHeaders();
    delete answers['GET /events'];
    setTimeout(() => response.end(), 5);
  };
  await tries(6);
  assert.deepEqual(seen, ['resync']);
  assert.equal(warnings.length, 2);
  const reason = new Error('enough');
  stop.abort(reason);
  await assert.rejects(following, reason);
});

/** An engine without the image, whose pull writes what the test says. */
async function pulling(t: TestContext) {
  const clock = countingClock();
  const pulls: ServerResponse[] = [];
  const { driver, calls } = await connect(
    t,
    {
      'GET /containers/json': json(200, []),
      'POST /images/create': (response) => {
        response.writeHead(200).flushHeaders();
        pulls.push(response);
      },
    },
    { clock },
  );
  const creates = () => driver.createServer(owner, spec, { signal });
  const isPending = {
    kind: 'pending',
    reason: 'ImagePulling',
    message: 'the engine is pulling image nginx',
  };
  /** The first call waits for a second. */
  const begins = async (): Promise<void> => {
    const { timers } = clock;
    const begun = assert.rejects(creates(), isPending);
    await until(() => clock.timers >= timers + 2);
    await clock.advance(1_000);
    await begun;
    await until(() => pulls.length > 0);
  };
  return { driver, calls, clock, pulls, creates, begins, isPending };
}

test('a pull occupies no call, runs once, and ends after a minute without progress', async (t) => {
  const { calls, clock, pulls, creates, begins, isPending } = await pulling(t);
  await begins();
  for (let rounds = 0; rounds < 3; rounds++) {
    const { timers } = clock;
    await clock.advance(58_000);
    pulls[0]?.write('{"status":"Downloading"}\n');
    await until(() => clock.timers > timers);
    await assert.rejects(creates(), isPending);
  }
  await clock.advance(60_000);
  const isSilent = {
    kind: 'refused',
    reason: 'ImagePullFailed',
    message:
      'cannot pull image nginx: no progress for 60 s; check that the engine can reach the registry',
  };
  await until(() => clock.pendingTimers === 0);
  await assert.rejects(creates(), isSilent);
  assert.equal(calls.filter((call) => call === 'POST /images/create').length, 1);
  assert.equal(clock.pendingTimers, 0);
});

const FAILED_PULLS = [
  ['{"errorDetail":{"message":"disk full"},"error":"disk full"}', 'refused', 'ImagePullFailed'],
  ['<html></html>', 'unreachable', 'EngineUnreachable'],
] as const;

for (const [line, kind, reason] of FAILED_PULLS) {
  test(`a pull whose progress ends with ${line} fails`, async (t) => {
    const { calls, clock, pulls, creates, begins } = await pulling(t);
    await begins();
    pulls[0]?.write('{"status":"Downloading"}\n');
    pulls[0]?.end(`${line}\n`);
    await until(() => clock.pendingTimers === 0);
    const message = /^cannot pull image nginx: (?:disk full$|.*JSON)/;
    await assert.rejects(creates(), { kind, reason, message });
    assert.equal(calls.filter((call) => call === 'POST /images/create').length, 1);
  });
}

test('a failed pull that nothing has read is started again after a minute', async (t) => {
  const { calls, clock, pulls, begins } = await pulling(t);
  await begins();
  pulls[0]?.end('{"error":"no such image"}\n');
  await until(() => clock.pendingTimers === 0);
  await clock.advance(61_000);
  await begins();
  assert.equal(calls.filter((call) => call === 'POST /images/create').length, 2);
});

/** Creates a stopped server. Resolves with the result or the error; the time advances meanwhile. */
async function creates(driver: DockerDriver, clock: FakeClock): Promise<unknown> {
  let result: unknown;
  driver.createServer(owner, { ...spec, running: false }).then(
    (server) => (result = server),
    (error: unknown) => (result = error),
  );
  while (result === undefined) {
    await clock.advance(50);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return result;
}

test('uses another name after three conflicts with a name that no container has', async (t) => {
  const clock = createFakeClock();
  const names: (string | null)[] = [];
  const { driver } = await connect(
    t,
    {
      'GET /containers/json': json(200, []),
      'POST /containers/create': (response, request) => {
        const name = new URL(request.url ?? '', 'http://engine').searchParams.get('name');
        names.push(name);
        const isNew = name?.endsWith('_1') === true;
        json(isNew ? 201 : 409, isNew ? { Id: 'abc' } : { message: 'in use' })(response, request);
      },
    },
    { clock },
  );
  for (let tries = 0; tries < 2; tries++) {
    const failure = await creates(driver, clock);
    assert.ok(failure instanceof DriverError);
    assert.match(failure.message, /is reserved, but no container has it/);
  }
  assert.deepEqual(await creates(driver, clock), { id: 'abc' });
  assert.deepEqual(
    names,
    ['', '', '', '_1'].map((suffix) => `vm_default_vm_u1${suffix}`),
  );
});

/** An engine that reserves the name of the first container at once, and needs minutes to create it. */
function slowEngine() {
  const containers: { readonly Id: string; readonly Created: number; readonly Names: string[] }[] =
    [];
  const running = new Set<string>();
  const first = '/vm_default_vm_u1';
  let reserved = false;
  const answers: Record<string, Answer> = {
    'GET /containers/json': (...exchange) => json(200, containers)(...exchange),
    'POST /containers/create': (response, request) => {
      const name = `/${new URL(request.url ?? '', 'http://engine').searchParams.get('name')}`;
      if (name !== first) {
        containers.push({ Id: 'second', Created: 2, Names: [name] });
        json(201, { Id: 'second' })(response, request);
      } else if (reserved) json(409, { message: 'in use' })(response, request);
      else {
        reserved = true;
        // As at the time limit of the call: the result is unknown.
        request.socket.destroy();
      }
    },
  };
  for (const id of ['first', 'second']) {
    answers[`GET /containers/${id}/json`] = json(200, {
      State: { Status: 'created', Running: false },
      Config: { Image: 'nginx' },
      HostConfig: {},
    });
    answers[`POST /containers/${id}/start`] = (...exchange) => {
      running.add(id);
      json(204, undefined)(...exchange);
    };
    answers[`POST /containers/${id}/stop`] = json(304, undefined);
    answers[`POST /containers/${id}/update`] = json(200, {});
    answers[`DELETE /containers/${id}`] = (...exchange) => {
      containers.splice(
        containers.findIndex(({ Id }) => Id === id),
        1,
      );
      json(204, undefined)(...exchange);
    };
  }
  /** Ends the first creation. The engine has set its time at the beginning. */
  const finish = () => containers.push({ Id: 'first', Created: 1, Names: [first] });
  return { answers, containers, running, finish };
}

for (const change of ['createServer', 'updateServer'] as const) {
  test(`a container that a slow engine creates after its name was given up is removed by ${change}`, async (t) => {
    const clock = createFakeClock();
    const { answers, containers, running, finish } = slowEngine();
    const { driver } = await connect(t, answers, { clock });
    const results: unknown[] = [];
    for (let tries = 0; tries < 4; tries++) results.push(await creates(driver, clock));
    assert.equal(results.filter((each) => each instanceof DriverError).length, 3);
    assert.deepEqual(results[3], { id: 'second' });

    finish();
    assert.equal((await driver.getServerStatus(owner))?.id, 'second');
    await driver[change](owner, spec, { signal });
    assert.deepEqual(
      containers.map(({ Id }) => Id),
      ['second'],
    );
    assert.deepEqual([...running], ['second']);
  });
}

test('reports that the engine has ended a container because of its memory', async (t) => {
  const container = (OOMKilled: boolean) => ({
    State: { Status: 'exited', Running: false, OOMKilled },
    Config: { Image: 'nginx' },
    HostConfig: {},
  });
  let isKilled = true;
  const { driver } = await connect(t, {
    'GET /containers/json': json(200, [{ Id: 'abc', Created: 1 }]),
    'GET /containers/abc/json': (response, request) =>
      json(200, container(isKilled))(response, request),
  });
  assert.equal((await driver.getServerStatus(owner))?.endReason, 'OOMKilled');
  isKilled = false;
  assert.equal((await driver.getServerStatus(owner))?.endReason, undefined);
});

test('close() aborts calls, and further calls reject', async (t) => {
  const { driver, calls } = await connect(t, { 'GET /containers/json': () => {} });
  const listed = assert.rejects(driver.listServers(), /the docker driver was closed/);
  await until(() => calls.length === 1);
  await driver.close();
  await driver[Symbol.asyncDispose]();
  await listed;
  await assert.rejects(driver.listServers({ signal }), /the docker driver was closed/);
  assert.deepEqual(calls, ['GET /containers/json']);
});

const GARBAGE = ['<html></html>', '{"Id":', 'null', '{}', '[null]', '"text"', ''];

for (const body of GARBAGE) {
  test(`an engine that answers ${JSON.stringify(body)} is unreachable`, async (t) => {
    const garbage: Answer = (response) => response.writeHead(200).end(body);
    const unreachable = { name: 'DriverError', kind: 'unreachable', reason: 'EngineUnreachable' };
    const { driver: blind } = await connect(t, { 'GET /containers/json': garbage });
    await assert.rejects(blind.listServers(), unreachable);
    const { driver } = await connect(t, {
      'GET /containers/json': json(200, [{ Id: 'abc', Created: 1 }]),
      'GET /containers/abc/json': garbage,
      'GET /containers/abc/stats': garbage,
      'POST /containers/abc/update': json(200, {}),
    });
    await assert.rejects(driver.getServerStatus(owner), unreachable);
    await assert.rejects(driver.getServerUsage(owner), unreachable);
    await assert.rejects(driver.updateServer(owner, spec), unreachable);
  });
}

test('close() ends a call whose answer has ended early', async (t) => {
  let isCut = false;
  const { driver } = await connect(t, {
    'GET /containers/json': (response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('[', () => {
        response.destroy();
        isCut = true;
      });
    },
  });
  const listed = assert.rejects(driver.listServers(), /the docker driver was closed/);
  await until(() => isCut);
  await new Promise((resolve) => setTimeout(resolve, 20));
  await driver.close();
  await listed;
});

test('a wrong DOCKER_CERT_PATH is reported with the variable and the file', (t) => {
  const before = { ...process.env };
  t.after(() => {
    process.env = before;
  });
  process.env['DOCKER_HOST'] = 'tcp://127.0.0.1:2376';
  process.env['DOCKER_TLS_VERIFY'] = '1';
  process.env['DOCKER_CERT_PATH'] = '/nowhere/certificates';
  assert.throws(() => createDockerDriver({ cluster: 'c1' }), {
    message:
      'DOCKER_CERT_PATH: cannot read /nowhere/certificates/ca.pem: set it to a folder with ca.pem, cert.pem and key.pem, or unset it',
  });
});
