import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { test, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createHttpTransport } from './http-transport.js';
import { startServer } from './local-server.test.helper.js';
import { streamChunks } from './stream-chunks.js';
import type { TransportResponse } from './transport.js';

type Listener = Parameters<typeof startServer>[1];

async function answerOf(
  t: TestContext,
  listener: Listener,
  signal?: AbortSignal,
): Promise<TransportResponse> {
  const server = await startServer(t, listener);
  const transport = createHttpTransport({ server: server.url });
  t.after(() => transport.close());
  const options = signal === undefined ? {} : { signal };
  return transport.request({ method: 'GET', path: '/x?watch=true', ...options });
}

async function read(body: AsyncIterable<Uint8Array>): Promise<string> {
  let text = '';
  for await (const chunk of body) text += Buffer.from(chunk).toString('latin1');
  return text;
}

test('a slow reader reads the complete body, plain or compressed', async (t) => {
  const sent = Array.from({ length: 60_000 }, (_, i) => `line ${i}\n`).join('');
  for (const isCompressed of [false, true]) {
    const response = await answerOf(t, (_request, answer) => {
      if (isCompressed) answer.writeHead(200, { 'content-encoding': 'gzip' });
      answer.end(isCompressed ? gzipSync(sent) : sent);
    });
    let text = '';
    for await (const chunk of response.body) {
      text += Buffer.from(chunk).toString('latin1');
      await turn();
    }
    assert.equal(text, sent);
  }
});

test('each watch event is read when it arrives, also as separate gzip streams', async (t) => {
  // kube-apiserver 1.37 compresses streamed lists with one gzip stream per flush.
  const events = ['ADDED', 'ADDED', 'BOOKMARK', 'MODIFIED'].map((type, i) => `{"${type}":${i}}\n`);
  let send: (() => void) | undefined;
  const response = await answerOf(t, (_request, answer) => {
    answer.writeHead(200, { 'content-encoding': 'gzip' });
    let next = 0;
    send = () => {
      const member = gzipSync(events[next++] ?? '');
      // Split within the header, as a network may do.
      answer.write(member.subarray(0, 5));
      answer.write(member.subarray(5));
    };
    send();
  });
  const read: string[] = [];
  for await (const chunk of response.body) {
    read.push(Buffer.from(chunk).toString());
    if (read.join('') === events.join('')) break;
    if (read.join('').endsWith('\n')) send?.();
  }
  assert.deepEqual(read.join(''), events.join(''));
});

test('backpressure of a reader stops the server', async (t) => {
  let written = 0;
  let isFull = false;
  const response = await answerOf(t, (_request, answer) => {
    const chunk = Buffer.alloc(2 ** 16, 'x');
    const write = (): void => {
      // More than the buffers of two sockets contain.
      while (written < 2 ** 28 && !answer.destroyed) {
        written += chunk.length;
        if (answer.write(chunk)) continue;
        answer.once('drain', write);
        return;
      }
      isFull = true;
    };
    write();
  });
  const chunks = response.body[Symbol.asyncIterator]();
  await chunks.next();
  for (let last = -1; last !== written;) {
    last = written;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  assert.equal(isFull, false, `${written} bytes were sent without a reader`);
  const before = written;
  let got = 0;
  for (let next = await chunks.next(); got < before; next = await chunks.next()) {
    assert.ok(next.done !== true);
    got += next.value.length;
  }
  assert.ok(written > before, 'it continues with the reader');
  await chunks.return?.();
});

test('a stream is paused at the limit of waiting bytes and resumes', async () => {
  let made = 0;
  const stream = new Readable({
    highWaterMark: 1,
    read() {
      made++;
      this.push(Buffer.alloc(1000));
    },
  });
  const chunks = streamChunks(stream);
  await chunks.next();
  for (let i = 0; i < 1000; i++) await turn();
  const waiting = made;
  assert.ok(waiting < 100, `${waiting} chunks are waiting`);
  for (let i = 0; i < waiting + 100; i++) assert.equal((await chunks.next()).value?.length, 1000);
  await chunks.return();
  assert.equal(stream.destroyed, true);
});

test('an incomplete body is an error for a waiting and a later reader', async (t) => {
  for (const isLate of [false, true]) {
    const response = await answerOf(t, (_request, answer) => {
      answer.writeHead(200, { 'content-length': '100' });
      answer.write('half', () => setTimeout(() => answer.destroy(), 10));
    });
    if (isLate) await new Promise((resolve) => setTimeout(resolve, 100));
    await assert.rejects(read(response.body), /aborted|before it was complete/);
  }
});

test('a stream that closes without an end is an error', async () => {
  for (const error of [undefined, new Error('broken')]) {
    for (const isRead of [true, false]) {
      const stream = new Readable({ read: () => undefined });
      stream.on('error', () => undefined);
      const wanted = error ?? { code: 'ERR_VMGEN_CONNECTION' };
      const early = isRead ? assert.rejects(streamChunks(stream).next(), wanted) : undefined;
      stream.destroy(error);
      await turn();
      await (early ?? assert.rejects(streamChunks(stream).next(), wanted));
    }
  }
});

test('an abort rejects the reader with its reason despite waiting chunks', async (t) => {
  const controller = new AbortController();
  const response = await answerOf(
    t,
    (_request, answer) => void answer.write('x'.repeat(500_000)),
    controller.signal,
  );
  const chunks = response.body[Symbol.asyncIterator]();
  await chunks.next();
  await new Promise((resolve) => setTimeout(resolve, 50));
  const reason = new Error('enough');
  controller.abort(reason);
  let rest = 0;
  await assert.rejects(async () => {
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
      rest += next.value.length;
    }
  }, reason);
  assert.ok(rest < 300_000, 'the rest is not read');
  assert.deepEqual(await chunks.next(), { done: true, value: undefined });
});

test('leaving the body closes its connection', async (t) => {
  let closed = (): void => undefined;
  const isClosed = new Promise<void>((resolve) => (closed = resolve));
  const response = await answerOf(t, (_request, answer) => {
    answer.once('close', closed);
    answer.write('first');
  });
  for await (const chunk of response.body) {
    assert.equal(Buffer.from(chunk).toString(), 'first');
    break;
  }
  await isClosed;
});
