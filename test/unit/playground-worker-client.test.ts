import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createFakeClock } from '@vmgen/runtime/testing';
import { serveCalls } from '../../site/playground/src/core/serve-calls.js';
import {
  type CallMessage,
  SILENCE_MS,
  START_MS,
  WorkerClient,
  type WorkerLike,
  type WorkerMessage,
  WorkerReplacedError,
} from '../../site/playground/src/core/worker-client.js';

interface Functions {
  double(value: number): number;
  follow(): Promise<void>;
}

/** A worker that answers when the test says so. */
class FakeWorker implements WorkerLike {
  readonly received: CallMessage[] = [];
  isTerminated = false;
  onmessage: WorkerLike['onmessage'] = null;
  onerror: WorkerLike['onerror'] = null;

  postMessage(message: CallMessage): void {
    this.received.push(message);
  }

  terminate(): void {
    this.isTerminated = true;
  }

  send(data: WorkerMessage): void {
    this.onmessage?.({ data });
  }

  /** Answers the last call. */
  answer(value?: unknown): void {
    this.send({ type: 'answer', id: this.received.at(-1)?.id ?? 0, value });
  }
}

function setUp() {
  const clock = createFakeClock();
  const workers: FakeWorker[] = [];
  const replaced: string[] = [];
  const events: unknown[] = [];
  const client = new WorkerClient<Functions, unknown>({
    start: () => {
      const worker = new FakeWorker();
      workers.push(worker);
      return worker;
    },
    onEvent: (event) => events.push(event),
    onReplaced: (reason) => replaced.push(reason),
    timers: clock,
  });
  return { client, clock, workers, replaced, events };
}

/** The error that a call rejects with; the call must not be settled otherwise. */
const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => assert.fail('the call was answered'),
    (error: unknown) => error,
  );

describe('the client of a worker', () => {
  test('resolves calls with the answers of the worker, in any order', async () => {
    const { client, workers } = setUp();
    const [first, second] = [client.call('double', 1), client.call('double', 2)];
    const [worker] = workers;
    worker?.send({ type: 'ready' });
    worker?.send({ type: 'answer', id: 2, value: 4 });
    worker?.send({ type: 'answer', id: 1, value: 2 });
    assert.deepEqual(await Promise.all([first, second]), [2, 4]);
    assert.deepEqual(worker?.received, [
      { id: 1, name: 'double', args: [1] },
      { id: 2, name: 'double', args: [2] },
    ]);
  });

  test('rejects calls with the errors of the worker, which goes on', async () => {
    const { client, workers, replaced } = setUp();
    const call = client.call('double', 1);
    workers[0]?.send({ type: 'ready' });
    workers[0]?.send({ type: 'failure', id: 1, message: 'no number' });
    await assert.rejects(call, { message: 'no number' });
    assert.deepEqual(replaced, []);
  });

  test('replaces a worker that is silent, and rejects its calls', async () => {
    const { client, clock, workers, replaced } = setUp();
    client.start();
    workers[0]?.send({ type: 'ready' });
    const failures = [client.call('double', 1), client.call('double', 2)].map(failureOf);
    await clock.advance(SILENCE_MS - 1);
    assert.equal(workers[0]?.isTerminated, false);
    await clock.advance(1);
    assert.equal(workers[0]?.isTerminated, true);
    for (const failure of failures) assert.ok((await failure) instanceof WorkerReplacedError);
    assert.deepEqual(replaced, ['did not answer for 3 s']);
    const next = client.call('double', 3);
    workers[1]?.send({ type: 'ready' });
    workers[1]?.answer(6);
    assert.equal(await next, 6);
    assert.equal(workers.length, 2);
  });

  test('gives a worker that answers more time for the other calls', async () => {
    const { client, clock, workers } = setUp();
    const calls = [client.call('double', 1), client.call('double', 2)];
    workers[0]?.send({ type: 'ready' });
    await clock.advance(SILENCE_MS - 1);
    workers[0]?.send({ type: 'answer', id: 1, value: 2 });
    await clock.advance(SILENCE_MS - 1);
    workers[0]?.send({ type: 'answer', id: 2, value: 4 });
    assert.deepEqual(await Promise.all(calls), [2, 4]);
    assert.equal(clock.pendingTimers, 0);
  });

  test('waits longer for a worker to load, and does not start one again that cannot', async () => {
    const { client, clock, workers, replaced } = setUp();
    const failure = failureOf(client.call('double', 1));
    await clock.advance(START_MS - 1);
    assert.deepEqual(replaced, []);
    await clock.advance(1);
    assert.ok((await failure) instanceof WorkerReplacedError);
    assert.deepEqual(replaced, ['did not start']);
    assert.equal(workers.length, 1);
    assert.equal(clock.pendingTimers, 0);
    client.start();
    assert.equal(workers.length, 2);
  });

  test('replaces a worker that fails', async () => {
    const { client, workers, replaced } = setUp();
    client.start();
    workers[0]?.send({ type: 'ready' });
    const failure = failureOf(client.call('double', 1));
    workers[0]?.onerror?.({ message: 'out of memory' });
    assert.ok((await failure) instanceof WorkerReplacedError);
    assert.deepEqual(replaced, ['failed (out of memory)']);
    assert.equal(workers.length, 2);
  });

  test('ignores what a replaced worker still sends', async () => {
    const { client, workers, events } = setUp();
    client.start();
    const [old] = workers;
    old?.send({ type: 'ready' });
    old?.onerror?.({});
    old?.send({ type: 'event', event: 'late' });
    assert.deepEqual(events, []);
  });

  test('lets a call without a time limit run, and passes on what the worker reports', async () => {
    const { client, clock, workers, events, replaced } = setUp();
    const call = client.run('follow');
    const [worker] = workers;
    worker?.send({ type: 'ready' });
    for (let round = 0; round < 10; round++) {
      await clock.advance(1_000);
      assert.equal(worker?.received.at(-1)?.name, 'ping');
      worker?.send({ type: 'event', event: round });
      worker?.answer();
    }
    assert.deepEqual(events, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    worker?.send({ type: 'answer', id: 1, value: undefined });
    await call;
    assert.deepEqual(replaced, []);
    assert.equal(clock.pendingTimers, 0);
  });

  test('replaces a worker that does not answer pings during such a call', async () => {
    const { client, clock, workers, replaced } = setUp();
    const failure = failureOf(client.run('follow'));
    workers[0]?.send({ type: 'ready' });
    await clock.advance(1_000 + SILENCE_MS);
    assert.ok((await failure) instanceof WorkerReplacedError);
    assert.deepEqual(replaced, ['did not answer for 3 s']);
  });
});

describe('a worker that serves calls', () => {
  async function answerTo(message: CallMessage): Promise<WorkerMessage | undefined> {
    const sent: WorkerMessage[] = [];
    let receive: ((event: { data: CallMessage }) => void) | undefined;
    serveCalls(
      {
        addEventListener: (_type, listener) => void (receive = listener),
        postMessage: (each) => void sent.push(each),
      },
      {
        double: (value: number) => value * 2,
        fail: () => {
          throw new Error('no');
        },
      },
    );
    assert.deepEqual(sent, [{ type: 'ready' }]);
    receive?.({ data: message });
    await new Promise((resolve) => setImmediate(resolve));
    return sent[1];
  }

  test('answers with results and errors', async () => {
    const results = [
      await answerTo({ id: 1, name: 'double', args: [4] }),
      await answerTo({ id: 2, name: 'fail', args: [] }),
      await answerTo({ id: 3, name: 'toString', args: [] }),
      await answerTo({ id: 4, name: 'ping', args: [] }),
    ];
    assert.deepEqual(results, [
      { type: 'answer', id: 1, value: 8 },
      { type: 'failure', id: 2, message: 'no' },
      { type: 'failure', id: 3, message: 'no function toString' },
      { type: 'answer', id: 4, value: undefined },
    ]);
  });
});
