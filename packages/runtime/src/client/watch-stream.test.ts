import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leaseResource, type Lease } from '../api/lease.js';
import { createResourceClient } from './create-resource-client.js';
import { LineSplitter, linesOf } from '../decode/line-splitter.js';
import type { WatchOptions } from './options.js';
import type { WatchEvent } from './resource-client.js';
import { ScriptedTransport } from './scripted-transport.test.helper.js';

const line = (name: string): string =>
  JSON.stringify({ type: 'ADDED', object: { metadata: { name } } });

function watchOf(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  options?: WatchOptions,
): { transport: ScriptedTransport; events: AsyncIterable<WatchEvent<Lease>> } {
  const transport = new ScriptedTransport(() => ({ chunks }));
  return {
    transport,
    events: createResourceClient(transport, leaseResource, { namespace: 'ns' }).watch(options),
  };
}

async function namesOf(events: AsyncIterable<WatchEvent<Lease>>): Promise<unknown[]> {
  const names: unknown[] = [];
  for await (const event of events) {
    names.push(event.type === 'ERROR' ? 'error' : event.object.metadata.name);
  }
  return names;
}

test('a watch sends its options as parameters', async () => {
  const { transport, events } = watchOf([], {
    resourceVersion: '7',
    allowWatchBookmarks: true,
    timeoutSeconds: 300,
    labelSelector: 'a=b',
  });
  assert.deepEqual(await namesOf(events), []);
  const query =
    'watch=true&labelSelector=a%3Db&resourceVersion=7&allowWatchBookmarks=true&timeoutSeconds=300';
  assert.equal(
    transport.requests[0]?.path,
    `/apis/coordination.k8s.io/v1/namespaces/ns/leases?${query}`,
  );
});

test('events are decoded from chunks of any size, also within a character', async () => {
  const stream = Buffer.from(`${line('grün')}\n\n${line('日本')}\r\n${line('😀')}\n`);
  for (const size of [1, 2, 3, 7, stream.length]) {
    const chunks: Buffer[] = [];
    for (let at = 0; at < stream.length; at += size) chunks.push(stream.subarray(at, at + size));
    assert.deepEqual(await namesOf(watchOf(chunks).events), ['grün', '日本', '😀'], `by ${size}`);
  }
});

test('an incomplete last line is dropped', async () => {
  const chunks = [Buffer.from(`${line('a')}\n${line('b')}`)];
  assert.deepEqual(await namesOf(watchOf(chunks).events), ['a']);
});

test('a line that is not an event ends the watch with an error', async () => {
  for (const text of ['not json', '{"kind":"Status"}', '{"type":"OTHER","object":{}}', 'null']) {
    const { events } = watchOf([Buffer.from(`${text}\n`)]);
    await assert.rejects(namesOf(events), /watch stream/, text);
  }
});

test('events before an invalid line are yielded', async () => {
  const { events } = watchOf([Buffer.from(`${line('a')}\nnot json\n${line('b')}\n`)]);
  const names: unknown[] = [];
  await assert.rejects(async () => {
    for await (const event of events) {
      if (event.type === 'ADDED') names.push(event.object.metadata.name);
    }
  }, /unable to decode/);
  assert.deepEqual(names, ['a']);
});

test('a line without an end ends the watch with an error', async () => {
  let sent = 0;
  async function* endless(): AsyncGenerator<Uint8Array> {
    const chunk = Buffer.alloc(2 ** 20, 'x');
    for (; sent < 40; sent++) yield chunk;
  }
  await assert.rejects(namesOf(watchOf(endless()).events), {
    code: 'ERR_VMGEN_ANSWER',
    message: 'a line of the watch stream has more than 16777216 bytes',
  });
  assert.equal(sent, 16);
});

test('omits managed fields if requested', async () => {
  const owned = { metadata: { managedFields: [{ manager: 'kubectl' }], name: 'a' } };
  const chunks = [Buffer.from(`${JSON.stringify({ type: 'ADDED', object: owned })}\n`)];
  for (const omitManagedFields of [true, false]) {
    for await (const event of watchOf(chunks, { omitManagedFields }).events) {
      assert.equal(event.type, 'ADDED');
      assert.equal(event.object.metadata.managedFields === undefined, omitManagedFields);
    }
  }
});

test('leaving the loop aborts the request', async () => {
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (;;) yield Buffer.from(`${line('a')}\n`);
  }
  const { transport, events } = watchOf(endless());
  for await (const _event of events) break;
  assert.equal(transport.requests[0]?.signal?.aborted, true);
});

test('a long line in small chunks takes memory proportional to its length', () => {
  const splitter = new LineSplitter();
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < 2 ** 21; i++) splitter.push(Buffer.from('x'));
  const grown = process.memoryUsage().heapUsed - before;
  const [long] = linesOf(splitter.push(Buffer.from('\n')));
  assert.equal(long?.length, 2 ** 21);
  // Keeping the chunks would take 250 MiB. The young generation has at most 48 MiB of garbage.
  assert.ok(grown < 100 * 2 ** 20, `${grown} bytes`);
});

test('a long line in small chunks is copied a few times only', () => {
  const splitter = new LineSplitter();
  const chunk = Buffer.alloc(1000, 'x');
  const buffers = new Set<ArrayBufferLike>();
  for (let i = 0; i < 10_000; i++) buffers.add(splitter.push(chunk).bytes.buffer);
  const [long] = linesOf(splitter.push(Buffer.from('\n')));
  assert.equal(long?.length, 10_000_000);
  // Each buffer is twice as long as its predecessor.
  assert.equal(buffers.size, 13);
});
