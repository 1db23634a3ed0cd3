import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { test } from 'node:test';
import { systemClock } from '@vmgen/runtime/internal';
import { MemoryBudget } from '../storage/memory-budget.js';
import { sendStream } from './send-stream.js';

const limits = () => ({ clock: systemClock, readMs: 60_000, memory: new MemoryBudget(1_000_000) });

/** A reader that keeps each write as text. */
function recorder(): { writes: string[]; target: Writable } {
  const writes: string[] = [];
  const target = new Writable({
    write(chunk: Buffer, _encoding, done) {
      writes.push(chunk.toString());
      done();
    },
  });
  return { writes, target };
}

test('chunks of one turn of the event loop are one write, those of the next turn another', async () => {
  const { writes, target } = recorder();
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from('a');
    yield Buffer.from('b');
    await setImmediate();
    await setImmediate();
    yield Buffer.from('c');
  };
  await sendStream(target, chunks(), limits());
  assert.deepEqual(writes, ['ab', 'c']);
});

test('chunks before an error are sent', async () => {
  const { writes, target } = recorder();
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from('a');
    throw new Error('no more');
  };
  await assert.rejects(sendStream(target, chunks(), limits()), /no more/);
  assert.deepEqual(writes, ['a']);
});

test('a large chunk is written at once', async () => {
  const { writes, target } = recorder();
  const large = 'x'.repeat(20_000);
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from(large);
    assert.deepEqual(writes, [large]);
  };
  await sendStream(target, chunks(), limits());
});
