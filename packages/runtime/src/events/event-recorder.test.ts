import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { silentLogger, type Logger } from '../logging/logger.js';
import { rejectingLogger, throwingLogger } from '../testing/failing-logger.test.helper.js';
import { createFakeClock, type FakeClock } from '../testing/fake-clock.js';
import type { Transport, TransportRequest, TransportResponse } from '../transport/transport.js';
import { createEventRecorder } from './event-recorder.js';
import type { EventRecorder, EventRecorderOptions, RecordedEvent } from './event-recorder.js';

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly contentType: string | undefined;
  readonly body: Record<string, unknown>;
}

/** Records events. Responds with `code` while it is set, and does not respond while hung. */
class EventServer implements Transport {
  readonly sent: Sent[] = [];
  code = 0;
  isHung = false;

  async request(request: TransportRequest): Promise<TransportResponse> {
    this.sent.push({
      method: request.method,
      path: request.path.split('?')[0] ?? '',
      contentType: request.headers?.['content-type'],
      body: JSON.parse(String(request.body)),
    });
    if (this.isHung) return await new Promise(() => {});
    const code = this.code || 200;
    const answer = code < 300 ? { metadata: {} } : { kind: 'Status', code, reason: reasons[code] };
    return {
      status: code,
      headers: { 'content-type': 'application/json' },
      body: (async function* () {})(),
      text: async () => JSON.stringify(answer),
    };
  }
}

const reasons: Record<number, string> = {
  403: 'Forbidden',
  404: 'NotFound',
  409: 'AlreadyExists',
  503: 'Unavailable',
};

const vm = {
  apiVersion: 'cloudnative.tw/v1alpha1',
  kind: 'VirtualMachine',
  metadata: { name: 'test-vm', namespace: 'x', uid: 'u1', resourceVersion: '7' },
};

const pulled: RecordedEvent = { type: 'Normal', reason: 'R', action: 'A', note: 'note' };
const failed: RecordedEvent = {
  type: 'Warning',
  reason: 'Failed',
  action: 'Create',
  note: 'no image',
};

function setUp({
  instance = 'pod-1',
  logger = silentLogger,
  ...others
}: Partial<EventRecorderOptions> = {}): {
  server: EventServer;
  clock: FakeClock;
  recorder: EventRecorder;
} {
  const server = new EventServer();
  const clock = createFakeClock({ start: '2026-01-02T15:04:05.678Z' });
  const options = { component: 'cloudnative.tw/vm-controller', instance, clock, logger, ...others };
  return { server, clock, recorder: createEventRecorder(server, options) };
}

describe('event recorder', () => {
  test('creates an events.k8s.io/v1 event in the namespace of its object', async () => {
    const { server, recorder } = setUp();
    recorder.event(vm, {
      type: 'Normal',
      reason: 'Started',
      action: 'Create',
      note: 'the container runs',
    });
    await recorder.flush();
    const [sent] = server.sent;
    assert.equal(sent?.method, 'POST');
    assert.equal(sent?.path, '/apis/events.k8s.io/v1/namespaces/x/events');
    const { metadata, ...rest } = sent?.body ?? {};
    assert.match(JSON.stringify(metadata), /"name":"test-vm\.[0-9a-f]{16}","namespace":"x"/);
    assert.deepEqual(rest, {
      apiVersion: 'events.k8s.io/v1',
      kind: 'Event',
      eventTime: '2026-01-02T15:04:05.678000Z',
      reportingController: 'cloudnative.tw/vm-controller',
      reportingInstance: 'pod-1',
      regarding: {
        apiVersion: 'cloudnative.tw/v1alpha1',
        kind: 'VirtualMachine',
        name: 'test-vm',
        namespace: 'x',
        uid: 'u1',
        resourceVersion: '7',
      },
      type: 'Normal',
      reason: 'Started',
      action: 'Create',
      note: 'the container runs',
    });
  });

  test('truncates fields to the limits of the API', async () => {
    const { server, recorder } = setUp({ instance: 'i'.repeat(200) });
    recorder.event(vm, {
      type: 'Normal',
      reason: 'ä'.repeat(100),
      action: 'a'.repeat(128),
      note: '🖥'.repeat(500),
    });
    await recorder.flush();
    const { reason, action, note, reportingInstance } = server.sent[0]?.body ?? {};
    assert.equal(reason, `${'ä'.repeat(62)}…`);
    assert.equal(action, 'a'.repeat(128));
    assert.equal(note, `${'🖥'.repeat(255)}…`);
    assert.equal(reportingInstance, `${'i'.repeat(125)}…`);
  });

  test('creates events of cluster-scoped objects in the namespace default', async () => {
    const { server, recorder } = setUp();
    recorder.event({ kind: 'Node', metadata: { name: 'n' } }, pulled);
    await recorder.flush();
    assert.match(server.sent[0]?.path ?? '', /namespaces\/default\/events$/);
    assert.deepEqual(server.sent[0]?.body['regarding'], { kind: 'Node', name: 'n' });
  });

  test('counts identical events within 6 minutes as a series', async () => {
    const { server, clock, recorder } = setUp();
    recorder.event(vm, failed);
    await recorder.flush();
    await clock.advance(300_000);
    recorder.event(vm, failed);
    recorder.event(vm, failed);
    recorder.event(vm, { ...failed, note: 'no disk' });
    await recorder.flush();
    const [first, patch, other] = server.sent;
    assert.deepEqual(
      server.sent.map(({ method }) => method),
      ['POST', 'PATCH', 'POST'],
    );
    const { name } = Object(first?.body['metadata']);
    assert.equal(patch?.path, `/apis/events.k8s.io/v1/namespaces/x/events/${name}`);
    assert.equal(patch?.contentType, 'application/merge-patch+json');
    assert.deepEqual(patch?.body, {
      series: { count: 3, lastObservedTime: '2026-01-02T15:09:05.678000Z' },
    });
    assert.equal(other?.body['note'], 'no disk');
    await clock.advance(360_001);
    recorder.event(vm, failed);
    await recorder.flush();
    assert.equal(server.sent.at(-1)?.method, 'POST', 'after 6 minutes, a new event is created');
  });

  test('creates the event again if the server has deleted it', async () => {
    const { server, recorder } = setUp();
    recorder.event(vm, pulled);
    await recorder.flush();
    server.code = 404;
    recorder.event(vm, pulled);
    await recorder.flush();
    assert.deepEqual(
      server.sent.map(({ method }) => method),
      ['POST', 'PATCH', 'POST'],
    );
  });

  test('treats an existing event as created after an attempt without a response', async () => {
    const { server, clock, recorder } = setUp();
    server.isHung = true;
    recorder.event(vm, pulled);
    await clock.advance(10_000);
    server.isHung = false;
    server.code = 409;
    await clock.advance(1_000);
    server.code = 0;
    recorder.event(vm, pulled);
    await recorder.flush();
    assert.deepEqual(
      server.sent.map(({ method }) => method),
      ['POST', 'POST', 'PATCH'],
    );
  });

  test('limits each object to a burst of 25 events and one in 5 minutes', async () => {
    const { server, clock, recorder } = setUp();
    for (let i = 0; i < 100; i++) recorder.event(vm, { ...pulled, note: `note ${i}` });
    const other = { ...vm, metadata: { ...vm.metadata, uid: 'u2' } };
    recorder.event(other, { ...pulled, note: 'other' });
    await recorder.flush();
    assert.equal(server.sent.length, 26);
    await clock.advance(300_000);
    recorder.event(vm, { ...pulled, note: 'later' });
    recorder.event(vm, { ...pulled, note: 'too many' });
    await recorder.flush();
    assert.equal(server.sent.length, 27);
  });

  test('drops an event after four attempts while the server is down', async () => {
    const { server, clock, recorder } = setUp();
    server.code = 503;
    recorder.event(vm, pulled);
    await clock.advance(60_000);
    await recorder.flush();
    assert.equal(server.sent.length, 4);
  });

  test('does not retry rejected events, does not throw, and limits the warnings', async () => {
    let warnings = 0;
    const logger: Logger = { ...silentLogger, warn: () => warnings++ };
    const { server, recorder } = setUp({ logger });
    server.code = 403;
    for (let n = 0; n < 20; n++) recorder.event(vm, { ...pulled, note: `${n}` });
    await recorder.flush();
    assert.equal(server.sent.length, 20);
    assert.equal(warnings, 5);
  });

  test('reports each event that the server rejects', async () => {
    const errors: string[] = [];
    const { server, recorder } = setUp({
      onError: (error, { namespace, name }) => {
        errors.push(`${namespace}/${name} ${String(error)}`);
        throw new Error('no');
      },
    });
    server.code = 403;
    for (let i = 0; i < 6; i++) recorder.event(vm, { ...failed, note: String(i) });
    await recorder.flush();
    assert.equal(errors.length, 6);
    assert.match(errors[0] ?? '', /^x\/test-vm ApiError/);
    server.code = 0;
    recorder.event(vm, pulled);
    await recorder.close();
    assert.equal(errors.length, 6);
  });

  test('reports no event that close() drops', async () => {
    const errors: unknown[] = [];
    const { server, clock, recorder } = setUp({ onError: (error) => void errors.push(error) });
    server.isHung = true;
    recorder.event(vm, pulled);
    const closing = recorder.close();
    await clock.advance(5_000);
    await closing;
    assert.deepEqual(errors, []);
  });

  test('continues if the logger throws', async () => {
    for (const logger of [throwingLogger, rejectingLogger]) {
      const { server, recorder } = setUp({ logger });
      server.code = 403;
      recorder.event(vm, pulled);
      await recorder.flush();
      recorder.event({ ...vm, metadata: { ...vm.metadata, name: '\ud800' } }, failed);
      server.code = 0;
      recorder.event(vm, failed);
      await recorder.flush();
      assert.equal(server.sent.at(-1)?.body['reason'], 'Failed');
      await recorder.close();
    }
  });

  test('truncates a long note to 1024 bytes without splitting a character', async () => {
    const { server, recorder } = setUp();
    recorder.event(vm, { ...pulled, note: 'é'.repeat(1000) });
    await recorder.flush();
    const note = String(server.sent[0]?.body['note']);
    assert.ok(Buffer.byteLength(note) <= 1024);
    assert.match(note, /^é{510}…$/);
  });

  test('creates a valid event name wherever a long object name is truncated', async () => {
    const { server, recorder } = setUp();
    const name = `${'a'.repeat(234)}-.b`;
    recorder.event({ ...vm, metadata: { ...vm.metadata, name } }, pulled);
    await recorder.flush();
    const metadata = server.sent[0]?.body['metadata'] as { name: string };
    assert.match(metadata.name, /^a{234}\.[0-9a-f]{16}$/);
  });

  test('queues a limited number of events while a request hangs', async () => {
    const { server, clock, recorder } = setUp();
    server.isHung = true;
    for (let i = 0; i < 3000; i++) {
      const object = { ...vm, metadata: { ...vm.metadata, uid: `u${i}` } };
      recorder.event(object, pulled);
    }
    await clock.advance(0);
    server.isHung = false;
    await clock.advance(20_000);
    await recorder.flush();
    assert.equal(server.sent.length, 1001, 'a thousand events, and one retry of the first');
  });

  test('waits at most 5 s in close(), and ignores later events', async () => {
    const { server, clock, recorder } = setUp();
    server.isHung = true;
    recorder.event(vm, pulled);
    const closed = Promise.all([recorder.close(), recorder[Symbol.asyncDispose]()]);
    await clock.advance(5000);
    await closed;
    recorder.event(vm, { ...pulled, note: 'late' });
    await recorder.flush();
    assert.equal(server.sent.length, 1);
    assert.equal(clock.pendingTimers, 0);
  });
});
